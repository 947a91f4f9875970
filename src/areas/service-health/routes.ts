import type { FastifyInstance } from 'fastify'
import { ref } from '../../platform/http/schema.ts'
import { ErrorResponse, EventList, ListQuery } from './wire.ts'

export function eventRoutes(app: FastifyInstance, vendorNamespace: string): void {
  const options = {
    config: { access: { right: 'read events' } },
    schema: {
      operationId: 'listEvents',
      tags: ['events'],
      summary: 'The events that concern a subscription',
      querystring: ListQuery,
      response: {
        200: { description: 'The events.', ...ref(EventList) },
        default: { description: 'Any failure.', ...ref(ErrorResponse) },
      },
    },
  }
  const events = `providers/${vendorNamespace}.ResourceHealth/events`
  app.get(`/subscriptions/:subscriptionId/${events}`, options, async () => ({ value: [] }))
  // An empty id has its own answer.
  app.get(`/subscriptions//${events}`, { ...options, schema: { hide: true } }, async () => ({
    value: [],
  }))
}
