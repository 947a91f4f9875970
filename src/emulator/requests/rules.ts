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
  /secret|password|token|assertion|verifier|challenge|nonce|(?<!locale)code$|^state$|cookie|authorization/i
export const HIDDEN = '(not recorded)'
const MOST_LEVELS = 8

/** The same value with every secret replaced. */
export function hideSecrets(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value === 'string') return hideInText(value)
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
const BEFORE_SECRET = String.raw`(\/invitations\/+(?:apps|orgs)\/+|\/(?:set-password|sign-in-link)\/+)`
const SECRET_PATHS = new RegExp(`${BEFORE_SECRET}[^/]+`, 'gi')
/** No name or id that people give is this long. */
const LONG_SEGMENT = /[^/]{60,}/g

/** However it is spelt: the router decodes a path before it looks for the route. */
export const hideInPath = (path: string): string =>
  decode(path).replace(SECRET_PATHS, `$1${HIDDEN}`).replace(LONG_SEGMENT, HIDDEN)

/** In a text, these end a part of a URL; what is hidden already stays as it is. */
const PART = String.raw`(?!\(not recorded\))[^/?#&;\s"'<>]+`
const SECRET_PATHS_IN_TEXT = new RegExp(`${BEFORE_SECRET}${PART}`, 'gi')
const PARAMETER = /(^|[?#&;])([^=/?#&;\s"'<>]{1,100})=(?!\(not recorded\))[^?#&;\s"'<>]+/g
const URL_IN_TEXT = /https?:\/\/[^\s"'<>]+/gi
const USER_OR_LONG_SEGMENT = /(?<=:\/\/)[^/@?#]+@|(?<=\/)[^/?#]{60,}/g
const MOST_ENCODINGS = 3

/** URLs in a text, as for paths, and their parameters. If one is encoded and has a secret, the text is hidden whole. */
function hideInText(text: string, encodings = MOST_ENCODINGS): string {
  const hidden = text
    .replace(URL_IN_TEXT, (url) => url.replace(USER_OR_LONG_SEGMENT, toHidden))
    .replace(SECRET_PATHS_IN_TEXT, `$1${HIDDEN}`)
    .replace(PARAMETER, (all, before: string, name: string) =>
      SECRET_NAME.test(name) ? `${before}${name}=${HIDDEN}` : all,
    )
  const decoded = decodeSome(hidden)
  if (decoded === hidden) return hidden
  const isClean = encodings > 0 && hideInText(decoded, encodings - 1) === decoded
  return isClean ? hidden : HIDDEN
}

const toHidden = (found: string) => (found.endsWith('@') ? `${HIDDEN}@` : HIDDEN)

/** Unlike a path, a text may contain a percent sign that encodes nothing. */
const decodeSome = (text: string) =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // No route has such a path.
    return path
  }
}
