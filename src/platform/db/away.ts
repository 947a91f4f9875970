import { RequestError } from '../errors.ts'

/**
 * SQLSTATE classes that say "not just now": connection lost (08), undone in favour of another
 * transaction (40), out of resources (53), stopping, starting or out of time (57); and 25006, no
 * longer the primary.
 */
const AWAY_STATE = /^(08|40|53|57)...$|^25006$/

const AWAY_CODE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver gives these no code. */
const AWAY_MESSAGE =
  /^(connection terminated|timeout exceeded when trying|query read timeout|timeout expired|client (has encountered a connection error|was closed))/i

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isAwayCode = typeof code === 'string' && (AWAY_STATE.test(code) || AWAY_CODE.has(code))
  return isAwayCode || AWAY_MESSAGE.test(error.message)
}

export const databaseAway = (cause: unknown) =>
  new RequestError(
    'unavailable',
    'ServiceUnavailable',
    String((cause as { code?: unknown }).code).startsWith('40') ? UNDONE : AWAY,
    { retryAfterSeconds: 2, cause },
  )

const AWAY =
  'Binnacle cannot reach its database just now, so this request could not be answered. Try again in a few seconds.'
const UNDONE =
  'Another change got in the way of this one, and nothing of it was done. Try again in a few seconds.'
