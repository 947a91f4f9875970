import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../errors.ts'

/** How many requests a node works on at a time. A refused one costs less than one that waits for too long. */
export const MOST_IN_FLIGHT = 1000

/** Counts requests that have begun and are not over, and answers the refusal of one too many. */
export function limitInFlight(onRefused: () => void) {
  let count = 0
  const end = () => {
    count--
  }
  return (request: FastifyRequest, reply: FastifyReply): RequestError | undefined => {
    if (isExempt(request)) return undefined
    if (count >= MOST_IN_FLIGHT) {
      onRefused()
      return tooManyInFlight()
    }
    count++
    // Of a connection that was lost, the framework reports no response.
    reply.raw.once('close', end)
    return undefined
  }
}

/** A busy node must not look like one that has failed. An `Origin` would need the database. */
const isExempt = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.isProbe === true && headers.origin === undefined

const tooManyInFlight = () =>
  new RequestError(
    'unavailable',
    'TooManyRequestsInFlight',
    'This node is working on as many requests as it can. Wait one second and try again.',
    { retryAfterSeconds: 1 },
  )
