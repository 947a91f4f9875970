import { RequestError } from '../errors.ts'

/**
 * Codes that say "the database cannot be used just now": connection lost or refused, shutting down
 * or starting up, out of connections, or no longer the primary (25006).
 */
const AWAY = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver gives these no code. */
const AWAY_MESSAGE = /^(connection terminated|timeout exceeded when trying|query read timeout)/i

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && AWAY.has(code)) || AWAY_MESSAGE.test(error.message)
}

export const databaseAway = (cause: unknown) =>
  new RequestError(
    'unavailable',
    'ServiceUnavailable',
    'Binnacle cannot reach its database just now, so this request could not be answered. Try again in a few seconds.',
    { retryAfterSeconds: 2, cause },
  )
