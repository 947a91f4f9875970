import { operatorOperation } from '../../../../directory/operators/operation.ts'
import { toSubscriptionId } from '../../../../directory/subscriptions/rules.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../../platform/http/schema.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import type { DecidingDeps } from '../../deciding/actions.ts'
import { subRequestNotFound } from '../../errors.ts'
import { retryGivenUp } from './actions.ts'
import { RetriedSubRequest } from './wire.ts'

const OfSubRequest = pathParams('subscription_id', 'request_id', 'sub_request_id')

export function retryRoutes(app: Routes, deps: DecidingDeps): void {
  app.post(
    '/operator/v1/subscriptions/:subscription_id/quota/requests/:request_id/:sub_request_id/retry',
    operatorOperation('retryQuota', {
      tag: 'quota',
      summary: 'Retry a failed sub-request as a new request',
      params: OfSubRequest,
      answers: { 201: answer('The new request.', ref(RetriedSubRequest)) },
    }),
    async ({ call, params }, reply) => {
      const { subscription_id, request_id: requestId, sub_request_id: subRequestId } = params
      const subscriptionId = toSubscriptionId(subscription_id)
      if (!subscriptionId || !isUuid(requestId) || !isUuid(subRequestId)) throw subRequestNotFound()
      const retried = await retryGivenUp(deps, call, { subscriptionId, requestId, subRequestId })
      return reply.code(201).send(retried)
    },
  )
}
