import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSilentHost } from '../../test/support/database/silent-host.ts'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { insertNotification } from '../../test/support/world/old-deliveries.ts'
import { insertOwners } from '../../test/support/world/old-rows.ts'
import type { JobData } from '../jobs.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { openJobs } from '../platform/jobs.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'
import { systemProductTime, systemRealTime } from '../platform/time.ts'
import { observeDatabase, observeReplicas } from './observe.ts'

const database = useDatabase()
const HOUR_MS = 3_600_000

function observe(db: Db) {
  const metrics = makeMetrics()
  observeDatabase({ db, metrics, productTime: systemProductTime, realTime: systemRealTime })
  return metrics
}

const MATCHING_LAG = 'binnacle_notification_matching_lag_seconds'
const NOTICES_WAITING = 'binnacle_notices_waiting'
const OVERDUE = 'binnacle_deliveries_overdue_seconds'

async function insertRevision(db: Db, at: Date): Promise<void> {
  const tracking_id = 'LATE-1'
  await db
    .insertInto('event')
    .values({
      ...{ tracking_id, audience: 'everyone', event_type: 'ServiceIssue', status: 'Active' },
      ...{ is_sensitive: false, last_update_time: at, priority: 1, record: '{}' },
      ...{ regions: [], services: [] },
    })
    .execute()
  await db
    .insertInto('event_revision')
    .values({
      ...{ tracking_id, number: 1, at, change: '{}' },
      ...{ actor_id: 'x', made_by: 'x', made_by_type: 'User' },
    })
    .execute()
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('jobs that are due are counted with the wait of the oldest; those that are due later are not', async () => {
  const { db } = database
  const jobs = await openJobs<JobData>(db, () => undefined)
  onTestFinished(jobs.stop)
  const job = { subscriptionId: 'sub', requestId: 'request', subRequestId: 'sub-request' }
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'quota.decide', [job, job, job]))
  await sql`update pgboss.job set start_after = pgboss.job_now() + interval '1 hour'
             where id = (select id from pgboss.job limit 1)`.execute(db)
  await sql`update pgboss.job set start_after = pgboss.job_now() - interval '90 seconds'
             where id = (select id from pgboss.job where start_after <= pgboss.job_now() limit 1)`.execute(
    db,
  )
  await sql`update pgboss.queue set failed_count = 7 where name = 'quota.fulfil'`.execute(db)
  const text = await observe(db).scrape()
  expect(readValue(text, 'binnacle_database_up')).toBe(1)
  expect(readValue(text, 'binnacle_jobs_waiting{queue="quota.decide"}')).toBe(2)
  expect(readValue(text, 'binnacle_jobs_waiting{queue="quota.fulfil"}')).toBe(0)
  const oldest = readValue(text, 'binnacle_jobs_oldest_wait_seconds{queue="quota.decide"}')
  expect(oldest).toBeGreaterThan(89)
  expect(oldest).toBeLessThan(150)
  expect(readValue(text, 'binnacle_jobs_oldest_wait_seconds{queue="quota.fulfil"}')).toBe(0)
  expect(readValue(text, 'binnacle_jobs_given_up{queue="quota.fulfil"}')).toBe(7)
})

test('revisions that are not matched, notices that wait, and destinations that wait for a sender', async () => {
  const { db } = database
  const none = await observe(db).scrape()
  for (const series of [MATCHING_LAG, NOTICES_WAITING, OVERDUE]) {
    expect(readValue(none, series)).toBe(0)
  }
  await insertRevision(db, ago(3))
  const notice = { kind: 'quota-usage', subject: 'x', content: '{}' }
  const { subscriptionId } = await insertOwners(db)
  await db
    .insertInto('notice')
    .values({ subscription_id: subscriptionId, ...notice })
    .execute()
  const due_at = ago(9)
  const columns = [
    { due_at, failing_since: ago(10) },
    { due_at, is_slow: true },
    { due_at, claimed_until: ago(-1) },
    { due_at: ago(2) },
    { due_at: ago(-1) },
  ]
  for (const each of columns) await insertNotification(db, ago(20), subscriptionId, each)

  const text = await observe(db).scrape()
  expect(readValue(text, MATCHING_LAG)).toBeCloseTo(3 * 3600, -2)
  expect(readValue(text, NOTICES_WAITING)).toBe(1)
  expect(readValue(text, OVERDUE)).toBeCloseTo(2 * 3600, -2)
})

test('while the database does not answer, metrics are read in time, without those that it knows', async () => {
  const db = connect(`postgres://x@${await openSilentHost()}/x`, { maxWaitMs: 20_000 })
  const metrics = observe(db)
  const startedAt = performance.now()
  const text = await metrics.scrape()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(readValue(text, 'binnacle_database_up')).toBe(0)
  expect(text).toContain('binnacle_build_info{')
  expect(text).not.toMatch(/^binnacle_(jobs_|notices_|notification_matching|deliveries_)/m)
  const again = performance.now()
  await metrics.scrape()
  expect(performance.now() - again).toBeLessThan(500)
})

test('values are read from the database at most every 15 seconds', async () => {
  let count = 0
  const metrics = makeMetrics()
  const measure = async () => {
    count++
    return []
  }
  observeReplicas({ measure }, metrics)
  await Promise.all([metrics.scrape(), metrics.scrape()])
  await metrics.scrape()
  expect(count).toBe(1)
})

test('a replica that does not answer is not usable, and a primary is not reported', async () => {
  const metrics = makeMetrics()
  const replica = { isReplica: true, isUsable: true, lagBytes: 12 }
  const measure = async () => [
    { host: 'db1:5432', isReplica: false, isUsable: true, lagBytes: null },
    { host: 'db2:5432', ...replica },
    { host: 'db3:5432', isReplica: true, isUsable: false, lagBytes: null },
  ]
  observeReplicas({ measure }, metrics)
  const text = await metrics.scrape()
  expect(text.match(/^binnacle_replica_(usable|lag_bytes)\{.*$/gm)).toEqual([
    'binnacle_replica_usable{replica="db2:5432"} 1',
    'binnacle_replica_usable{replica="db3:5432"} 0',
    'binnacle_replica_lag_bytes{replica="db2:5432"} 12',
  ])
})
