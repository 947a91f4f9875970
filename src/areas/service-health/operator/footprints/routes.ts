import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { subscriptionsUnknown } from '../../errors.ts'
import { changeFootprint, loadFootprints } from './actions.ts'
import { listFootprint } from './store.ts'
import { Footprint, FootprintChange, FootprintLoad } from './wire.ts'

const PATH = '/operator/v1/subscriptions/:subscription_id/footprint'
const tag = 'footprints'

const OfSubscription = pathParams('subscription_id')

export function footprintRoutes(app: Routes, db: Db): void {
  app.get(
    PATH,
    operatorOperation('getFootprint', {
      tag,
      summary: 'Get the services and regions that a subscription uses',
      params: OfSubscription,
      answers: { 200: answer('The footprint.', ref(Footprint)) },
    }),
    async ({ params }) => {
      const id = params.subscription_id.toLowerCase()
      const value = await listFootprint(db, id)
      if (!value) throw subscriptionsUnknown([id])
      return { value }
    },
  )
  app.put(
    PATH,
    operatorOperation('setFootprint', {
      tag,
      summary: 'Replace the footprint of a subscription',
      params: OfSubscription,
      body: ref(Footprint),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { subscription_id: subscriptionId }, body }, reply) => {
      await loadFootprints(db, call, { value: [{ subscriptionId, footprint: body.value }] })
      return reply.code(204).send()
    },
  )
  app.patch(
    PATH,
    operatorOperation('changeFootprint', {
      tag,
      summary: 'Add to the footprint of a subscription, or remove from it',
      params: OfSubscription,
      body: ref(FootprintChange),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body }, reply) => {
      await changeFootprint(db, call, params.subscription_id.toLowerCase(), body)
      return reply.code(204).send()
    },
  )
  app.post(
    '/operator/v1/footprints',
    operatorOperation('loadFootprints', {
      tag,
      summary: 'Replace the footprints of many subscriptions at once',
      body: ref(FootprintLoad),
      answers: NO_CONTENT,
    }),
    async ({ call, body }, reply) => {
      await loadFootprints(db, call, body)
      return reply.code(204).send()
    },
  )
}
