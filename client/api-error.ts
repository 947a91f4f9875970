/** Where the person gives a second factor for a change, and the code that the page shows. */
export type Confirmation = Readonly<{ url: string; code: string }>

/** The one failure a caller of the API meets, whichever area refused and in whichever body. */
export class ApiError extends Error {
  /** 0: no answer arrived. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** If the change was refused because it needs a second factor, and can be given one. */
  readonly confirmation: Confirmation | undefined
  /** Before that many seconds, the server does not want to be asked again. */
  readonly retryAfterS: number

  constructor(
    status: number,
    code: string,
    message: string,
    requestId?: string,
    confirmation?: Confirmation,
    retryAfterS = 0,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.confirmation = confirmation
    this.retryAfterS = retryAfterS
  }
}

/** Area A ends its sentences with an id that is shown apart. */
const CORRELATION_ID = / Correlation ID: \S+$/

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export async function toApiError(response: Response): Promise<ApiError> {
  // Browsers keep status and address of a redirect to themselves.
  if (response.type === 'opaqueredirect') return toRedirected(302, 'another address')
  if (REDIRECTS.has(response.status)) return toRedirected(response.status, targetOf(response))
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, confirm_url: url, confirm_code } = findFailure(body)
  return new ApiError(
    response.status,
    code ?? `HTTP ${response.status}`,
    (message ?? 'The server rejected the request and gave no reason.').replace(CORRELATION_ID, ''),
    response.headers.get('x-ms-request-id') ?? undefined,
    url && confirm_code ? { url, code: confirm_code } : undefined,
    Number(response.headers.get('retry-after')) || 0,
  )
}

const toRedirected = (status: number, target: string) =>
  new ApiError(
    status,
    'Redirected',
    `The server redirected this request to ${target}. The redirect was not followed, to protect your token.`,
  )

function targetOf({ headers, url }: Response): string {
  const location = headers.get('location') ?? ''
  return URL.canParse(location, url) ? new URL(location, url).origin : 'another address'
}

export const toNoAnswer = (cause?: unknown) =>
  Object.assign(
    new ApiError(0, 'NoAnswer', 'The server did not respond. Check your connection and try again.'),
    { cause },
  )

type Failure = { code?: string; message?: string; confirm_url?: string; confirm_code?: string }

/** Two shapes: the failure itself, or the failure under `error`. */
function findFailure(body: unknown): Failure {
  if (typeof body !== 'object' || body === null) return {}
  const { error } = body as { error?: unknown }
  return (typeof error === 'object' && error !== null ? error : body) as Failure
}
