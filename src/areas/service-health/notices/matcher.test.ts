import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import type { OnSkipped, Skipped } from '../../../management-api/notifications/skipped.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { openMatcher } from './matcher.ts'

const RULES = 2500
/** A batch ends within the rules of a subscription. */
const SUBSCRIPTIONS = 70

const health = useHealth()
const skipped: Skipped[] = []
const onSkipped: OnSkipped = (one) => void skipped.push(one)
const open = () => openMatcher({ db: health.database.db, realTime: systemRealTime, onSkipped })

/** Each in the subscription of this id. */
async function addRules(subscriptionIds: readonly string[]): Promise<void> {
  await sql`
    insert into notification (subscription_id, id, name, kind, sealed_address, shown_address, filter,
                              notices, is_on, created_by, created_at, updated_at)
    select subscription_id, gen_random_uuid(), 'rule-' || n, 'webhook', '', '',
           case when n % 2 = 0 then 'status eq ''Active''' end, '{events}', true, 'x', now(), now()
      from unnest(${subscriptionIds}::text[]) with ordinality as given (subscription_id, n)`.execute(
    health.database.db,
  )
}

async function matchAll(): Promise<void> {
  const matchNext = open()
  while (await matchNext());
}

async function countDeliveries() {
  const { rows } = await sql<{ deliveries: number; rules: number; wakes: number }>`
    select count(delivery.id)::int as deliveries, count(distinct rule.id)::int as rules,
           coalesce(max(rule.wake_count), 0)::int as wakes
      from delivery join notification as rule on rule.id = delivery.notification_id`.execute(
    health.database.db,
  )
  return rows[0]
}

/** Ends the session that waits for a row that this one has. */
async function endWaiting(): Promise<void> {
  const { db } = health.database
  await expect
    .poll(async () => {
      const { rows } = await sql<{ isEnded: boolean }>`
        select pg_terminate_backend(pid) as "isEnded" from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows
    })
    .toEqual([{ isEnded: true }])
}

test('a walk over many rules that is interrupted goes on where it was; each rule has one delivery', async () => {
  const { db } = health.database
  const ids = Array.from({ length: SUBSCRIPTIONS }, (_, n) => `sub-${n}`)
  for (const id of ids) await health.addSubscription(id, {})
  await addRules(Array.from({ length: RULES }, (_, n) => ids[n % SUBSCRIPTIONS] ?? ''))
  await health.publish()
  expect(await open()()).toBe(true)
  const first = await countDeliveries()
  expect(first).toEqual({ deliveries: 1000, rules: 1000, wakes: 1 })

  // The second batch loses its session after it has begun.
  await db.transaction().execute(async (trx) => {
    await sql`
      select from notification where subscription_id = 'sub-42' for update`.execute(trx)
    const failed = expect(open()()).rejects.toThrow()
    await endWaiting()
    await failed
  })
  expect(await countDeliveries()).toEqual(first)

  await matchAll()
  expect(await countDeliveries()).toEqual({ deliveries: RULES, rules: RULES, wakes: 1 })
})

describe('an event is matched by who uses', () => {
  const USES = {
    west: ['Mail', 'West US'],
    east: ['Mail', 'East US'],
    spelt: ['Mail@Work', 'West US'],
    other: ['Maildrop', 'West US'],
  } as const
  beforeAll(async () => {
    for (const [id, use] of Object.entries(USES)) await health.addSubscription(id, {}, [use])
    await addRules(Object.keys(USES))
  })

  test.each([
    ['a service in a region', 'Mail', ['West US'], ['west']],
    ['a service in any region', 'Mail', [], ['east', 'west']],
    ['a service with an @ in any region', 'Mail@Work', [], ['spelt']],
    ['a service that nobody uses', 'Chat', [], []],
  ])('%s', async (_what, impactedService, impactedRegions, expected) => {
    const impact = [{ impactedService, impactedRegions }]
    const trackingId = await health.publish({ audience: { kind: 'footprint' }, impact })
    await matchAll()
    const rows = await health.database.db
      .selectFrom('delivery')
      .select('subscription_id')
      .where('tracking_id', '=', trackingId)
      .orderBy('subscription_id')
      .execute()
    expect(rows.map(({ subscription_id }) => subscription_id)).toEqual(expected)
  })
})
