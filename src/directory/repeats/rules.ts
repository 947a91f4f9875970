import { DAY_MS } from '../../platform/durations.ts'
import type { RequestKey } from '../caller.ts'

/** So long after a creation, the same request under the same key is its repeat. */
export const KEY_LIFETIME_MS = DAY_MS

/** x-ms-client-request-id is a trace id, which tools send with several requests: there the body belongs to the key. */
export const canonicalizeKey = (
  { header, value, path }: RequestKey,
  tokenId: string | undefined,
  canonicalBody: string,
): string =>
  JSON.stringify([
    header,
    value,
    path,
    tokenId ?? null,
    header === 'x-ms-client-request-id' ? canonicalBody : null,
  ])

/** The same text for the same content, whatever the order of its fields. */
export const canonicalizeBody = (body: unknown): string =>
  JSON.stringify(body ?? null, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
