import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every second by a machine: measured, but not worth a log line. */
    isProbe?: true
  }
}

const PROBE_URLS = ['/livez', '/readyz']

/**
 * Need not wait in the queue: a busy node must not look like one that has failed, and a balancer may
 * share its address with all callers. It reads memory only; an `Origin` would need the database.
 */
export const isProbe = (request: IncomingMessage) => isReadOf(PROBE_URLS, request)

/** Without a query, and not from a script of another site. */
export const isReadOf = (
  urls: readonly string[],
  { method, url = '', headers }: IncomingMessage,
): boolean =>
  (method === 'GET' || method === 'HEAD') && urls.includes(url) && headers.origin === undefined

/**
 * `/livez`: the process runs. `/readyz`: this node wants traffic. Neither looks at the database:
 * were it away, every node would leave the balancer at once and callers would lose our 503.
 */
export function healthRoutes(app: FastifyInstance, isReady: () => boolean): void {
  const options = { config: { access: { public: true }, isProbe: true } } as const
  app.get('/livez', options, async () => ({ status: 'live' }))
  app.get('/readyz', options, async () => {
    if (!isReady()) throw stopping()
    return { status: 'ready' }
  })
}

const stopping = () =>
  new RequestError(
    'unavailable',
    'ServiceUnavailable',
    'This node is shutting down. Send the request to another node.',
    {
      retryAfterSeconds: 1,
    },
  )
