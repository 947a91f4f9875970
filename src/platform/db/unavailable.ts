import { RequestError } from '../errors.ts'

/** Why the database did not do what it was asked to, although the statement is right. */
export type UnavailableReason =
  | 'cannot connect'
  | 'too many waiting'
  | 'disk full'
  | 'read-only'
  | 'conflict'
  | 'too slow'
  | 'out of resources'
  | 'interrupted'

/** No connection could be had. The place where it failed decides: the codes of the causes are countless. */
export class NoConnection extends Error {
  readonly reason: 'cannot connect' | 'read-only' | 'too many waiting'
  constructor(reason: NoConnection['reason'], options?: ErrorOptions) {
    super(`no connection to the database: ${reason}`, options)
    this.reason = reason
  }
}

/** A connection failed under a statement. Here too the place decides: systems and TLS have countless codes. */
export class LostConnection extends Error {
  constructor(cause: Error) {
    super(`lost the connection to the database: ${cause.message}`, { cause })
  }
}

/**
 * The server gave up waiting for its synchronous standby. It reports such a commit as done, with a
 * warning, although a standby that takes over may not have it.
 */
export class UnconfirmedCommit extends Error {
  readonly code = '40003'
}

const BY_STATE: Readonly<Record<string, UnavailableReason>> = {
  '53100': 'disk full',
  '25006': 'read-only',
  // Whether the transaction was committed is not known.
  '40003': 'interrupted',
  // A prepared statement that a migration has changed, or that a pooler does not know: it was not executed.
  '0A000': 'conflict',
  '26000': 'conflict',
  '42P05': 'conflict',
  '57014': 'too slow',
  '25P03': 'too slow',
  '25P04': 'too slow',
}
const BY_STATE_CLASS: Readonly<Record<string, UnavailableReason>> = {
  '40': 'conflict',
  '53': 'out of resources',
  // Connection lost, server stopping or starting, error of the disk.
  '08': 'interrupted',
  '57': 'interrupted',
  '58': 'interrupted',
}
const SQLSTATE = /^[0-9A-Z]{5}$/

/** The driver gives these no code. */
const INTERRUPTED_MESSAGE =
  /^(connection terminated|timeout exceeded when trying|query read timeout|timeout expired|client (has encountered a connection error|was closed)|postgres connection has been discarded)/i

export function findUnavailableReason(error: unknown): UnavailableReason | undefined {
  if (error instanceof NoConnection) return error.reason
  if (error instanceof LostConnection) return 'interrupted'
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    const byClass = SQLSTATE.test(code) ? BY_STATE_CLASS[code.slice(0, 2)] : undefined
    const reason = BY_STATE[code] ?? byClass
    if (reason) return reason
  }
  return INTERRUPTED_MESSAGE.test(error.message) ? 'interrupted' : undefined
}

export const isDatabaseUnavailable = (error: unknown) => findUnavailableReason(error) !== undefined

const MESSAGES: Readonly<Record<UnavailableReason, string>> = {
  'cannot connect': 'Binnacle cannot connect to its database. Try again in a few seconds.',
  'too many waiting': 'Too many requests are waiting for the database. Try again in a few seconds.',
  'disk full':
    'The disk of the database is full, and nothing was changed. Contact your administrator.',
  'read-only':
    'The database is read-only, for example while another server takes over, and nothing was changed. Try again in a few seconds.',
  conflict:
    'Your change conflicted with another one, and nothing was changed. Try again in a few seconds.',
  'too slow':
    'The database took too long to respond, and nothing was changed. Try again in a few seconds.',
  'out of resources':
    'The database is short of memory or connections, and nothing was changed. Try again in a few seconds.',
  interrupted:
    'Binnacle lost the connection to its database. If you sent a change, it may have been made. Check before you send it again.',
}

export const UNAVAILABLE_REASONS = Object.keys(MESSAGES)

export const databaseUnavailable = (reason: UnavailableReason, cause: unknown) =>
  new RequestError('unavailable', 'ServiceUnavailable', MESSAGES[reason], {
    retryAfterSeconds: 2,
    cause,
  })
