import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Traces } from '../../traces/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Only if requests are traced. */
    span?: Span
  }
}

/** One span per request, by route pattern: a URL can hold an e-mail or a secret. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isProbe) return done()
    request.span = startSpan(traces, request)
    traces.run(request.span, done)
  })
  app.addHook('onResponse', ({ span, refusalCode }, { statusCode }, done) => {
    if (span) {
      span.setAttribute('http.response.status_code', statusCode)
      if (refusalCode !== undefined) span.setAttribute('binnacle.error_code', refusalCode)
      traces.end(span, statusCode >= 500 ? String(statusCode) : undefined)
    }
    done()
  })
}

function startSpan(traces: Traces, { id, method, headers, routeOptions }: FastifyRequest): Span {
  const { url: route = 'none' } = routeOptions
  const { traceparent } = headers
  return traces.start(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'binnacle.request_id': id },
    parent: {},
    ...(typeof traceparent === 'string' && { caller: { traceparent } }),
  })
}
