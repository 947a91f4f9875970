import type { FastifyInstance } from 'fastify'
import type { Outcomes } from './outcomes.ts'

/** The addresses at which the clients of both quota APIs ask for the state of a request. */
const POLLED = /\/(operationsStatus|serviceLimitsRequests|quotaRequests)\/:id$/

/** Counted before the response is made, so that the poll after the last one finds the end. */
export function countPolls(app: FastifyInstance, outcomes: Outcomes): void {
  app.addHook('preHandler', async ({ method, params, routeOptions }) => {
    if (method !== 'GET' || !POLLED.test(routeOptions.url ?? '')) return
    const { id } = params as { id: string }
    await outcomes.countPoll(id.toLowerCase())
  })
}
