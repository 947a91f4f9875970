import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { brokenText, lengthRequired } from './errors.ts'

const NEEDS_BODY = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Every POST, PUT and PATCH of the area needs a body of at least one byte, whatever its path; other
 * methods may carry an empty one, as a published client's DELETE does. With `isLenient`, exactly
 * `Content-Length: 0` counts as `{}`, because published clients send that. Returns the check to make
 * once it is known who calls, and before anything is said about what is at the address.
 */
export function refuseEmptyBodies(
  app: FastifyInstance,
  isLenient: boolean,
): (request: FastifyRequest) => void {
  const isForgiven = (request: FastifyRequest) =>
    isLenient && request.raw.headers['content-length'] === '0'

  if (isLenient) {
    app.addHook('preValidation', async (request) => {
      if (NEEDS_BODY.has(request.method) && isForgiven(request)) request.body = {}
    })
  }

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(emptyBodyProblem(request), undefined)
    else parseJson(request, String(body), refuseBrokenText(done))
  })
  // Also what comes without a type: a chunked body turns out to be empty only when it is read.
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const notJson = new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
    done(body === '' ? emptyBodyProblem(request) : notJson, undefined)
  })

  const emptyBodyProblem = (request: FastifyRequest) =>
    NEEDS_BODY.has(request.method) && !isForgiven(request) ? lengthRequired() : null

  return (request) => {
    const problem = hasNoBody(request) && emptyBodyProblem(request)
    if (problem) throw problem
  }
}

type Done = (error: Error | null, value?: unknown) => void

/** JSON can spell half of a character, which nothing can store. */
function refuseBrokenText(done: Done): Done {
  return (error, value) => {
    if (error || isWellFormed(value)) done(error, value)
    else done(brokenText(), undefined)
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner))
}

function hasNoBody({ raw: { headers } }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding === undefined && (length === undefined || Number(length) === 0)
}
