import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'
import { deleteOldUsage, USAGE_DAYS } from './store.ts'

const DAY_MS = 86_400_000
const SUB = 'sub-a'
const quota = useQuota({}, { runsJobs: false })
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription(SUB, { [ada.id]: 'reader' })
})

const report = async (resource: string, change: object): Promise<number> => {
  const value = [{ provider: 'Microsoft.Compute', location: 'East US', resource, ...change }]
  return (await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value })).status
}
const read = (resource: string, location = 'eastus') =>
  quota.send(
    ada,
    'GET',
    `/subscriptions/${SUB}/providers/Binnacle.Capacity/resourceProviders/Microsoft.Compute/locations/${location}/usageHistory/${resource}`,
  )
const countRows = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from quota_usage`.execute(quota.database.db)
  return rows[0]?.count ?? 0
}
/** `aheadMs` moves the clock of the server. */
const onDay = async (days: number, act: () => Promise<unknown>): Promise<void> => {
  quota.clock.aheadMs = days * DAY_MS
  await act()
  quota.clock.aheadMs = 0
}

describe('GET usageHistory', () => {
  test('200: one row for each day: the last value, the highest, and the limit then', async () => {
    expect(await report('cores', { currentValue: 9 })).toBe(204)
    await report('cores', { currentValue: 14 })
    await report('cores', { currentValue: 12, limit: 30 })
    await onDay(2, () => report('cores', { currentValue: 3 }))
    const { status, body } = await read('cores')
    const [today] = new Date().toISOString().split('T')
    expect([status, misfit('getUsageHistory', 200, body)]).toEqual([200, undefined])
    expect(body.value).toMatchObject([
      { day: today, lastValue: 12, highestValue: 14, limit: 30 },
      { lastValue: 3, highestValue: 3, limit: 30 },
    ])
    expect(body).toMatchObject({
      displayName: 'Total Regional vCPUs',
      unit: 'Count',
      currentLimit: 30,
      currentValue: 3,
    })
  })

  test('200: without a report there is no row, and a limit alone is no report', async () => {
    await report('lowPriorityCores', { limit: 7 })
    const { body } = await read('lowPriorityCores')
    expect(body).toMatchObject({ currentLimit: 7, currentValue: 0, value: [] })
  })

  test('200: days over 90 are not shown', async () => {
    await report('virtualMachines', { currentValue: 1 })
    const shown = async () => (await read('virtualMachines')).body.value.length
    expect(await shown()).toBe(1)
    await onDay(USAGE_DAYS - 1, async () => expect(await shown()).toBe(1))
    await onDay(USAGE_DAYS, async () => expect(await shown()).toBe(0))
  })

  test('400: unknown names; nothing of a refused report is kept', async () => {
    expect((await read('whales')).body.error.code).toBe('InvalidResourceName')
    expect((await read('cores', 'atlantis')).body.error.code).toBe('InvalidLocation')
    const before = await countRows()
    expect(await report('whales', { currentValue: 1 })).toBe(400)
    expect(await countRows()).toBe(before)
  })
})

test('rows are deleted by their last report, a batch at a time, and no others', async () => {
  const { db } = quota.database
  for (const days of [100, 95, 93, 1]) {
    const at = new Date(Date.now() - days * DAY_MS)
    await sql`insert into quota_usage values (${SUB}, 'p', 'l', 'r', ${at}::date, 1, 1, 1, ${at})`.execute(
      db,
    )
  }
  const before = new Date(Date.now() - 94 * DAY_MS)
  expect(await deleteOldUsage(db, before, 1)).toBe(1)
  expect(await deleteOldUsage(db, before, 10)).toBe(1)
  const { rows } = await sql`
    select reported_at > ${before} as "isKept" from quota_usage where provider_key = 'p'`.execute(
    db,
  )
  expect(rows).toEqual([{ isKept: true }, { isKept: true }])
})
