import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { LARGEST_CALLER_BODY } from '../../platform/http/limits/body-size.ts'
import { lengthRequired } from './errors.ts'

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
): (request: FastifyRequest) => Promise<void> | undefined {
  const isForgiven = (request: FastifyRequest) =>
    isLenient && request.raw.headers['content-length'] === '0'

  if (isLenient) {
    app.addHook('preValidation', (request, _reply, done) => {
      if (NEEDS_BODY.has(request.method) && isForgiven(request)) request.body = {}
      done()
    })
  }

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  const bodyLimit = LARGEST_CALLER_BODY
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      if (body === '') done(emptyBodyProblem(request), undefined)
      else parseJson(request, String(body), done)
    },
  )
  // Also what comes without a type: a chunked body turns out to be empty only when it is read.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (request, body, done) => {
    const notJson = new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
    done(body === '' ? emptyBodyProblem(request) : notJson, undefined)
  })

  const emptyBodyProblem = (request: FastifyRequest) =>
    NEEDS_BODY.has(request.method) && !isForgiven(request) ? lengthRequired() : null

  return (request) => (NEEDS_BODY.has(request.method) ? refuse(request) : undefined)

  async function refuse(request: FastifyRequest): Promise<void> {
    const problem = emptyBodyProblem(request)
    if (problem && (await hasNoBody(request))) throw problem
  }
}

async function hasNoBody({ raw }: FastifyRequest): Promise<boolean> {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (encoding === undefined) return length === undefined || Number(length) === 0
  return (await peek(raw)) === null
}

/** An empty body ends without ever being readable. */
function arrivalOf(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close']
    const go = () => {
      for (const event of events) raw.off(event, go)
      resolve()
    }
    for (const event of events) raw.on(event, go)
  })
}

/** The first bytes of a body, left where they are; null when it has none. */
async function peek(raw: IncomingMessage): Promise<Buffer | null> {
  if (raw.readableLength === 0 && !raw.complete) await arrivalOf(raw)
  const chunk = raw.read() as Buffer | null
  if (chunk) raw.unshift(chunk)
  return chunk
}
