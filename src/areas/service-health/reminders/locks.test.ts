import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { explaining } from '../../../../test/support/database/explaining.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import { listenForChanges } from '../../../platform/db/changes/listen.ts'
import { systemProductTime, systemRealTime } from '../../../platform/time.ts'
import { reminderFollower } from './area.ts'
import { listWanting } from './store.ts'

const RULES = 2000
const HOUR_MS = 3_600_000
const health = useHealth()
const heard: string[] = []
const db = () => health.database.db

const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const add = (name: string, filter: string | null, notices: string) =>
  sql`
  insert into notification (subscription_id, id, name, kind, sealed_address, shown_address, filter,
                            notices, is_on, created_by, created_at, updated_at)
  values ('sub-1', gen_random_uuid(), ${name}, 'webhook', '', '', ${filter},
          ${notices}::text[], true, 'x', now(), now())`.execute(db())

beforeAll(async () => {
  await health.addSubscription('sub-1', {})
  await add('fits', null, '{maintenance}')
  await add('other', "status eq 'Resolved'", '{maintenance,drills}')
  await sql`
    insert into notification (subscription_id, id, name, kind, sealed_address, shown_address, notices,
                              is_on, created_by, created_at, updated_at)
    select 'sub-1', gen_random_uuid(), 'events-' || n, 'webhook', '', '', '{events}', true, 'x', now(), now()
      from generate_series(1, ${RULES}::int) as n`.execute(db())
  await sql`analyze`.execute(db())
  await health.publish({
    audience: { kind: 'subscriptions', subscriptions: ['sub-1'] },
    eventType: 'PlannedMaintenance',
    properties: { title: 'New disks', impactStartTime: at(5), impactMitigationTime: at(6) },
  })
})

/** Hears what is announced from now on. */
async function listen(): Promise<void> {
  const onTopics = (topics: readonly string[]) => void heard.push(...topics)
  const listener = listenForChanges(health.database.url, { onTopics, onLost: () => undefined })
  onTestFinished(listener.close)
  await expect
    .poll(() => {
      announce(db(), 'begin')
      return heard
    })
    .toContain('begin')
}

const remind = () =>
  reminderFollower({
    ...{ db: db(), productTime: systemProductTime, realTime: systemRealTime },
    onSkipped: (_skipped, error) => {
      throw error
    },
  }).run(new AbortController().signal)

/** What was announced meanwhile. */
async function listAnnounced(work: () => Promise<unknown>): Promise<readonly string[]> {
  heard.length = 0
  await work()
  announce(db(), 'end')
  await expect.poll(() => heard).toContain('end')
  return heard.filter((topic) => topic === DELIVERIES_TOPIC)
}

test('who is not reminded is not locked, and nothing is announced if nobody is', async () => {
  await listen()
  const announced = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(trx)
      await sql`select from notification where name <> 'fits' for update`.execute(trx)
      return listAnnounced(remind)
    })
  expect(announced).toEqual([DELIVERIES_TOPIC])
  const { rows } = await sql`
    select rule.name from delivery join notification as rule on rule.id = notification_id`.execute(
    db(),
  )
  expect(rows).toEqual([{ name: 'fits' }])

  // He was reminded: neither he nor anybody else is locked again.
  const again = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(trx)
      await sql`select from notification for update`.execute(trx)
      return listAnnounced(remind)
    })
  expect(again).toEqual([])
})

test.each([false, true])(
  'who asks for reminders is found by their index (drill: %s)',
  async (isDrill) => {
    const now = systemProductTime()
    const reminder = { trackingId: 'T', isDrill, moment: { phase: 'start', at: now }, now } as const
    const plan = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        const explained = trx.withPlugin(explaining)
        return listWanting(explained, reminder, { after: undefined, limit: 1000 })
      })
    const text = JSON.stringify(plan)
    expect(text).toContain('notification_of_maintenance')
    expect(text).not.toContain('Sort')
  },
)
