export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'gone'
  | 'length-required'
  | 'too-many-requests'
  | 'uri-too-long'
  | 'headers-too-large'
  | 'unavailable'

/** Where a person gives the caller what it lacks, and the code by which they recognize the caller. */
export type Confirmation = Readonly<{ url: string; code: string }>

export type ErrorDetail = Readonly<{ code: string; message: string }>

type Options = {
  details?: readonly ErrorDetail[]
  retryAfterSeconds?: number
  /** For `WWW-Authenticate`: how to be let in. */
  challenge?: string
  confirmation?: Confirmation
  cause?: unknown
}

/**
 * A failure the caller can do something about. Its message is shown to the caller, so it must not
 * carry anything the caller may not know. Whatever else is thrown is answered as a bare 500.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: RefusalKind
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  readonly challenge: string | undefined
  readonly confirmation: Confirmation | undefined

  constructor(kind: RefusalKind, code: string, message: string, options: Options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.challenge = options.challenge
    this.confirmation = options.confirmation
  }
}

/** Whatever was thrown, as a text for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
