import { beforeAll, describe, expect, test } from 'vitest'
import { insertQuotaRequest } from '../../quota-samples.ts'
import { useDatabase } from '../../use-database.ts'
import { COMPUTE, collect, useInstallation, VERSIONS } from './installation.ts'

const { db, quota, open, addSubscription } = useInstallation(useDatabase())
const MANY = 'Microsoft.Many'
const RESOURCES = 120
const REQUESTS = 130
const DAY_MS = 24 * 3_600_000
let sub: string
const ids: string[] = []
beforeAll(async () => {
  sub = await addSubscription()
  const resources = Array.from({ length: RESOURCES }, (_, number) => ({
    name: `kind${number}`,
    defaultLimit: number,
  }))
  await quota.operate('PUT', `/quota/providers/${MANY}`, { locations: ['eastus'], resources })
  for (let number = 0; number < REQUESTS; number++) {
    const state = number % 2 === 0 ? 'Succeeded' : 'Failed'
    const { requestId } = await insertQuotaRequest(db(), { subscriptionId: sub, state })
    ids.push(requestId)
  }
  const [first] = ids
  const longAgo = new Date(Date.now() - 60 * DAY_MS)
  longAgo.setMilliseconds(0)
  await db()
    .updateTable('quota_request')
    .set({ submitted_at: longAgo })
    .where('id', '=', first ?? '')
    .execute()
  await quota.operate('PATCH', `/subscriptions/${sub}/quota`, {
    value: [
      { provider: COMPUTE, location: 'eastus', resource: 'cores', limit: 40, currentValue: 12 },
    ],
  })
})

describe.each(VERSIONS)('version %s reads', (version) => {
  test('a limit, also one whose name has blanks', async () => {
    const { quota: limits } = open(version, 'guest')
    expect(await limits.get(sub, COMPUTE, 'eastus', 'cores')).toMatchObject({
      name: 'cores',
      type: 'Microsoft.Capacity/ServiceLimits',
      properties: {
        limit: 40,
        currentValue: 12,
        unit: 'Count',
        name: { value: 'cores', localizedValue: 'Total Regional vCPUs' },
      },
    })
    const blanks = 'Standard NCASv3_T4 Family'
    expect((await limits.get(sub, COMPUTE, 'East US', blanks)).name).toBe(blanks)
  })

  test('the limits of a place, over pages', async () => {
    const { quota: limits } = open(version, 'guest')
    const pages = await collect(limits.list(sub, MANY, 'eastus').byPage())
    expect(pages.map(({ length }) => length)).toEqual([100, RESOURCES - 100])
    const names = (await collect(limits.list(sub, MANY, 'eastus'))).map(({ name }) => name)
    expect(new Set(names).size).toBe(RESOURCES)
  })

  test('a request', async () => {
    const { quotaRequestStatus } = open(version, 'guest')
    const id = ids.at(-1) ?? ''
    const details = await quotaRequestStatus.get(sub, COMPUTE, 'eastus', id)
    expect(details).toMatchObject({
      id,
      name: `${sub}/${id}`,
      type: 'Microsoft.Capacity/serviceLimitsRequests',
      provisioningState: 'Failed',
      message: 'A sample.',
      value: [{ limit: 10, unit: 'Count', provisioningState: 'Failed', message: 'A sample.' }],
    })
    expect(details.requestSubmitTime.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
  })

  test('the requests, each once, in pages as large as it asks for', async () => {
    const { quotaRequestStatus } = open(version, 'guest')
    const list = (query: object) => quotaRequestStatus.list(sub, COMPUTE, 'eastus', query)
    const sizes = async (query: object) =>
      (await collect(list(query).byPage())).map(({ length }) => length)
    expect(await sizes({})).toEqual([100, REQUESTS - 100])
    expect(await sizes({ top: 50 })).toEqual([50, 50, REQUESTS - 100])
    const found = (await collect(list({ top: 50 }))).map(({ id }) => id)
    expect([...found].sort()).toEqual([...ids].sort())
  })

  test('the requests of a time, over pages', async () => {
    const { quotaRequestStatus } = open(version, 'guest')
    const aMonthAgo = new Date(Date.now() - 30 * DAY_MS).toISOString()
    const list = async (filter: string) =>
      collect(quotaRequestStatus.list(sub, COMPUTE, 'eastus', { filter, top: 70 }))
    const old = await list(`requestSubmitTime lt ${aMonthAgo}`)
    expect(old.map(({ id }) => id)).toEqual([ids[0]])
    expect(await list(`requestSubmitTime ge ${aMonthAgo}`)).toHaveLength(REQUESTS - 1)
  })
})
