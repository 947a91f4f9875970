import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts'
import { RequestError } from '../../errors.ts'

const RETRY_AFTER_SECONDS = 2
/** How many changes may wait for one thing, and how long. */
export const WRITE_LIMITS = { most: 500, longestMs: 30_000, refuse: queueFull }

function queueFull(): RequestError {
  return new RequestError(
    'unavailable',
    'ServiceUnavailable',
    `Too many changes are in the queue. Nothing was changed. Try again in ${RETRY_AFTER_SECONDS} seconds, with fewer requests at once.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

/** Writes that would wait for the lock of the same owner wait here, without a database connection. */
export function queueWrites(
  app: FastifyInstance,
  ownersOf: (request: FastifyRequest) => Promise<readonly string[]>,
): void {
  const inTurn = createKeyedMutex(WRITE_LIMITS)
  app.addHook('onRoute', (route) => {
    if (!isWrite(route)) return
    const { handler } = route
    route.handler = async function (request, reply) {
      if (request.principal === '') return handler.call(this, request, reply)
      const owners = await ownersOf(request)
      return inTurn(owners, async () => handler.call(this, request, reply))
    }
  })
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const isWrite = ({ method }: RouteOptions) => [method].flat().every((name) => WRITES.has(name))
