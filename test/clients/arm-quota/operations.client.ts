import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { COMPUTE, collect } from '../arm-reservations/installation.ts'
import { addLargeProvider, LARGE, LARGE_SIZE, timeLimit } from '../arm-reservations/steps.ts'
import { listOperations } from '../operations.ts'
import { type Client, limitOf, scopeOf, useInstallation, VERSIONS } from './installation.ts'

const { quota, open, addSubscription } = useInstallation(useDatabase())
let sub: string
let scope: string
beforeAll(async () => {
  sub = await addSubscription()
  await addLargeProvider(quota)
  scope = scopeOf(sub)
  const inUse = { provider: COMPUTE, location: 'eastus', resource: 'cores' }
  await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, {
    value: [{ ...inUse, limit: 40, currentValue: 12 }],
  })
})

const OF_GROUPS = /^groupQuota/
type Group = keyof Client
type Call = (client: Client) => Promise<unknown>

async function submitAndFind({ quota: quotas, quotaRequestStatus }: Client) {
  await quotas.beginCreateOrUpdateAndWait('cores', scope, limitOf(41), timeLimit())
  const [latest] = await collect(quotaRequestStatus.list(scope, { top: 1 }))
  return latest?.name ?? ''
}

const namesOf = async (items: AsyncIterable<{ name?: string }>) => [
  ...new Set((await collect(items)).map(({ name }) => name)),
]

/** A call of each operation, and what it answers. */
const CALLS: Readonly<Record<Group, Readonly<Record<string, Call>>>> = {
  quota: {
    list: async ({ quota: quotas }) =>
      expect(await namesOf(quotas.list(scopeOf(sub, LARGE)))).toHaveLength(LARGE_SIZE),
    get: async ({ quota: quotas }) =>
      expect(await quotas.get('cores', scope)).toMatchObject({
        name: 'cores',
        type: 'Microsoft.Quota/Quotas',
        eTag: expect.stringMatching(/^".+"$/),
        properties: {
          limit: { limitObjectType: 'LimitValue', limitType: 'Independent' },
          unit: 'Count',
          name: { value: 'cores', localizedValue: 'Total Regional vCPUs' },
          isQuotaApplicable: true,
        },
      }),
    beginCreateOrUpdate: async ({ quota: quotas }) => {
      const poller = await quotas.beginCreateOrUpdate('cores', scope, limitOf(42), timeLimit())
      expect((await poller.pollUntilDone()).properties.limit.value).toBe(42)
    },
    beginCreateOrUpdateAndWait: async ({ quota: quotas }) => {
      const set = quotas.beginCreateOrUpdateAndWait('cores', scope, limitOf(43), timeLimit())
      expect((await set).properties.limit.value).toBe(43)
    },
    beginUpdate: async ({ quota: quotas }) => {
      const poller = await quotas.beginUpdate('cores', scope, limitOf(44), timeLimit())
      expect((await poller.pollUntilDone()).properties.limit.value).toBe(44)
    },
    beginUpdateAndWait: async ({ quota: quotas }) => {
      const set = quotas.beginUpdateAndWait('cores', scope, limitOf(45), timeLimit())
      expect((await set).properties.limit.value).toBe(45)
    },
  },
  usages: {
    list: async ({ usages }) =>
      expect(await namesOf(usages.list(scopeOf(sub, LARGE)))).toHaveLength(LARGE_SIZE),
    get: async ({ usages }) =>
      expect((await usages.get('cores', scope)).properties).toMatchObject({
        usages: { usagesType: 'Individual', value: 12 },
        unit: 'Count',
      }),
  },
  quotaRequestStatus: {
    list: async (client) => {
      const id = await submitAndFind(client)
      const filter = "provisioningState eq 'Succeeded' and resourceName eq 'cores'"
      const found = await collect(client.quotaRequestStatus.list(scope, { filter }))
      expect(found.map(({ name }) => name)).toContain(id)
    },
    get: async (client) => {
      const id = await submitAndFind(client)
      const details = await client.quotaRequestStatus.get(id, scope)
      expect(details.properties).toMatchObject({
        provisioningState: 'Succeeded',
        value: [
          { limit: { value: 41 }, name: { value: 'cores' }, subRequestId: expect.any(String) },
        ],
      })
      expect(details.properties.requestSubmitTime).toBeInstanceOf(Date)
    },
  },
  quotaOperation: {
    list: async ({ quotaOperation }) =>
      expect((await collect(quotaOperation.list())).map(({ name }) => name)).toContain(
        'Microsoft.Quota/quotas/write',
      ),
  },
}

const groupsOf = (client: object) =>
  Object.entries(client).filter(([, group]) => /Impl$/.test(group?.constructor?.name ?? ''))

describe.each(VERSIONS)('with api-version %s', (version) => {
  const calls = Object.entries(CALLS).flatMap(([group, of]) =>
    Object.entries(of).map(([name, call]) => [`${group}.${name}`, call] as const),
  )
  test.each(calls)('%s', async (_name, call) => {
    const client = open('robot', version)
    await call(client)
    expect(client.sent.filter(({ status }) => status >= 300)).toEqual([])
  })
})

test('every operation is called, except those of group quotas', () => {
  const groups = groupsOf(open())
  const served = groups.filter(([name]) => !OF_GROUPS.test(name))
  const found = served.map(([name, group]) => [name, listOperations(group as object)])
  const called = Object.entries(CALLS).map(([name, of]) => [name, Object.keys(of).sort()])
  expect(found.sort()).toEqual(called.sort())
  const notServed = groups.filter(([name]) => OF_GROUPS.test(name))
  expect(notServed).toHaveLength(7)
  const count = (list: typeof groups) =>
    list.reduce((sum, [, group]) => sum + listOperations(group as object).length, 0)
  console.log(
    `@azure/arm-quota: ${count(served)} of ${count(served)} methods of ${served.length} groups; not served: ${count(notServed)} methods of ${notServed.length} groups of group quotas`,
  )
})
