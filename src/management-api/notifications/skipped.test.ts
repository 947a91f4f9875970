import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { receiver, clock } = stage
const HOUR_MS = 3_600_000
beforeEach(() => {
  clock.aheadMs = 0
})

const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const publishTo = (subscription: string, input: object = {}) =>
  stage.publish({ ...input, audience: { kind: 'subscriptions', subscriptions: [subscription] } })
const add = async (subscription: string, names: readonly string[], input: object = {}) => {
  await stage.addSubscription(subscription, { [stage.people.owner.id]: 'owner' })
  for (const name of names) await stage.addWebhook(name, input, subscription)
}
const run = (statement: ReturnType<typeof sql>) => statement.execute(stage.database.db)
/** Answers the id of the notification. */
async function breakFilter(name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update notification set filter = 'eventLevel eq' where name = ${name} returning id`.execute(
    stage.database.db,
  )
  if (rows.length !== 1) throw new Error(`${rows.length} notifications named ${name}`)
  return rows[0]?.id ?? ''
}
const logged = (id: string) =>
  stage.server.logLines.filter(
    (line) => line.includes(id) && line.includes('skipped because of an error'),
  )
async function countOf(follower: string): Promise<number> {
  const { values } = await stage.server.metrics.skippedNotices.get()
  return values.find(({ labels }) => labels.follower === follower)?.value ?? 0
}

test('a filter of events that cannot be read keeps back its own notification alone', async () => {
  await add('sub-e', ['a-broken', 'z-sound'])
  const id = await breakFilter('a-broken')
  for (const n of [1, 2]) {
    await publishTo('sub-e')
    await expect.poll(() => receiver.callsTo('/z-sound').length).toBe(n)
  }
  expect(receiver.callsTo('/a-broken')).toEqual([])
  expect(await countOf('matching')).toBe(2)
  expect(logged(id)).toHaveLength(2)
})

test('a revision that makes no event keeps back itself alone', async () => {
  await add('sub-r', ['after'])
  // It is to be broken before the matcher comes to it.
  await stage.database.db.transaction().execute(async (trx) => {
    await sql`select from notification_matcher for update`.execute(trx)
    const broken = await publishTo('sub-r')
    await sql`update event_revision set change = '{"kind":"create"}'
               where tracking_id = ${broken}`.execute(trx)
  })
  const before = await countOf('matching')
  const sound = await publishTo('sub-r')
  await expect.poll(() => receiver.callsTo('/after').length).toBe(1)
  expect(JSON.parse(receiver.callsTo('/after')[0]?.body ?? '').subject).toBe(sound)
  expect(await countOf('matching')).toBe(before + 1)
})

test('a filter of resources that cannot be read keeps back its own rule alone', async () => {
  const allOf = [{ field: 'category', equals: 'ResourceHealth' }]
  for (const name of ['rule-broken', 'rule-sound']) await stage.addAlert(name, { allOf })
  const { rows } = await sql<{ id: string }>`
    update notification set filter = 'currentHealthStatus eq'
     where alert_id = (select id from activity_log_alert where name = 'rule-broken')
    returning id`.execute(stage.database.db)
  const set = (availabilityState: string) =>
    stage.callAsOperator('PATCH', '/subscriptions/sub-a/availability', {
      set: [
        {
          resourceId: '/subscriptions/sub-a/resourceGroups/g/providers/Microsoft.Compute/vm/v',
          availabilityState,
        },
      ],
    })
  expect((await set('Unavailable')).status).toBe(204)
  await expect.poll(() => receiver.callsTo('/rule-sound').length).toBe(1)
  expect((await set('Available')).status).toBe(204)
  await expect.poll(() => receiver.callsTo('/rule-sound').length).toBe(2)
  expect(receiver.callsTo('/rule-broken')).toEqual([])
  expect(await countOf('fan-out')).toBe(2)
  // The same rule, for the same kind of notice.
  expect(logged(rows[0]?.id ?? 'none')).toHaveLength(1)
})

test('a filter, or an event, that cannot be read keeps back its own reminders alone', async () => {
  await add('sub-m', ['m-broken', 'm-sound'], { notices: ['maintenance'] })
  const id = await breakFilter('m-broken')
  const plan = () =>
    publishTo('sub-m', {
      eventType: 'PlannedMaintenance',
      properties: {
        title: 'New disks',
        impactStartTime: at(40),
        impactMitigationTime: at(50),
      },
    })
  const planned = [await plan(), await plan()].sort()
  await run(sql`update event set record = '{}' where tracking_id = ${planned[0]}`)
  clock.aheadMs = 20 * HOUR_MS
  await expect.poll(() => receiver.callsTo('/m-sound').length).toBe(1)
  expect(JSON.parse(receiver.callsTo('/m-sound')[0]?.body ?? '').subject).toBe(planned[1])
  expect(receiver.callsTo('/m-broken')).toEqual([])
  // It looks again and again; the log has it once.
  await expect.poll(() => countOf('reminders')).toBeGreaterThan(2)
  expect(logged(id)).toHaveLength(1)
  expect(logged(planned[0] ?? '').length).toBe(1)
})
