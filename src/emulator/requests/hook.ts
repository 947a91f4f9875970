import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock/clock.ts'
import { isControl, isSignIn, pathOf } from '../guard.ts'
import type { RequestList } from './requests.ts'
import { HIDDEN, hideInPath, hideSecrets } from './rules.ts'

const HEADERS = [
  'user-agent',
  'content-type',
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-ms-client-request-id',
  'x-ms-correlation-request-id',
]
/** The connection was cut, or the client has left. */
const NO_RESPONSE = 0
const MOST_BODY_CHARACTERS = 16_384
/** Every request of a client but those to the controls, once its response was sent or its connection has ended. */
export function recordRequests(
  app: FastifyInstance,
  requests: RequestList,
  clock: Pick<Clock, 'productTime' | 'isOwn'>,
): void {
  const recorded = new WeakSet<FastifyRequest>()
  const record = (request: FastifyRequest, { raw, elapsedTime }: FastifyReply) => {
    if (isControl(request) || clock.isOwn() || recorded.has(request)) return
    recorded.add(request)
    requests.add({
      ...describe(request),
      at: clock.productTime().toISOString(),
      status: raw.writableFinished ? raw.statusCode : NO_RESPONSE,
      ms: Math.round(elapsedTime),
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.closed) record(request, reply)
    else reply.raw.once('close', () => record(request, reply))
    done()
  })
  // A request that was refused before the hook above has no listener.
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply)
    done()
  })
}

function describe(request: FastifyRequest) {
  const { method, id: requestId, callerIds = {}, headers } = request
  const path = hideInPath(pathOf(request))
  const hidesAll = isSignIn(path)
  const given = HEADERS.map((name) => [name, headers[name]] as const)
  return {
    method,
    path,
    requestId,
    caller: callerIds,
    query: hidesAll ? {} : (hideSecrets({ ...(request.query as object) }) as object as Query),
    headers: Object.fromEntries(given.filter((pair): pair is [string, string] => Boolean(pair[1]))),
    body: hidesAll ? HIDDEN : keepBody(request.body),
  }
}

type Query = Readonly<Record<string, unknown>>

/** Files and long bodies are not kept. */
function keepBody(body: unknown): unknown {
  if (body === undefined) return null
  if (Buffer.isBuffer(body)) return HIDDEN
  const hidden = hideSecrets(body)
  return (JSON.stringify(hidden)?.length ?? 0) > MOST_BODY_CHARACTERS ? HIDDEN : hidden
}
