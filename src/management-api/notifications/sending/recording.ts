import { setTimeout as delay } from 'node:timers/promises'
import { type Actor, recordAudit } from '../../../directory/audit.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { ProductClock, RealClock, RealTime } from '../../../platform/time.ts'
import { holdPending } from '../deliveries/store.ts'
import {
  isDelivered,
  judgeFailure,
  type NotificationKind,
  type OffReason,
  WARNED_AFTER_S,
} from '../rules.ts'
import * as store from './store.ts'
import { mailAboutTurningOff, warnOfFailing } from './warnings.ts'

export type RecordDeps = Readonly<{
  db: Db
  productTime: ProductClock
  realTime: RealClock
  mailer: Mailer
  /** How long a call may take, and handing over a mail. */
  timeoutMs: number
  mailTimeoutMs: number
  /** Of the pauses. */
  scale: number
  onAttempt: (outcome: 'delivered' | 'failed') => void
}>

/** Longer than a call, so that no other sender takes the destination while it is called. */
export const LEASE_BEYOND_CALL_MS = 5000
const RECORD_AGAIN_MS = 200

/** What this sender does after the attempt, if it succeeds. */
export type NextStep = 'next message' | 'other destinations' | 'nothing'
export type AttemptResult = store.Attempt & Readonly<{ isHeld?: true }>

/** The destination as it is then; none if it failed, or another sender has it. */
type Outcome = store.Claimed | undefined

export const leaseMsOf = (
  { timeoutMs, mailTimeoutMs }: Pick<RecordDeps, 'timeoutMs' | 'mailTimeoutMs'>,
  form: NotificationKind,
) => (form === 'email' ? mailTimeoutMs : timeoutMs) + LEASE_BEYOND_CALL_MS

/** What was sent must be recorded, or it is sent again: tried for as long as the destination is claimed. */
export async function recordUntil(
  deps: RecordDeps,
  claimed: store.Claimed,
  delivery: store.Pending,
  result: AttemptResult,
  nextStep: NextStep,
): Promise<Outcome> {
  const lastTryAt = performance.now() + LEASE_BEYOND_CALL_MS
  for (;;) {
    try {
      return await record(deps, claimed, delivery, result, nextStep)
    } catch (error) {
      if (performance.now() > lastTryAt) throw error
      await delay(RECORD_AGAIN_MS)
    }
  }
}

async function record(
  deps: RecordDeps,
  claimed: store.Claimed,
  delivery: store.Pending,
  result: AttemptResult,
  nextStep: NextStep,
): Promise<Outcome> {
  const isDone = isDelivered(result.status)
  if (!result.isHeld && !isDone) return recordFailure(deps, claimed, delivery, result)
  const kind = isDone ? 'delivered' : 'held'
  const claim = toClaim(deps, claimed.form, nextStep)
  const isOwn = await store.recordAttempt(deps.db, claimed, delivery, result, { kind, claim })
  if (!isOwn) return undefined
  if (!isDone) return claimed
  deps.onAttempt('delivered')
  return { ...claimed, failureCount: 0, failingSince: null }
}

function toClaim(deps: RecordDeps, form: NotificationKind, nextStep: NextStep): store.ClaimAfter {
  if (nextStep === 'next message') return { leaseMs: leaseMsOf(deps, form) }
  return nextStep === 'other destinations' ? 'due' : 'idle'
}

async function recordFailure(
  deps: RecordDeps,
  claimed: store.Claimed,
  delivery: store.Pending,
  result: AttemptResult,
): Promise<undefined> {
  const now = deps.realTime()
  const failingSince = claimed.failingSince ?? result.at
  const verdict = judgeFailure(claimed, result.status, now, deps.scale)
  const isOwn =
    'off' in verdict
      ? await turnOff(deps, claimed, delivery, result, { ...verdict, now, failingSince })
      : await retry(deps, claimed, delivery, result, { ...verdict, now, failingSince })
  if (isOwn) deps.onAttempt('failed')
  return undefined
}

type Retrying = Readonly<{ pauseMs: number; now: RealTime; failingSince: Date }>

/** Whoever created it is told before it is turned off. */
async function retry(
  { db, mailer, scale }: RecordDeps,
  claimed: store.Claimed,
  delivery: store.Pending,
  result: AttemptResult,
  { pauseMs, now, failingSince }: Retrying,
): Promise<boolean> {
  const next = { kind: 'retry', pauseMs, failingSince } as const
  const failingMs = now.getTime() - failingSince.getTime()
  if (!mailer.isOn || failingMs < WARNED_AFTER_S * 1000 * scale) {
    return store.recordAttempt(db, claimed, delivery, result, next)
  }
  return db.transaction().execute(async (trx) => {
    const isOwn = await store.recordAttempt(trx, claimed, delivery, result, next)
    const reason = result.reason ?? `status ${result.status}`
    if (isOwn) await warnOfFailing(trx, mailer, claimed, { failingSince, reason })
    return isOwn
  })
}

type TurningOff = Readonly<{
  off: OffReason
  now: Date
  failingSince: Date
}>

/** What waits there stays, and can be sent again by somebody who asks for it. */
const turnOff = (
  { db, productTime, mailer }: RecordDeps,
  claimed: store.Claimed,
  delivery: store.Pending,
  result: store.Attempt,
  { off: reason, now, failingSince }: TurningOff,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const next = { kind: 'off', reason, at: now, failingSince } as const
    const isOwn = await store.recordAttempt(trx, claimed, delivery, result, next)
    if (!isOwn) return false
    await holdPending(trx, claimed)
    await mailAboutTurningOff(trx, mailer, claimed, { off: reason, now })
    const actor: Actor = { kind: 'process', id: 'notifications', at: productTime() }
    await recordAudit(trx, actor, {
      scopeId: claimed.subscriptionId,
      action: 'notification.turn-off',
      target: `notification ${claimed.name}`,
      after: { reason, failingSince: failingSince.toISOString() },
    })
    return true
  })
