import type * as quotaErrors from '../../../src/areas/quota/errors.ts'
import { UNSERVED } from '../../../src/management-api/unserved/operations.ts'
import type { Answer } from '../../support/http/http.ts'
import { isWaiting } from '../../support/http/quota.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'
import type { FailureName } from './quota-failures.ts'
import { type ForRetries, quotaRetryRefusals } from './quota-retry-refusals.ts'

type Refusal = RefusalOn<ManagementStage>
/** An operator cannot sign in without the key that is missing then. */
type NotOverHttp = 'sealMissing'
export type ForOperators =
  | ForRetries
  | 'providerNotThere'
  | 'catalogueName'
  | 'catalogueTwice'
  | 'maximumTooLow'
  | 'endpointRefused'
  | 'endpointNotThere'
  | 'endpointHasTwoSecrets'
  | 'endpointHasNoPreviousSecret'
  | 'subRequestNotFound'
  | 'decidedAlready'
  | 'grantAboveRequest'
  | 'grantWithoutIncrease'
  | 'grantBelowUsage'
  | 'grantAboveMaximum'
  | 'grantOfRemoved'
  | 'subscriptionUnknown'
  | 'limitsUnknown'
type ForCallers = Exclude<keyof typeof quotaErrors, FailureName | NotOverHttp | ForOperators>

const get = ({ send, path, people }: ManagementStage, rest: string) =>
  send(people.ada, 'GET', path('sub-a', rest))
const put = ({ send, path, people }: ManagementStage, properties: object) =>
  send(people.ada, 'PUT', path('sub-a', 'serviceLimits/cores'), { properties })

/** Every refusal that area C has for callers, or this file does not compile. */
export const quotaRefusals: Record<ForCallers, Refusal> &
  Record<'roleTooLow' | 'keyOfAnotherRequest' | 'operationNotServed', Refusal> = {
  operationNotServed: {
    when: 'An operation of a published client that Binnacle [does not serve](operations.md)',
    about: [UNSERVED[0]?.why],
    provoke: ({ send, people }) =>
      send(
        people.ada,
        'GET',
        `/providers/Microsoft.Management/managementGroups/m/providers/Microsoft.Quota/groupQuotas`,
      ),
  },
  keyOfAnotherRequest: {
    when: 'An `Idempotency-Key` that was already used with a different body',
    provoke: async ({ put: ask, people }) => {
      const key = { 'Idempotency-Key': 'one' }
      await ask(people.ada, 'sub-a', 'standardFSv2Family', 20, key)
      return ask(people.ada, 'sub-a', 'standardFSv2Family', 21, key)
    },
  },
  providerUnknown: {
    when: 'A resource provider that is not in the catalogue',
    about: 'varies',
    provoke: ({ send, path, people }) =>
      send(people.ada, 'GET', path('sub-a', 'serviceLimits', 'Microsoft.Nothing')),
  },
  locationUnknown: {
    when: 'A location that the provider does not have',
    about: 'varies',
    provoke: ({ send, path, people }) =>
      send(people.ada, 'GET', path('sub-a', 'serviceLimits').replace('eastus', 'atlantis')),
  },
  resourcesUnknown: {
    when: 'A resource that the provider does not have',
    about: [['disks'], 'Microsoft.Compute'],
    provoke: (stage) => get(stage, 'serviceLimits/disks'),
  },
  nameDiffers: {
    when: 'Different resources in the path and in the body',
    about: ['cores', 'virtualMachines'],
    provoke: (stage) => put(stage, { limit: 30, name: { value: 'virtualMachines' } }),
  },
  resourceRepeated: {
    when: 'The same resource twice in one request',
    about: ['CORES'],
    provoke: ({ putMany, people }) => putMany(people.ada, 'sub-a', { cores: 30, CORES: 31 }),
  },
  unitDiffers: {
    when: 'A unit that differs from the unit in the catalogue',
    about: ['cores', 'Bytes', 'Count'],
    provoke: (stage) => put(stage, { limit: 30, unit: 'Bytes' }),
  },
  resourceTypeDiffers: {
    when: 'A `resourceType` that differs from the type in the catalogue',
    about: ['cores', 'shared', null],
    provoke: (stage) => put(stage, { limit: 30, resourceType: 'shared' }),
  },
  requestNotFound: {
    when: 'A quota request that does not exist',
    about: ['x'],
    provoke: (stage) => get(stage, 'serviceLimitsRequests/x'),
  },
  requestSent: {
    when: 'Requesting a different limit after the open request was sent to the provider',
    about: 'varies',
    provoke: async ({ put, people, database }) => {
      const { body } = await put(people.ada, 'sub-a', 'cores', 6000)
      await database.db
        .updateTable('quota_sub_request')
        .set({ state: 'InProgress', sent_at: new Date(), granted_limit: 6000 })
        .where('request_id', '=', body.requestId)
        .execute()
      return put(people.ada, 'sub-a', 'cores', 6001)
    },
  },
  changedMeanwhile: {
    when: 'An `If-Match` or `If-None-Match` condition that is not met',
    provoke: ({ put, people }) =>
      put(people.ada, 'sub-a', 'standardDFamily', 30, { 'If-Match': '"other"' }),
  },
  preconditionForOne: {
    when: '`If-Match` or `If-None-Match` in a request for several resources',
    provoke: ({ putMany, people }) =>
      putMany(people.ada, 'sub-a', { standardDFamily: 30 }, { 'If-Match': '"other"' }),
  },
  topInvalid: {
    when: 'A `$top` that is not a whole number of at least 1',
    provoke: (stage) => get(stage, 'serviceLimitsRequests?api-version=2020-10-25&$top=0'),
  },
  roleTooLow: {
    when: 'Requesting quota with the reader role',
    provoke: ({ put, people }) => put(people.rex, 'sub-a', 'cores', 30),
  },
}

const provider = ({ callAsOperator }: ManagementStage, entry: object) =>
  callAsOperator('PUT', '/quota/providers/Contoso.Tides', entry)

/** Every refusal that area C has for operators, or this file does not compile. */
export const quotaOperatorRefusals: Record<ForOperators, Refusal> = {
  ...quotaRetryRefusals,
  providerNotThere: {
    when: 'A provider that is not in the catalogue',
    about: ['Contoso.Nothing'],
    provoke: ({ callAsOperator }) => callAsOperator('DELETE', '/quota/providers/Contoso.Nothing'),
  },
  catalogueName: {
    when: 'An invalid provider name',
    about: ['a?b'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('PUT', '/quota/providers/a%3Fb', { locations: [], resources: [] }),
  },
  catalogueTwice: {
    when: 'The same location or resource twice in a provider of the catalogue',
    about: ['eastus'],
    provoke: (stage) => provider(stage, { locations: ['East US', 'eastus'], resources: [] }),
  },
  maximumTooLow: {
    when: 'A maximum below the default limit',
    about: ['buoys'],
    provoke: (stage) =>
      provider(stage, {
        locations: [],
        resources: [{ name: 'buoys', defaultLimit: 2, maximum: 1 }],
      }),
  },
  endpointRefused: {
    when: 'An endpoint that does not use https or is not public',
    about: 'varies',
    provoke: async (stage) => {
      await provider(stage, { locations: [], resources: [] })
      const url = 'https://10.0.0.1/quota'
      return stage.callAsOperator('PUT', '/quota/providers/Contoso.Tides/endpoint', { url })
    },
  },
  endpointNotThere: {
    when: 'A new secret for a provider without an endpoint',
    about: ['Contoso.Buoys'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/quota/providers/Contoso.Buoys/endpoint/secrets'),
  },
  endpointHasTwoSecrets: {
    when: 'A third secret for the endpoint of a provider',
    about: ['Contoso.Tides'],
    provoke: async (stage) => {
      await provider(stage, { locations: [], resources: [] })
      const path = '/quota/providers/Contoso.Tides/endpoint'
      await stage.callAsOperator('PUT', path, { url: 'https://provider.example/quota' })
      await stage.callAsOperator('POST', `${path}/secrets`)
      return stage.callAsOperator('POST', `${path}/secrets`)
    },
  },
  endpointHasNoPreviousSecret: {
    when: 'Deleting a previous secret that the endpoint of a provider does not have',
    about: ['Contoso.Buoys'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('DELETE', '/quota/providers/Contoso.Buoys/endpoint/secrets/previous'),
  },
  subRequestNotFound: {
    when: 'A decision on a sub-request that does not exist',
    provoke: ({ decide }) =>
      decide({ subscriptionId: 'sub-a', requestId: 'x', subRequestId: 'x' }, DENY),
  },
  decidedAlready: {
    when: 'A decision on a sub-request that is not waiting for a decision',
    provoke: async (stage) => {
      const waiting = await waitForDecision(stage, 'standardHBSFamily')
      await stage.decide(waiting, DENY)
      return stage.decide(waiting, DENY)
    },
  },
  grantAboveRequest: {
    when: 'Granting more than the requested limit',
    about: [64],
    provoke: (stage) => grant(stage, 65),
  },
  grantWithoutIncrease: {
    when: 'Granting an increase with a limit that is not above the current limit',
    about: [50],
    provoke: (stage) => grant(stage, 50, () => setUsage(stage, { limit: 50, currentValue: 40 })),
  },
  grantBelowUsage: {
    when: 'Granting a limit below the current usage',
    about: [40],
    provoke: (stage) => grant(stage, 39),
  },
  grantAboveMaximum: {
    when: 'Granting more than a maximum that was lowered while the request was waiting',
    about: [60],
    provoke: (stage) => grant(stage, 61, () => changeResource(stage, { maximum: 60 })),
  },
  grantOfRemoved: {
    when: 'Granting a request for a resource that was removed from the catalogue while the request was waiting',
    provoke: (stage) => grant(stage, 64, () => changeResource(stage, undefined)),
  },
  subscriptionUnknown: {
    when: 'Setting limits for a subscription that does not exist',
    about: ['sub-z'],
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/subscriptions/sub-z/quota'),
  },
  limitsUnknown: {
    when: 'Setting limits for a resource that is not in the catalogue',
    about: [['microsoft.compute/disks']],
    provoke: ({ callAsOperator }) => {
      const limit = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'disks' }
      return callAsOperator('PATCH', '/subscriptions/sub-a/quota', {
        value: [{ ...limit, limit: 1 }],
      })
    },
  },
}

/** One sub-request for all grants: each is refused, so it goes on waiting. */
const GRANTED = 'standardMSv2Family'

async function grant(stage: ManagementStage, limit: number, change?: () => Promise<Answer>) {
  const waiting = await waitForDecision(stage, GRANTED)
  await change?.()
  return stage.decide(waiting, { decision: 'approve', limit, reason: 'More.' })
}

function setUsage({ callAsOperator }: ManagementStage, usage: object) {
  const value = [{ provider: 'Microsoft.Compute', location: 'eastus', resource: GRANTED, ...usage }]
  return callAsOperator('PATCH', '/subscriptions/sub-a/quota', { value })
}

/** Without changes it is removed. */
async function changeResource({ callAsOperator }: ManagementStage, changes: object | undefined) {
  const path = '/quota/providers/Microsoft.Compute'
  const { locations, resources } = (await callAsOperator('GET', path)).body
  const changed = resources.flatMap((resource: Answer['body']) => {
    if (resource.name !== GRANTED) return [resource]
    return changes ? [{ ...resource, ...changes }] : []
  })
  return callAsOperator('PUT', path, { locations, resources: changed })
}

const DENY = { decision: 'deny', reason: 'No capacity is left in this region.' }

/** A request beyond the headroom, once the rules have left it to a person. */
async function waitForDecision(
  { put, waitForRequest, waiting, people }: ManagementStage,
  resource: string,
) {
  const { body } = await put(people.ada, 'sub-a', resource, 64)
  await waitForRequest(people.ada, 'sub-a', body.requestId, isWaiting)
  const [found] = (await waiting('sub-a')).filter((one) => one.resource === resource)
  if (!found) throw new Error(`nothing waits for ${resource}`)
  return found
}
