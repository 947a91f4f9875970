import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { BUSY_MACHINE } from '../../../../test/support/database/use-database.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { connect, type Db } from '../../../platform/db/connect.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { openMatcher } from './matcher.ts'

const SUBSCRIPTIONS = 20_000
const USED_BY_EACH = 3
/** Of the rules that a batch looks at: each once, its footprint, and itself when it is locked and changed. */
const MOST_READ = 15_000

const health = useHealth()
/** Each has a rule, and uses the same services. */
beforeAll(async () => {
  const { db } = health.database
  await health.addSubscription('sub-0', {})
  await sql`
    insert into subscription
    select (jsonb_populate_record(one, jsonb_build_object('id', 'sub-' || lpad(n::text, 6, '0')))).*
      from subscription as one cross join generate_series(1, ${SUBSCRIPTIONS}::int) as n
     where one.id = 'sub-0'`.execute(db)
  await sql`
    insert into notification (subscription_id, id, name, kind, sealed_address, shown_address, notices,
                              is_on, created_by, created_at, updated_at)
    select id, gen_random_uuid(), 'rule', 'webhook', '', '', '{events}', true, 'x', now(), now()
      from subscription`.execute(db)
  await sql`
    insert into footprint (subscription_id, key, service, region)
    select id, 'service:used-' || n || '@westus', 'used-' || n, 'West US'
      from subscription cross join generate_series(1, ${USED_BY_EACH}::int) as n`.execute(db)
  await sql`analyze`.execute(db)
})

async function countRead(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (sum(seq_tup_read) + (select sum(idx_tup_read) from pg_stat_user_indexes
                                  where relname in ('notification', 'footprint')))::int as count
      from pg_stat_user_tables where relname in ('notification', 'footprint')`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many rows were read, by the statistics of the database: a session that ends adds what it did. */
async function countReadBy(work: (db: Db) => Promise<unknown>): Promise<number> {
  const { db } = health.database
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const before = await countRead(db)
  // A table as small as this one would be read as a whole where few of its rows are asked for.
  const url = new URL(health.database.url)
  url.searchParams.set('options', '-c enable_seqscan=off')
  const own = connect(url.href, BUSY_MACHINE)
  await work(own)
  await own.destroy()
  await expect.poll(() => countRead(db)).toBeGreaterThan(before)
  return (await countRead(db)) - before
}

test.each([
  ['nobody uses', 'Unused', ['West US']],
  ['everybody uses', 'used-1', ['West US']],
  ['everybody uses, in all regions', 'used-1', []],
])(
  'a batch reads a limited number of rows for a service that %s',
  async (_what, impactedService, impactedRegions) => {
    const impact = [{ impactedService, impactedRegions }]
    await health.publish({ audience: { kind: 'footprint' }, impact })
    const read = await countReadBy(async (db) => {
      const matchNext = openMatcher({ db, realTime: systemRealTime, onSkipped: () => undefined })
      expect(await matchNext()).toBe(true)
    })
    expect(read).toBeLessThan(MOST_READ)
    const { db } = health.database
    await sql`update notification_matcher set subscription_id = null, notification_id = null,
                position = (select position from event_position)`.execute(db)
  },
)
