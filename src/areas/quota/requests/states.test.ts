import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { isWaiting, stateOf } from '../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const STATES = ['Accepted', 'Invalid', 'Succeeded', 'Failed', 'InProgress']
const quota = useQuota()
const idle = useQuota({}, { runsJobs: false })
let ada: Reader
/** What happened to a request, and how it stands. */
const happened = new Map<string, Answer['body']>()
/** One for each state. */
const seen = new Map<string, Answer['body']>()
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  const eve = await idle.addReader('eve')
  await idle.addSubscription('sub-e', { [eve.id]: 'owner' })
  const untouched = await idle.put(eve, 'sub-e', 'cores', 30)
  const { body } = await idle.status(eve, 'sub-e', untouched.body.requestId)
  const ended = async (resource: string, limit: number, until?: typeof isWaiting) => {
    const { body } = await quota.put(ada, 'sub-a', resource, limit)
    return quota.waitForRequest(ada, 'sub-a', body.requestId, until)
  }
  const used = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'standardDFamily' }
  await quota.callAsOperator('PATCH', '/subscriptions/sub-a/quota', {
    value: [{ ...used, currentValue: 7 }],
  })
  happened.set('not looked at', body)
  happened.set('granted', await ended('cores', 50))
  happened.set('above the maximum', await ended('standardNDSFamily', 97))
  happened.set('below what is in use', await ended('standardDFamily', 6))
  happened.set('waits for a person', await ended('standardHBSFamily', 100, isWaiting))
  for (const details of happened.values()) seen.set(stateOf(details), details)
})

describe('the states', () => {
  test('C44: there are five', () => {
    expect([...seen.keys()].sort()).toEqual(STATES.toSorted())
  })

  test('C45: a request carries one of them, and the one that fits what happened to it', () => {
    expect(Object.fromEntries([...happened].map(([what, one]) => [what, stateOf(one)]))).toEqual({
      'not looked at': 'Accepted',
      granted: 'Succeeded',
      'above the maximum': 'Invalid',
      'below what is in use': 'Failed',
      'waits for a person': 'InProgress',
    })
  })

  test('C46: each sub-request carries one of its own', () => {
    for (const [state, { properties }] of seen) {
      expect(properties.value[0].provisioningState).toBe(state)
    }
  })

  test('C47: a request can be Failed although one of its sub-requests is Succeeded', async () => {
    const limits = { standardDv3Family: 40, standardDFamily: 5 }
    const { body } = await quota.putMany(ada, 'sub-a', limits)
    const details = await quota.waitForRequest(ada, 'sub-a', body.requestId)
    const subRequests = details.properties.value.map(
      (subRequest: Answer['body']) => subRequest.provisioningState,
    )
    expect([stateOf(details), subRequests]).toEqual(['Failed', ['Succeeded', 'Failed']])
    expect(details.properties.message).toBe(
      'Of 2 resources: 1 granted, 1 not granted. standardDFamily: The current usage is 7 (Count). Reduce your usage first, or request at least 7.',
    )
    expect(await quota.limitOf(ada, 'sub-a', 'standardDv3Family')).toBe(40)
  })

  test('a sub-request that is Invalid beside one that is not makes the whole Failed', async () => {
    const limits = { standardDv3Family: 45, standardNDSFamily: 97 }
    const { body } = await quota.putMany(ada, 'sub-a', limits)
    const details = await quota.waitForRequest(ada, 'sub-a', body.requestId)
    expect(stateOf(details)).toBe('Failed')
  })

  test('while one sub-request waits for a person, the whole is in progress', async () => {
    const limits = { standardDSv3Family: 30, standardHCSFamily: 1 }
    const { body } = await quota.putMany(ada, 'sub-a', limits)
    const details = await quota.waitForRequest(ada, 'sub-a', body.requestId, ({ properties }) =>
      properties.message.includes('1 granted'),
    )
    expect([stateOf(details), details.properties.message]).toEqual([
      'InProgress',
      'Of 2 resources: 1 granted, 1 in progress.',
    ])
  })
})

describe('what pollers are told', () => {
  const statusOf = (id: string) =>
    quota.send(ada, 'GET', quota.path('sub-a', `operationsStatus/${id}`))

  test('of Invalid that it failed, and why: they know no Invalid', async () => {
    const { body, headers } = await statusOf(seen.get('Invalid')?.id)
    expect(body).toMatchObject({
      status: 'Failed',
      error: { code: 'LimitAboveMaximum', message: expect.stringContaining('96') },
    })
    expect([headers.get('retry-after'), headers.get('azure-asyncoperation')]).toEqual([null, null])
    expect(headers.get('location')).toContain('/serviceLimitsRequests/')
    expect(body.endTime).toMatch(/Z$/)
  })

  test('of what is under way when to ask again', async () => {
    const { body, headers } = await statusOf(seen.get('InProgress')?.id)
    expect([body.status, body.endTime, headers.get('retry-after')]).toEqual([
      'InProgress',
      undefined,
      '1',
    ])
    expect(headers.get('azure-asyncoperation')).toContain(`/operationsStatus/${body.name}?`)
  })

  test('of success nothing more', async () => {
    const { body } = await statusOf(seen.get('Succeeded')?.id)
    expect(Object.keys(body)).toEqual(['id', 'name', 'status', 'startTime', 'endTime'])
  })
})
