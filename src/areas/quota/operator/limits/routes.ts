import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { subscriptionUnknown } from '../../errors.ts'
import { setQuota } from './actions.ts'
import { findQuota } from './store.ts'
import { SubscriptionQuotaChange, SubscriptionQuotaList } from './wire.ts'

const PATH = '/operator/v1/subscriptions/:subscription_id/quota'
const tag = 'quota'

const OfSubscription = pathParams('subscription_id')

export function operatorLimitRoutes(app: Routes, db: Db): void {
  app.get(
    PATH,
    operatorOperation('getSubscriptionQuota', {
      tag,
      summary: 'List the usage of a subscription and its limits that differ from the default',
      params: OfSubscription,
      answers: { 200: answer('The limits.', ref(SubscriptionQuotaList)) },
    }),
    async ({ params }) => {
      const value = await findQuota(db, params.subscription_id.toLowerCase())
      if (!value) throw subscriptionUnknown(params.subscription_id)
      return { value }
    },
  )
  app.patch(
    PATH,
    operatorOperation('changeSubscriptionQuota', {
      tag,
      summary: 'Report the usage of a subscription, or set its limits',
      params: OfSubscription,
      body: ref(SubscriptionQuotaChange),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body }, reply) => {
      await setQuota(db, call, params.subscription_id.toLowerCase(), body.value)
      return reply.code(204).send()
    },
  )
}
