import { type FaultMatch, matches } from '../faults/rules.ts'
import type { RecordedRequest } from './requests.ts'

export type Search = FaultMatch & Readonly<{ status?: number; after?: number }>

/** The same patterns as those of a fault. */
export const search = (
  entries: readonly RecordedRequest[],
  { status, after = 0, ...match }: Search,
): RecordedRequest[] =>
  entries.filter(
    (entry) =>
      entry.number > after &&
      (status === undefined || entry.status === status) &&
      matches(match, { ...entry, callerIds: Object.values(entry.caller) }),
  )

/** Names whose values let somebody in, or may. */
const SECRET_NAME =
  /secret|password|token|assertion|verifier|challenge|nonce|code$|^state$|cookie|authorization/i
export const HIDDEN = '(not recorded)'
const MOST_LEVELS = 8

/** The same value with every secret replaced. */
export function hideSecrets(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return HIDDEN
  if (Array.isArray(value)) return value.map((part) => hideSecrets(part, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      SECRET_NAME.test(name) && part !== null ? HIDDEN : hideSecrets(part, levels - 1),
    ]),
  )
}

/** Parts of a path after which a secret may stand, whichever route answers. */
const SECRET_PATHS = /(\/invitations\/+(?:apps|orgs)\/+|\/set-password\/+)[^/]+/gi
/** No name or id that people give is this long. */
const LONG_SEGMENT = /[^/]{60,}/g

/** However it is spelt: the router decodes a path before it looks for the route. */
export const hideInPath = (path: string): string =>
  decode(path).replace(SECRET_PATHS, `$1${HIDDEN}`).replace(LONG_SEGMENT, HIDDEN)

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // No route has such a path.
    return path
  }
}
