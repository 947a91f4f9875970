import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { createKeyedMutex, createSemaphore } from '../../concurrency/keyed-mutex.ts'
import { RequestError } from '../../errors.ts'

const RETRY_AFTER_SECONDS = 2
/** How many changes may wait for one thing, and how long. */
export const WRITE_LIMITS = { most: 500, longestMs: 30_000, refuse: queueFull }
/** Fewer than the database has connections for this process: the rest is left to reads. */
const AT_ONCE = 6
/** So much of a body counts as one more request: what waits is held in memory. */
const BYTES_PER_TURN = 16 * 1024

function queueFull(): RequestError {
  return new RequestError(
    'unavailable',
    'ServiceUnavailable',
    `Too many changes are in the queue. Nothing was changed. Try again in ${RETRY_AFTER_SECONDS} seconds, with fewer requests at once.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

/**
 * Writes that would wait for the same lock wait here, without a database connection. The caller's own
 * turn comes first: whatever one caller sends, it takes one place in an owner's queue.
 */
export function queueWrites(
  app: FastifyInstance,
  ownersOf: (request: FastifyRequest) => Promise<readonly string[]>,
): void {
  const callers = createKeyedMutex(WRITE_LIMITS)
  const owners = createKeyedMutex(WRITE_LIMITS)
  const withPermit = createSemaphore(AT_ONCE, WRITE_LIMITS)
  app.addHook('onRoute', (route) => {
    if (!isWrite(route)) return
    const { handler } = route
    route.handler = function (request, reply) {
      if (request.principal === '') return handler.call(this, request, reply)
      const work = () => withPermit(async () => handler.call(this, request, reply))
      return callers(
        [request.principal],
        async () => owners(await ownersOf(request), work),
        weightOf(request),
      )
    }
  })
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const isWrite = ({ method }: RouteOptions) => [method].flat().every((name) => WRITES.has(name))

/** A body of unknown length is taken for the largest that a route accepts. */
function weightOf({ headers }: FastifyRequest): number {
  const length = headers['content-length']
  const bytes = length === undefined && headers['transfer-encoding'] ? 1024 * 1024 : Number(length)
  return 1 + Math.floor((bytes || 0) / BYTES_PER_TURN)
}
