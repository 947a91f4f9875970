import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { subscriptionsUnknown } from '../../errors.ts'
import { changeFootprint, loadFootprints } from './actions.ts'
import { listFootprint } from './store.ts'
import { Footprint, FootprintChange, FootprintLoad } from './wire.ts'

const PATH = '/operator/v1/subscriptions/:subscription_id/footprint'
const tag = 'footprints'

type Id = { Params: { subscription_id: string } }

export function footprintRoutes(app: FastifyInstance, db: Db): void {
  app.get<Id>(
    PATH,
    operatorOperation('getFootprint', {
      tag,
      summary: 'The services and regions a subscription uses',
      answers: { 200: answer('The footprint.', ref(Footprint)) },
    }),
    async ({ params }) => {
      const id = params.subscription_id.toLowerCase()
      const value = await listFootprint(db, id)
      if (!value) throw subscriptionsUnknown([id])
      return { value }
    },
  )
  app.put<Id & { Body: Footprint }>(
    PATH,
    operatorOperation('setFootprint', {
      tag,
      summary: 'Replace the footprint of a subscription',
      body: ref(Footprint),
      answers: DONE,
    }),
    async ({ call, params: { subscription_id: subscriptionId }, body }, reply) => {
      await loadFootprints(db, call, { value: [{ subscriptionId, footprint: body.value }] })
      return reply.code(204).send()
    },
  )
  app.patch<Id & { Body: FootprintChange }>(
    PATH,
    operatorOperation('changeFootprint', {
      tag,
      summary: 'Add to the footprint of a subscription, or take away from it',
      body: ref(FootprintChange),
      answers: DONE,
    }),
    async ({ call, params, body }, reply) => {
      await changeFootprint(db, call, params.subscription_id.toLowerCase(), body)
      return reply.code(204).send()
    },
  )
  app.post<{ Body: FootprintLoad }>(
    '/operator/v1/footprints',
    operatorOperation('loadFootprints', {
      tag,
      summary: 'Replace the footprints of many subscriptions at once',
      body: ref(FootprintLoad),
      answers: DONE,
    }),
    async ({ call, body }, reply) => {
      await loadFootprints(db, call, body)
      return reply.code(204).send()
    },
  )
}
