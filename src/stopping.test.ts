import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useHealth } from '../test/support/server/health.ts'
import { matchFollower } from './areas/service-health/notices/area.ts'
import { reminderFollower } from './areas/service-health/reminders/area.ts'
import { fanOutFollower } from './management-api/notifications/fan-out/follower.ts'
import { type Follower, runFollowers } from './platform/followers.ts'
import { systemProductTime, systemRealTime } from './platform/time.ts'

const health = useHealth()
const { database } = health
const FIRST = 'sub-0'

async function addRules(subscriptionId: string, rules: number): Promise<void> {
  await health.addSubscription(subscriptionId, {})
  await sql`
    insert into notification (subscription_id, id, name, kind, sealed_address, shown_address,
                              notices, is_on, created_by, created_at, updated_at)
    select ${subscriptionId}, gen_random_uuid(), 'rule-' || n, 'webhook', '', '',
           case when n = 1 then '{events,maintenance,quotaUsage}'::text[]
                else '{events,maintenance}' end, true, 'x', now(), now()
      from generate_series(1, ${rules}) as n`.execute(database.db)
}

const countDeliveries = async (kind: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from delivery where kind = ${kind}`.execute(database.db)
  return rows[0]?.count
}

const run = (follower: Follower) =>
  runFollowers([follower], {
    databaseUrl: database.url,
    onFailure: (_name, error) => {
      throw error
    },
    onLost: () => undefined,
  })

/** Stops it while its first batch waits for a row that this one has. */
async function stopWithinFirstBatch(follower: Follower): Promise<void> {
  const { db } = database
  const stopped = await db.transaction().execute(async (trx) => {
    await sql`select from notification where subscription_id = ${FIRST} for update`.execute(trx)
    const { stop } = run(follower)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length
      })
      .toBe(1)
    return { end: stop() }
  })
  await stopped.end
}

async function runUntil(follower: Follower, kind: string, count: number): Promise<void> {
  const { stop } = run(follower)
  await expect.poll(() => countDeliveries(kind)).toBe(count)
  await stop()
}

const times = { productTime: systemProductTime, realTime: systemRealTime }
const onSkipped = (_skipped: object, error: unknown) => {
  throw error
}
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  // One batch of the matcher and of the reminders, and one rule more.
  await addRules(FIRST, 1000)
  await addRules('sub-1', 1)
})

test('the matcher stops after a batch, and goes on there', async () => {
  const deps = { db: database.db, ...times, onSkipped }
  await health.publish()
  await stopWithinFirstBatch(matchFollower(deps))
  expect(await countDeliveries('event')).toBe(1000)
  await runUntil(matchFollower(deps), 'event', 1001)
})

test('reminders stop after a batch, and the others are reminded later', async () => {
  const deps = { db: database.db, ...times, onSkipped }
  const properties = { title: 'Disks', impactStartTime: at(2), impactMitigationTime: at(4) }
  await health.publish({ eventType: 'PlannedMaintenance', properties })
  await stopWithinFirstBatch(reminderFollower(deps))
  expect(await countDeliveries('maintenance')).toBe(1000)
  await runUntil(reminderFollower(deps), 'maintenance', 1001)
})

test('the fan-out stops after a batch, and the rest is noted still', async () => {
  const deps = { db: database.db, ...times, onSkipped }
  await sql`insert into notice (subscription_id, kind, subject, content)
            select 'sub-' || least(n / 100, 1), 'quota-usage', 'r' || n, '{}'
              from generate_series(0, 100) as n`.execute(database.db)
  await stopWithinFirstBatch(fanOutFollower(deps))
  expect(await countDeliveries('quota-usage')).toBe(100)
  await runUntil(fanOutFollower(deps), 'quota-usage', 101)
})
