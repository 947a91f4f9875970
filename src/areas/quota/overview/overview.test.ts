import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { isWaiting } from '../../../../test/support/http/quota.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const SUB = 'sub-a'
const quota = useQuota({ RATE_LIMITS: 'false' })
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription(SUB, { [ada.id]: 'owner' })
})
const own = (rest: string) => `/subscriptions/${SUB}/providers/Binnacle.Capacity/${rest}`
const get = (rest: string) => quota.send(ada, 'GET', own(rest))

/** All pages of a list; each fits its schema. */
async function listAll(operationId: string, rest: string): Promise<Answer['body'][]> {
  const found: Answer['body'][] = []
  for (let next: string | undefined = own(rest); next; ) {
    const { status, body }: Answer = await quota.send(ada, 'GET', next)
    expect([status, misfit(operationId, 200, body)]).toEqual([200, undefined])
    found.push(...body.value)
    next = body.nextLink?.replace(/^https?:\/\/[^/]+/, '')
  }
  return found
}

describe('GET Binnacle.Capacity/limits', () => {
  test('200: every resource of every location once, with what the published list has', async () => {
    const value = [
      { provider: 'Microsoft.Compute', location: 'UK South', resource: 'cores', currentValue: 19 },
    ]
    await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value })
    const starter: Record<string, { locations: object[]; resources: object[] }> = JSON.parse(
      readFileSync('samples/catalogue/starter.json', 'utf8'),
    )
    const expected = Object.values(starter).reduce(
      (sum, { locations, resources }) => sum + locations.length * resources.length,
      0,
    )
    const found = await listAll('listAllLimits', 'limits')
    const names = found.map((one) => [one.provider, one.location, one.resource].join('/'))
    expect([found.length, new Set(names).size]).toEqual([expected, expected])
    expect(found.length).toBeGreaterThan(500)
    expect(found.filter(({ currentValue }) => currentValue > 0)).toEqual([
      {
        provider: 'Microsoft.Compute',
        location: 'UK South',
        resource: 'cores',
        displayName: 'Total Regional vCPUs',
        unit: 'Count',
        limit: 20,
        currentValue: 19,
      },
    ])
  })
})

describe('GET Binnacle.Capacity/requests', () => {
  test('200: a request of any location, with its steps and their times', async () => {
    const { body: made } = await quota.putMany(ada, SUB, { cores: 30, standardDFamily: 450 })
    await quota.waitForRequest(ada, SUB, made.name, (details) =>
      details.properties.value.every(
        (one: Answer['body']) =>
          one.provisioningState === 'Succeeded' || one.message.startsWith('Awaiting'),
      ),
    )
    const { body: waiting } = await get(`requests/${made.name}`)
    expect(waiting).toMatchObject({
      id: made.name,
      provider: 'Microsoft.Compute',
      location: 'East US',
      requestedBy: 'ada',
      provisioningState: 'InProgress',
    })
    const stepsOf = (body: Answer['body']) =>
      body.value.map(({ steps }: Answer['body']) => steps.map((one: Answer['body']) => one.step))
    expect(stepsOf(waiting)).toEqual([
      ['Submitted', 'Examined', 'Granted', 'Ended'],
      ['Submitted', 'Examined'],
    ])
    const [subRequest] = await quota.waiting(SUB)
    if (!subRequest) throw new Error('nothing waits')
    const decision = { decision: 'approve', limit: 300, reason: 'As much as there is.' }
    expect((await quota.decide(subRequest, decision)).status).toBe(204)
    const { body } = await get(`requests/${made.name.toUpperCase()}`)
    expect(misfit('getQuotaRequestRecord', 200, body)).toBeUndefined()
    expect(stepsOf(body)[1]).toEqual(['Submitted', 'Examined', 'Granted', 'Ended'])
    expect(body.value[1]).toMatchObject({
      requestedLimit: 450,
      grantedLimit: 300,
      provisioningState: 'Succeeded',
    })
    const times = body.value[1].steps.map(({ at }: Answer['body']) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one: number, other: number) => one - other))
  })

  test('200: the latest first, and a reason with its code', async () => {
    const { body: made } = await quota.put(ada, SUB, 'cores', 2_000_000)
    await quota.waitForRequest(ada, SUB, made.name)
    const found = await listAll('listAllQuotaRequests', 'requests')
    expect(found[0]).toMatchObject({
      id: made.name,
      provisioningState: 'Invalid',
      value: [{ code: 'LimitAboveMaximum', steps: [{ step: 'Submitted' }, { step: 'Ended' }] }],
    })
    const ids = found.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  test('404: no such request, or one of another subscription', async () => {
    await quota.addSubscription('sub-b', { [ada.id]: 'owner' })
    const { body: other } = await quota.put(ada, 'sub-b', 'cores', 400)
    await quota.waitForRequest(ada, 'sub-b', other.name, isWaiting)
    for (const id of ['x', other.name]) {
      const { status, body } = await get(`requests/${id}`)
      expect([status, body.error.code]).toEqual([404, 'QuotaRequestNotFound'])
    }
  })
})
