import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { eventNotFound } from '../errors.ts'
import { findReader } from '../events/actions.ts'
import { findEvent } from '../events/store.ts'
import { operation } from '../operation.ts'
import { ApiVersionQuery, OWN_NAMESPACE } from '../wire.ts'
import { toReason } from './rules.ts'
import { listReach } from './store.ts'
import { Reason } from './wire.ts'

export function reasonRoutes(app: Routes, db: Db): void {
  app.get(
    `/subscriptions/:subscriptionId/providers/${OWN_NAMESPACE}/events/:trackingId/reason`,
    operation('getEventReason', 'read events', {
      tag: 'events',
      summary:
        'Get the reason why an event is shown for a subscription (specific to Binnacle, not in the published API)',
      params: pathParams('subscriptionId', 'trackingId'),
      querystring: Type.Object(ApiVersionQuery),
      answer: {
        description: 'The audience, and the services and regions that match the footprint.',
        ...ref(Reason),
      },
    }),
    async ({ params, subscription }): Promise<Reason> => {
      const trackingId = params.trackingId.toUpperCase()
      const { keys } = await findReader(db, subscription.id)
      const asked = { keys: [...keys], start: undefined, filter: undefined }
      const row = await findEvent(db, trackingId, asked)
      if (!row) throw eventNotFound(params.trackingId)
      const reach = await listReach(db, trackingId, [...keys])
      return toReason(row, keys, new Set(reach))
    },
  )
}
