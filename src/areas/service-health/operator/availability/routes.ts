import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { changeAvailability } from './actions.ts'
import { AvailabilityChange } from './wire.ts'

export function operatorAvailabilityRoutes(app: Routes, db: Db): void {
  app.patch(
    '/operator/v1/subscriptions/:subscription_id/availability',
    operatorOperation('changeAvailability', {
      tag: 'availability',
      summary: 'Set or remove the states of resources of a subscription',
      params: pathParams('subscription_id'),
      body: ref(AvailabilityChange),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body }, reply) => {
      await changeAvailability(db, call, params.subscription_id.toLowerCase(), body)
      return reply.code(204).send()
    },
  )
}
