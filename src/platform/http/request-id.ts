import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    correlationId: string
    clientRequestId: string | undefined
  }
}

/** Short and plain enough that nothing secret can reach a log line through it. */
const VALID_REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/

export const makeRequestId = () => randomUUID()

export function decorateRequestIds(app: FastifyInstance): void {
  app.decorateRequest('correlationId', '')
  app.decorateRequest('clientRequestId', undefined)
}

/**
 * Every answer names its request. A caller's correlation id is passed on, or is the request's own;
 * the caller's id for the request comes back only when asked for.
 */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request.raw
  request.correlationId = believe(headers['x-ms-correlation-request-id']) ?? request.id
  request.clientRequestId = believe(headers['x-ms-client-request-id'])
  reply.header('x-ms-request-id', request.id)
  reply.header('x-ms-correlation-request-id', request.correlationId)
  reply.header('cache-control', 'no-store')
  reply.header('x-content-type-options', 'nosniff')
  if (request.clientRequestId && headers['x-ms-return-client-request-id'] === 'true') {
    reply.header('x-ms-client-request-id', request.clientRequestId)
  }
}

function believe(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && VALID_REQUEST_ID.test(value) ? value : undefined
}
