import { insertQuotaRequest } from '../../support/world/quota-samples.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

export type ForRetries = 'notGivenUp' | 'retriedAlready' | 'requestedSince' | 'raisedSince'

type Key = Awaited<ReturnType<typeof insertQuotaRequest>>

const insert = ({ database }: ManagementStage, resourceKey: string, isGivenUp = true) =>
  insertQuotaRequest(database.db, {
    subscriptionId: 'sub-a',
    resourceKey,
    isGivenUp,
    limit: 25_000,
  })

const retry = ({ callAsOperator }: ManagementStage, key: Key) =>
  callAsOperator(
    'POST',
    `/subscriptions/sub-a/quota/requests/${key.requestId}/${key.subRequestId}/retry`,
  )

/** What operators cannot try again. */
export const quotaRetryRefusals: Record<ForRetries, RefusalOn<ManagementStage>> = {
  notGivenUp: {
    when: 'Trying a sub-request again that did not fail after its last attempt',
    provoke: async (stage) => retry(stage, await insert(stage, 'a-sample', false)),
  },
  retriedAlready: {
    when: 'Trying a sub-request again that was already tried again',
    about: 'varies',
    provoke: async (stage) => {
      const key = await insert(stage, 'virtualmachines')
      await retry(stage, key)
      return retry(stage, key)
    },
  },
  requestedSince: {
    when: 'Trying a sub-request again when there is a later request for the same limit',
    about: 'varies',
    provoke: async (stage) => {
      const key = await insert(stage, 'availabilitysets')
      await insert(stage, 'availabilitysets')
      return retry(stage, key)
    },
  },
  raisedSince: {
    when: 'Trying a sub-request again when the limit is higher by now',
    about: ['cores', 40_000],
    provoke: async (stage) => {
      const key = await insert(stage, 'cores')
      const cores = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores' }
      const value = [{ ...cores, limit: 40_000 }]
      await stage.callAsOperator('PATCH', '/subscriptions/sub-a/quota', { value })
      return retry(stage, key)
    },
  },
}
