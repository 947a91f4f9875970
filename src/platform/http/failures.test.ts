import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useWireTap } from '../../../test/support/database/wire-tap.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { atOrigin, ORIGIN } from '../../../test/support/server/health-calls.ts'
import { openQuota } from '../../../test/support/server/quota.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../crypto/seal.ts'

const database = useDatabase()
const tap = useWireTap(database.url)
const seal = openSeal(randomBytes(32))
const env = { PUBLIC_URL: ORIGIN }
const server = useServer({
  seal,
  env,
  get databaseUrl() {
    return tap.url
  },
})
const limited = useServer({
  databaseUrl: database.url,
  seal,
  env: { ...env, RATE_LIMITS: 'readBurst=1,readsPerSecond=0.1' },
})

let reader: Reader
beforeAll(async () => {
  const quota = openQuota(atOrigin({ url: () => server.url, db: () => database.db, seal }))
  await quota.addOperator()
  await quota.loadStarter()
  reader = await quota.addReader('reader')
  await quota.addSubscription('sub-a', { [reader.id]: 'reader' })
})

const isText = expect.stringMatching(/\w/)
const below = '/subscriptions/sub-a/providers/Microsoft'

/** An operation of each area, a table it cannot do without, and the error body the area promises. */
const AREAS = {
  'service-health': {
    operation: 'listEvents',
    path: `${below}.ResourceHealth/events?api-version=2025-05-01`,
    table: 'footprint',
    body: { code: isText, message: isText, details: expect.any(String) },
  },
  quota: {
    operation: 'listLimits',
    path: `${below}.Capacity/resourceProviders/Microsoft.Compute/locations/eastus/serviceLimits?api-version=2020-10-25`,
    table: 'quota_limit',
    body: { error: { code: isText, message: isText, details: expect.any(Array) } },
  },
  'quota-extension': {
    operation: 'listQuotas',
    path: `${below}.Compute/locations/eastus/providers/Microsoft.Quota/quotas?api-version=2025-03-01`,
    table: 'quota_limit',
    body: { error: { code: isText, message: isText, details: expect.any(Array) } },
  },
} as const

describe.each(Object.keys(AREAS) as (keyof typeof AREAS)[])('%s', (area) => {
  const { operation, path, table, body } = AREAS[area]
  const misfit = useDeclaredSchemas(`openapi/${area}.json`)

  async function get({ url }: { url: string }) {
    const headers = { Authorization: `Bearer ${reader.bearer}` }
    const response = await fetch(`${url}${path}`, { headers })
    const found = await response.json()
    expect(misfit(operation, response.status, found)).toBeUndefined()
    return { status: response.status, body: found, wait: response.headers.get('retry-after') }
  }

  test('429: the caller has used up its reads', async () => {
    // The areas share an allowance, so it is empty after the first call of any.
    await get(limited)
    expect(await get(limited)).toEqual({ status: 429, body, wait: expect.stringMatching(/^\d+$/) })
  })

  test('500: a bug of ours tells the caller nothing and the log everything', async () => {
    await sql`alter table ${sql.table(table)} rename to lost`.execute(database.db)
    try {
      const answer = await get(server)
      expect(answer).toMatchObject({ status: 500, body })
      expect(JSON.stringify(answer.body)).not.toContain(table)
      const line = server.logLines.findLast((entry) => entry.includes('request failed')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ err: { code: '42P01' } })
    } finally {
      await sql`alter table lost rename to ${sql.table(table)}`.execute(database.db)
    }
  })

  test('503: the database is away, and 200 again when it is back', async () => {
    expect((await get(server)).status).toBe(200)
    tap.cut()
    expect(await get(server)).toEqual({ status: 503, body, wait: '2' })
    tap.restore()
    expect((await get(server)).status).toBe(200)
  })
})
