import { beforeAll, expect, test } from 'vitest'
import { combine, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertOrganization } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import * as deliveries from './deliveries/store.ts'
import { takeNotices } from './fan-out/store.ts'
import * as sending from './sending/store.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemRealTime()
const [earliest, earlier, later] = [addMs(at, -120_000), addMs(at, -60_000), addMs(at, 3_600_000)]
const CLAIM = crypto.randomUUID()

function idOf(name: string): string {
  const known = [...names].find(([, given]) => given === name)?.[0]
  if (known) return known
  const id = crypto.randomUUID()
  names.set(id, name)
  return id
}

const notification = (subscription_id: string, name: string, changes: object = {}) => ({
  subscription_id,
  id: idOf(name),
  name,
  kind: 'webhook',
  sealed_address: Buffer.from(''),
  shown_address: 'https://example.com',
  notices: [],
  is_on: true,
  created_by: 'ada',
  created_at: at,
  updated_at: at,
  ...changes,
})

const delivery = (
  subscription_id: string,
  name: string,
  to: string,
  changes: { created_at?: Date; [column: string]: unknown } = {},
) => ({
  subscription_id,
  id: idOf(name),
  notification_id: idOf(to),
  number: '1',
  position: '1',
  kind: 'event',
  state: 'pending',
  created_at: at,
  ...changes,
})

/** Two subscriptions, whose notifications and deliveries have the same ids. */
beforeAll(async () => {
  const { db } = database
  const { id: organization_id } = await insertOrganization(db)
  const time = { created_at: at, updated_at: at }
  const claimed = { claim: CLAIM, claimed_until: later }
  await insertRows(db, {
    subscription: ['x', 'y'].map((id) => ({ id, organization_id, display_name: id, ...time })),
    notification: combine({ of: ['x', 'y'], name: ['first', 'second'] }).map(({ of, name }) =>
      notification(of, name, claimed),
    ),
    delivery: [
      delivery('x', 'one', 'first', { attempt_count: 25 }),
      delivery('y', 'one', 'first', { attempt_count: 25 }),
      delivery('x', 'two', 'first', { attempt_count: 25, created_at: earlier }),
      delivery('x', 'test', 'first', { kind: 'test' }),
      delivery('x', 'sent', 'first', { state: 'delivered', created_at: later }),
      delivery('x', 'also sent', 'first', { state: 'delivered', created_at: later }),
      delivery('x', 'other', 'second'),
      delivery('y', 'other', 'first'),
    ],
    delivery_attempt: [
      ...combine({ of: ['x'], name: ['one', 'two'], number: [5, 7] }),
      ...combine({ of: ['y'], name: ['one'], number: [5, 7] }),
    ].map(({ of, name, number }) => {
      return { subscription_id: of, delivery_id: idOf(name), number, at, duration_ms: 1 }
    }),
    notice: combine({ subscription_id: ['x', 'y'], subject: ['a', 'b'] }).map((notice) => {
      return { ...notice, kind: 'quota-usage', content: '{}' }
    }),
  })
})

const first = { subscriptionId: 'x', id: idOf('first') }
const claimed = { ...first, claim: CLAIM, wakeCount: '0' } as sending.Claimed
const attempt = { at, durationMs: 1, status: 200, reason: null, answer: null }
const delivered = { kind: 'delivered', claim: 'idle' } as const
const record = (trx: Trx, changes: Partial<sending.Claimed> = {}, attemptCount = 25) => {
  const one = { id: idOf('one'), attemptCount }
  return sending.recordAttempt(trx, { ...claimed, ...changes }, one, attempt, delivered)
}
const rowOf = { subscription_id: 'x', id: idOf('first') }
const of = (row: string) => `notification ${row}`

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'an attempt is recorded, and the oldest are forgotten',
    async (trx) => expect(await record(trx)).toBe(true),
    [
      '+ delivery_attempt x, one, 26',
      '- delivery_attempt x, one, 5',
      '~ delivery x, one',
      '~ notification x, first',
    ],
  ],
  [
    'an attempt that was recorded is not recorded again',
    (trx) => record(trx, {}, 24),
    ['~ notification x, first'],
  ],
  [
    'nothing is recorded by who has lost the destination',
    async (trx) => expect(await record(trx, { claim: crypto.randomUUID() })).toBe(false),
    [],
  ],
  [
    'a delivery is withdrawn',
    async (trx) => expect(await sending.withdraw(trx, claimed, idOf('one'), at)).toBe(true),
    ['~ delivery x, one'],
  ],
  ['what was sent is not withdrawn', (trx) => sending.withdraw(trx, claimed, idOf('sent'), at), []],
  [
    'nothing is withdrawn by who has lost the destination',
    (trx) => sending.withdraw(trx, { ...claimed, claim: crypto.randomUUID() }, idOf('one'), at),
    [],
  ],
  [
    'a destination is released',
    (trx) => sending.release(trx, claimed, 'due'),
    [`~ ${of('x, first')}`],
  ],
  [
    'a destination is not released by who has lost it',
    (trx) => sending.release(trx, { ...claimed, claim: crypto.randomUUID() }, 'due'),
    [],
  ],
  [
    'a destination is woken',
    (trx) => deliveries.wakeDestinations(trx, [first], at),
    [`~ ${of('x, first')}`],
  ],
  [
    'a destination is woken at once',
    (trx) => deliveries.wakeNow(trx, first),
    [`~ ${of('x, first')}`],
  ],
  [
    'one that was sent is sent again',
    (trx) => deliveries.setPending(trx, first, { deliveryId: idOf('sent') }, 10),
    ['~ delivery x, sent'],
  ],
  [
    'what waits is held',
    (trx) => deliveries.holdPending(trx, first),
    ['~ delivery x, one', '~ delivery x, test', '~ delivery x, two'],
  ],
  [
    'old deliveries are deleted',
    (trx) => deliveries.deleteOldDeliveries(trx, at, 10),
    ['- delivery x, two', '- delivery_attempt x, two, 5', '- delivery_attempt x, two, 7'],
  ],
  ['a notice is taken', (trx) => takeNotices(trx, 1), ['- notice x, quota-usage, a']],
  [
    'a notification is changed',
    (trx) => store.updateNotification(trx, rowOf, { name: 'new' }),
    [`~ ${of('x, first')}`],
  ],
  [
    'a notification is deleted',
    async (trx) => {
      await trx.deleteFrom('delivery').execute()
      await store.deleteNotification(trx, rowOf)
    },
    [`- ${of('x, first')}`],
  ],
])('%s', async (what, change, expected) => {
  const changes = await tryChange(database.db, names, change)
  const own = changes.filter(
    (line) => what !== 'a notification is deleted' || line.includes('notif'),
  )
  expect(own).toEqual(expected)
})

test('what was sent within a time to one destination is sent again, without tests', async () => {
  const change = async (trx: Trx) => {
    await trx.updateTable('delivery').set({ state: 'delivered', ended_at: at }).execute()
    await deliveries.setPending(trx, first, { from: at, to: later }, 10)
    const rows = await trx
      .selectFrom('delivery')
      .select(['subscription_id', 'id'])
      .where('state', '=', 'pending')
      .execute()
    expect(rows).toEqual([{ subscription_id: 'x', id: idOf('one') }])
  }
  await tryChange(database.db, names, change)
})

test('destinations are claimed that are due, confirmed and free, some of each subscription', async () => {
  const trx = await database.db.startTransaction().execute()
  await trx.deleteFrom('delivery').execute()
  await trx.deleteFrom('notification').execute()
  const due = { due_at: earlier }
  const before = { due_at: earliest }
  const mail = { ...before, kind: 'email', receiver_state: 'waiting' }
  await insertRows(trx, {
    notification: [
      notification('x', 'first', due),
      notification('x', 'second', { due_at: addMs(earlier, 1) }),
      notification('y', 'first'),
      notification('y', 'third', due),
      notification('y', 'lapsed', { ...due, claim: CLAIM, claimed_until: earlier }),
      notification('y', 'future', { due_at: later }),
      notification('y', 'failing', { ...before, failing_since: earlier }),
      notification('y', 'slow', { ...before, is_slow: true }),
      notification('y', 'waiting', mail),
      notification('y', 'claimed', { ...before, claim: CLAIM, claimed_until: later }),
    ],
  })
  const claim = async (isSlow: boolean) => {
    const rows = await sending.claimDue(trx as never, {
      leaseMs: { mail: 60_000, call: 60_000 },
      limit: 10,
      isSlow,
      mostOfSubscription: 3,
      claimedOf: new Map([['x', 2]]),
    })
    return rows.map(({ subscriptionId, id }) => `${subscriptionId}, ${names.get(id)}`).sort()
  }
  expect(await claim(false)).toEqual(['x, first', 'y, lapsed', 'y, third'])
  expect(await claim(true)).toEqual(['y, failing', 'y, slow'])
  await trx.rollback().execute()
})
