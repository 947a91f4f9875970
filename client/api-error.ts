/** The one failure a caller of the API meets, whichever area refused and in whichever body. */
export class ApiError extends Error {
  /** 0: no answer arrived. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined

  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/** Area A ends its sentences with an id that is shown apart. */
const CORRELATION_ID = / Correlation ID: \S+$/

export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message } = findFailure(body)
  return new ApiError(
    response.status,
    code ?? `HTTP ${response.status}`,
    (message ?? 'The server refused without saying why.').replace(CORRELATION_ID, ''),
    response.headers.get('x-ms-request-id') ?? undefined,
  )
}

export const toNoAnswer = () =>
  new ApiError(0, 'NoAnswer', 'The server did not answer. Check the connection and try again.')

type Failure = { code?: string; message?: string }

/** Two shapes: the failure itself, or the failure under `error`. */
function findFailure(body: unknown): Failure {
  if (typeof body !== 'object' || body === null) return {}
  const { error } = body as { error?: unknown }
  return (typeof error === 'object' && error !== null ? error : body) as Failure
}
