import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every second by a machine: measured, but not worth a log line. */
    isProbe?: true
  }
}

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
