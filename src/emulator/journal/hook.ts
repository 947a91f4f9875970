import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProductClock } from '../../platform/time.ts'
import { isControl, pathOf } from '../guard.ts'
import type { Journal } from './journal.ts'
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
const MOST_BODY_CHARACTERS = 16_384
/** Nearly everything that is sent there is a credential. */
const SIGN_IN = /\/oauth2(\/|$)/i

/** Every request but those to the controls, once it was answered. */
export function recordRequests(
  app: FastifyInstance,
  journal: Journal,
  productTime: ProductClock,
): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    if (!isControl(request)) {
      journal.add({
        ...describe(request),
        at: productTime().toISOString(),
        status,
        ms: Math.round(elapsedTime),
      })
    }
    done()
  })
}

function describe(request: FastifyRequest) {
  const { method, id: requestId, callerIds = {}, headers } = request
  const path = hideInPath(pathOf(request))
  const isSignIn = SIGN_IN.test(path)
  const given = HEADERS.map((name) => [name, headers[name]] as const)
  return {
    method,
    path,
    requestId,
    caller: callerIds,
    query: isSignIn ? {} : (hideSecrets({ ...(request.query as object) }) as object as Query),
    headers: Object.fromEntries(given.filter((pair): pair is [string, string] => Boolean(pair[1]))),
    body: isSignIn ? HIDDEN : keepBody(request.body),
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
