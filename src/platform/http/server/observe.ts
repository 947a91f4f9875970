import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

/** One log line and one measurement per request, both by route pattern: a URL can hold an e-mail or a secret. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('refusalCode', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { id: requestId, method, correlationId, clientRequestId, refusalCode: code } = request
    const { callerIds, span } = request
    const { statusCode: status, elapsedTime } = reply
    metrics.observeRequest(method, route, status, elapsedTime / 1000)
    if (request.routeOptions.config.isProbe) return done()
    const traceId = span?.spanContext().traceId
    const ms = Math.round(elapsedTime * 10) / 10
    request.log.info(
      {
        requestId,
        method,
        route,
        status,
        ms,
        code,
        correlationId,
        clientRequestId,
        traceId,
        ...callerIds,
      },
      'request',
    )
    done()
  })
}
