import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import { operation } from '../operation.ts'
import { VersionQuery } from '../requests/wire.ts'
import { OWN_PATH } from '../wire.ts'
import { type Answered, type PreflightDeps, preflightQuota } from './actions.ts'
import { type Preflight, PreflightInputs, PreflightList } from './wire.ts'

export function preflightRoutes(app: Routes, deps: PreflightDeps): void {
  app.post(
    `${OWN_PATH}/preflight`,
    operation('preflightQuota', 'check quota requests', {
      summary:
        'Check what would happen to quota requests, without sending them (specific to Binnacle, not in the published API)',
      params: pathParams('subscriptionId'),
      querystring: VersionQuery,
      body: ref(PreflightInputs),
      answers: { 200: answer('The outcome of each row, in the same order.', ref(PreflightList)) },
    }),
    async ({ subscription, body }) => ({
      value: (await preflightQuota(deps, subscription.id, body.value)).map(toWire),
    }),
  )
}

const toWire = ({ input, found: { resource }, prediction }: Answered): Preflight => ({
  provider: input.provider,
  location: input.location,
  resource: input.resource,
  limit: input.limit,
  ...(resource && {
    displayName: resource.displayName,
    unit: resource.unit,
    currentLimit: resource.currentLimit,
    currentValue: resource.currentValue,
  }),
  ...prediction,
})
