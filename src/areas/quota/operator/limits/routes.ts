import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { subscriptionUnknown } from '../../errors.ts'
import { setQuota } from './actions.ts'
import { findQuota } from './store.ts'
import { SubscriptionQuotaChange, SubscriptionQuotaList } from './wire.ts'

const PATH = '/operator/v1/subscriptions/:subscription_id/quota'
const tag = 'quota'

type Id = { Params: { subscription_id: string } }

export function operatorLimitRoutes(app: FastifyInstance, db: Db): void {
  app.get<Id>(
    PATH,
    operatorOperation('getSubscriptionQuota', {
      tag,
      summary: 'What a subscription has that is not the default, and what it uses',
      answers: { 200: answer('The limits.', ref(SubscriptionQuotaList)) },
    }),
    async ({ params }) => {
      const value = await findQuota(db, params.subscription_id.toLowerCase())
      if (!value) throw subscriptionUnknown(params.subscription_id)
      return { value }
    },
  )
  app.patch<Id & { Body: SubscriptionQuotaChange }>(
    PATH,
    operatorOperation('changeSubscriptionQuota', {
      tag,
      summary: 'Report what a subscription uses, or set what it has',
      body: ref(SubscriptionQuotaChange),
      answers: DONE,
    }),
    async ({ call, params, body }, reply) => {
      await setQuota(db, call, params.subscription_id.toLowerCase(), body.value)
      return reply.code(204).send()
    },
  )
}
