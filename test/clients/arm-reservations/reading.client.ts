import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { hasEnded } from '../../support/http/quota.ts'
import { listOperations } from '../operations.ts'
import { COMPUTE, collect, useInstallation, VERSIONS, WAYS } from './installation.ts'

const { quota, open, addSubscription, readerOf } = useInstallation(useDatabase())
const MANY = 'Microsoft.Many'
const RESOURCES = 120
const REQUESTS = 130
const MAXIMUM = 100
const BEYOND = `The maximum is ${MAXIMUM} (Count). Request at most ${MAXIMUM}.`
let sub: string
/** Between the first request and the others. */
let between: string
const ids: string[] = []
beforeAll(async () => {
  sub = await addSubscription()
  const resources = Array.from({ length: RESOURCES }, (_, number) => ({
    name: `kind${number}`,
    defaultLimit: 10,
    maximum: MAXIMUM,
  }))
  await quota.callAsOperator('PUT', `/quota/providers/${MANY}`, {
    locations: ['eastus'],
    resources,
  })
  await askForMany()
  await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, {
    value: [
      { provider: COMPUTE, location: 'eastus', resource: 'cores', limit: 40, currentValue: 12 },
    ],
  })
})

/** Every other one asks for more than there is. Resources that are asked for twice have ended before. */
async function askForMany(): Promise<void> {
  const robot = await readerOf('robot')
  const send = (method: string, rest: string, body?: object) =>
    quota.send(robot, method, quota.path(sub, rest, MANY), body)
  const ask = async (number: number) => {
    const properties = { limit: number % 2 === 0 ? 5 : MAXIMUM + 1 }
    const { body } = await send('PUT', `serviceLimits/kind${number % RESOURCES}`, { properties })
    ids.push(body.requestId)
  }
  const waitForAll = async () => {
    for (const id of ids) {
      await vi.waitFor(async () => {
        const { body } = await send('GET', `serviceLimitsRequests/${id}`)
        expect(hasEnded(body)).toBe(true)
      }, 120_000)
    }
  }
  await ask(0)
  await waitForAll()
  await delay(1100)
  // Times of requests have no fraction of a second.
  between = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  for (let number = 1; number < REQUESTS; number++) {
    if (number === RESOURCES) await waitForAll()
    await ask(number)
  }
  await waitForAll()
}

test.each(VERSIONS)(
  'version %s has no other quota operation than those that are tested',
  (version) => {
    const { quota: limits, quotaRequestStatus } = open(version, 'guest')
    const ways = WAYS.filter(([of]) => of === version).map(([, way]) => way)
    const begun = ['beginCreateOrUpdate', 'beginUpdate']
    expect(listOperations(limits)).toEqual(['get', 'list', ...ways, ...begun].sort())
    expect(listOperations(quotaRequestStatus)).toEqual(['get', 'list'])
    const count = ways.length + begun.length + 4
    console.log(`@azure/arm-reservations ${version}: ${count} of ${count} methods of 2 groups`)
  },
)

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
    const details = await quotaRequestStatus.get(sub, MANY, 'eastus', id)
    expect(details).toMatchObject({
      id,
      name: `${sub}/${id}`,
      type: 'Microsoft.Capacity/serviceLimitsRequests',
      provisioningState: 'Invalid',
      message: BEYOND,
      value: [{ limit: MAXIMUM + 1, unit: 'Count', provisioningState: 'Invalid', message: BEYOND }],
    })
    expect(details.requestSubmitTime.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
  })

  test('the requests, each once, in pages as large as it asks for', async () => {
    const { quotaRequestStatus } = open(version, 'guest')
    const list = (query: object) => quotaRequestStatus.list(sub, MANY, 'eastus', query)
    const sizes = async (query: object) =>
      (await collect(list(query).byPage())).map(({ length }) => length)
    expect(await sizes({})).toEqual([100, REQUESTS - 100])
    expect(await sizes({ top: 50 })).toEqual([50, 50, REQUESTS - 100])
    const found = (await collect(list({ top: 50 }))).map(({ id }) => id)
    expect([...found].sort()).toEqual([...ids].sort())
  })

  test('the requests of a time, over pages', async () => {
    const { quotaRequestStatus } = open(version, 'guest')
    const list = async (filter: string) =>
      collect(quotaRequestStatus.list(sub, MANY, 'eastus', { filter, top: 70 }))
    const early = await list(`requestSubmitTime lt ${between}`)
    expect(early.map(({ id }) => id)).toEqual([ids[0]])
    expect(await list(`requestSubmitTime ge ${between}`)).toHaveLength(REQUESTS - 1)
  })
})
