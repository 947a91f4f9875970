import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { countToday } from '../../../platform/mail/mailer.ts'
import { type RealClock, secondsBetween } from '../../../platform/time.ts'
import { about, changeNotifications, requireNotification, type Target } from '../actions.ts'
import {
  deliveryNotFound,
  notificationOff,
  receiverUnconfirmed,
  replayInvalid,
  replayTooLarge,
  testNotReplayed,
  tooManyTests,
} from '../errors.ts'
import { BEFORE_ALL, DELIVERY_DAYS, MOST_REPLAYED, MOST_TESTS } from '../rules.ts'
import type { NotificationRow } from '../store.ts'
import type { ReplayInput } from '../wire.ts'
import * as store from './store.ts'

type Deps = Readonly<{ db: Db; realTime: RealClock }>

function requireOn({ is_on, receiver_state, name }: NotificationRow): void {
  if (!is_on) throw notificationOff(name)
  if (receiver_state !== null && receiver_state !== 'confirmed') throw receiverUnconfirmed(name)
}

/** Sends a test the whole way that events go. */
export function sendTest({ db, realTime }: Deps, call: Call, target: Target): Promise<string> {
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const row = await requireNotification(trx, target)
    const deliveryId = randomUUIDv7()
    const repeated = await findRepeated(trx, call, deliveryId)
    if (repeated !== undefined) return repeated
    requireOn(row)
    const key = { subscriptionId: row.subscription_id, id: row.id }
    const test = { kind: 'test', trackingId: null, revision: null, position: BEFORE_ALL } as const
    const { subscriptionId } = key
    const now = realTime()
    // Not by the rows of deliveries: they go with their notification.
    const counted = { what: 'tests of notifications', whose: subscriptionId }
    if (!(await countToday(trx, counted, now, MOST_TESTS))) throw tooManyTests()
    const delivery = { ...test, subscriptionId, id: deliveryId, notificationId: row.id }
    await store.insertDeliveries(trx, [delivery], now)
    await store.wakeNow(trx, key)
    await recordAudit(trx, actorOf(call), { ...about('test', row), after: { deliveryId } })
    return deliveryId
  })
}

/** Sends messages again, in their order and with their ids. */
export function replay(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  target: Target,
  input: ReplayInput,
): Promise<number> {
  const which = toSelection(input)
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const row = await requireNotification(trx, target)
    requireOn(row)
    const key = { subscriptionId: row.subscription_id, id: row.id }
    if ('deliveryId' in which && (await store.isTest(trx, key, which.deliveryId)))
      throw testNotReplayed(which.deliveryId)
    const count = await store.setPending(trx, key, which, MOST_REPLAYED + 1)
    if (count > MOST_REPLAYED) throw replayTooLarge()
    if (count === 0 && 'deliveryId' in which) throw deliveryNotFound(which.deliveryId)
    if (count > 0) await store.wakeNow(trx, key)
    await recordAudit(trx, actorOf(call), { ...about('replay', row), after: { ...input, count } })
    return count
  })
}

function toSelection({ deliveryId, from, to }: ReplayInput) {
  if (deliveryId !== undefined) {
    if (from !== undefined || to !== undefined) throw replayInvalid()
    return { deliveryId }
  }
  if (from === undefined || to === undefined) throw replayInvalid()
  const span = { from: new Date(from), to: new Date(to) }
  const ms = span.to.getTime() - span.from.getTime()
  if (!(ms > 0 && ms <= DELIVERY_DAYS * DAY_MS)) throw replayInvalid()
  return span
}

/** How long the destination that waits longest for a sender is due, and how many notices wait. */
export async function findSendingLag(
  db: Db,
  realTime: RealClock,
): Promise<Readonly<{ overdueSeconds: number; noticesWaiting: number }>> {
  const now = realTime()
  const { dueSince, noticesWaiting } = await store.readSendingLag(db, now)
  return { overdueSeconds: dueSince ? secondsBetween(dueSince, now) : 0, noticesWaiting }
}
