import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseUnavailable, findUnavailableReason } from '../../db/unavailable.ts'
import {
  type Confirmation,
  type ErrorDetail,
  type RefusalKind,
  RequestError,
} from '../../errors.ts'
import { describeIssue, type ValidationIssue } from './validation-sentences.ts'

export type Failure = Readonly<{
  status: number
  code: string
  message: string
  details: readonly ErrorDetail[]
  retryAfterSeconds?: number | undefined
  challenge?: string | undefined
  confirmation?: Confirmation | undefined
}>

/** The three areas promise three different error bodies; each brings its own `render`. */
export type ErrorBody = Readonly<{
  owns: (path: string) => boolean
  render: (failure: Failure, correlationId: string) => object
}>

declare module 'fastify' {
  interface FastifyRequest {
    refusalCode: string | undefined
  }
}

/** The only place where a kind of refusal meets an HTTP status. */
const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'length-required': 411,
  'uri-too-long': 414,
  'too-many-requests': 429,
  'headers-too-large': 431,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>

/** What the framework refuses before our code runs, said so that the caller can mend it. */
const FRAMEWORK: Record<string, readonly [code: string, message: string]> = {
  FST_ERR_BAD_URL: [
    'InvalidUrl',
    'The path is not percent-encoded correctly. Each % must be followed by two hexadecimal digits, and the decoded bytes must be UTF-8. Encode a literal % as %25.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: [
    'InvalidUrl',
    'A segment of the path is longer than 500 characters. Check the name or id in it.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'RequestBodyTooLarge',
    'The request body is larger than this operation accepts. Send a smaller body, or split it into several requests.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UnsupportedMediaType',
    'The request body must be JSON. Send it with the header Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'InvalidRequestBody',
    'The request body is not valid JSON. Check its quotes, commas and brackets, and that the body is complete.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'InvalidRequestBody',
    'The Content-Type is JSON, but the request body is empty. Send {} for an empty body.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'InvalidRequestBody',
    'The length of the request body does not match its Content-Length header. Send the whole body, or let your HTTP client set the header.',
  ],
}

/** SQLSTATE of a text with NUL. Bodies are checked before; this is one in an address. */
const UNSTORABLE_TEXT = '22021'
const UNSTORABLE = {
  code: 'InvalidParameter',
  message:
    'The request contains the character NUL (U+0000), which is not allowed in text. Remove it.',
}

export function handleErrors(body: ErrorBody) {
  return (error: FastifyError | RequestError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = describe(error)
    if (failure.status === 500) logFailure(request, 'error', error)
    else if (findUnavailableReason(error)) logFailure(request, 'warn', error)
    return answerFailure(request, reply, failure, body)
  }
}

function logFailure({ log, id: requestId }: FastifyRequest, level: 'error' | 'warn', err: Error) {
  log[level]({ requestId, err }, 'request failed')
}

export function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  body: ErrorBody,
) {
  request.refusalCode = failure.code
  if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds)
  if (failure.challenge) reply.header('www-authenticate', failure.challenge)
  return reply.code(failure.status).send(body.render(failure, request.correlationId))
}

export function describe(error: FastifyError | RequestError): Failure {
  if (error instanceof RequestError) return fromRefusal(error)
  if (error.validation) return fromValidation(error.validation, error.validationContext)
  const unavailable = findUnavailableReason(error)
  if (unavailable) return fromRefusal(databaseUnavailable(unavailable, error))
  if (error.code === UNSTORABLE_TEXT) return { status: 400, ...UNSTORABLE, details: [] }
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) {
    const message =
      'An internal error occurred. Try again. If the error persists, contact your administrator.'
    return { status: 500, code: 'InternalServerError', message, details: [] }
  }
  const [code, message] = FRAMEWORK[error.code] ?? [
    'BadRequest',
    'The request is malformed. Compare its method, headers and body with the operation at /explorer.',
  ]
  return { status, code, message, details: [] }
}

function fromRefusal(refusal: RequestError): Failure {
  const { kind, code, message, details, retryAfterSeconds, challenge, confirmation } = refusal
  const status = STATUS[kind]
  return { status, code, message, details, retryAfterSeconds, challenge, confirmation }
}

function fromValidation(issues: readonly ValidationIssue[], where?: string): Failure {
  const details = issues
    // What is wrong with a name is told by the issue that names it.
    .filter(({ propertyName }) => propertyName === undefined)
    .map((issue) => ({ code: 'InvalidParameter', message: describeIssue(issue, where) }))
  const faults = details.map((detail) => detail.message).join('; ')
  const message = `The request is not valid: ${faults}. See the operation at /explorer.`
  return { status: 400, code: 'InvalidParameter', message, details }
}
