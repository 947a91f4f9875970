import type { FastifyInstance } from 'fastify'
import type { Outcomes } from './outcomes.ts'

/** The addresses at which the clients of both quota APIs ask for the state of a request. */
const POLLED = /\/(operationsStatus|serviceLimitsRequests|quotaRequests)\/:id$/

type SubRequest = { subRequestId?: string; provisioningState: string }

/** Of granted sub-requests whose outcome says so: callers of area C must not rely on the id. */
export function hideSubRequestIds(app: FastifyInstance, outcomes: Outcomes): void {
  app.addHook('preSerialization', async ({ routeOptions }, _reply, payload) => {
    if (!routeOptions.url?.endsWith('/serviceLimitsRequests/:id')) return payload
    const { properties } = payload as { properties?: { value: SubRequest[] } }
    for (const subRequest of properties?.value ?? []) {
      const { subRequestId = '', provisioningState } = subRequest
      const isGranted = provisioningState === 'Succeeded'
      if (isGranted && outcomes.hidesId(subRequestId)) delete subRequest.subRequestId
    }
    return payload
  })
}

/** Counted before the response is made, so that the poll after the last one finds the end. */
export function countPolls(app: FastifyInstance, outcomes: Outcomes): void {
  app.addHook('preHandler', async ({ method, params, routeOptions }) => {
    if (method !== 'GET' || !POLLED.test(routeOptions.url ?? '')) return
    const { id } = params as { id: string }
    await outcomes.countPoll(id.toLowerCase())
  })
}
