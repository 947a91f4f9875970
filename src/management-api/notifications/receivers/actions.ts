import { type Actor, actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { ProductClock, RealClock } from '../../../platform/time.ts'
import {
  about,
  changeNotifications,
  type NotificationDeps,
  requireNotification,
  type Target,
} from '../actions.ts'
import { holdPending } from '../deliveries/store.ts'
import { mailMissing, receiverConfirmed, receiverMissing } from '../errors.ts'
import * as store from '../store.ts'
import type { Purpose, ReceiverKey } from './links.ts'
import { ask, toWaiting } from './question.ts'
import { judgeLink, type Standing } from './rules.ts'

/** Asks a receiver again who has not answered or has stopped. */
export function askAgain(
  deps: NotificationDeps,
  call: Call,
  target: Target,
): Promise<store.NotificationRow> {
  if (!deps.mailer.isOn) throw mailMissing()
  return changeNotifications(deps.db, call, target.subscriptionId, async (trx) => {
    const before = await requireNotification(trx, target)
    const asked = toWaiting(deps.realTime())
    const repeated = await findRepeated(trx, call, `${asked.receiver_id}`)
    if (repeated !== undefined) return before
    if (before.receiver_state === null) throw receiverMissing(before.name)
    if (before.receiver_state === 'confirmed') throw receiverConfirmed(before.name)
    const row = await store.updateNotification(trx, before, { ...asked, updated_at: call.at })
    await ask(trx, deps, call, row)
    await recordAudit(trx, actorOf(call), about('ask-receiver', row))
    return row
  })
}

type AnswerDeps = Readonly<{ db: Db; realTime: RealClock; productTime: ProductClock }>

export type Answerer = Readonly<{ source: string; requestId: string }>

/** Does what the link of a mail is for, once; answers how it is then. */
export function answer(
  { db, realTime, productTime }: AnswerDeps,
  purpose: Purpose,
  { subscriptionId, id, receiverId }: ReceiverKey,
  by: Answerer,
): Promise<Standing> {
  return db.transaction().execute(async (trx) => {
    const row = await store.lockNotificationById(trx, subscriptionId, id)
    const standing = judgeLink(row, receiverId, realTime())
    const next = purpose === 'confirm' ? 'confirmed' : 'stopped'
    const isAnswered = purpose === 'confirm' ? standing !== 'waiting' : standing === 'stopped'
    if (!row || standing === 'ended' || isAnswered) return standing
    await store.updateNotification(trx, row, {
      ...{ receiver_state: next, due_at: null },
      ...{ failure_count: 0, failing_since: null },
    })
    if (next === 'stopped') await holdPending(trx, { subscriptionId, id })
    const actor: Actor = { kind: 'process', id: 'notifications', at: productTime(), ...by }
    const what = purpose === 'confirm' ? 'confirm' : 'stop'
    await recordAudit(trx, actor, about(what, row))
    return next
  })
}
