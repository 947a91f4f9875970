import { setTimeout as delay } from 'node:timers/promises'
import { countToday } from '../../../platform/mail/mailer.ts'
import { type AttemptDeps, attempt } from './attempt.ts'
import type { Message } from './forms.ts'
import { NO_EVENT, type NoticeSource, type NoticeSources } from './notice.ts'
import {
  type AttemptResult,
  LEASE_BEYOND_CALL_MS,
  leaseMsOf,
  type NextStep,
  type RecordDeps,
  recordUntil,
} from './recording.ts'
import * as store from './store.ts'

export type SenderDeps = AttemptDeps &
  RecordDeps &
  Readonly<{
    sources: NoticeSources
    managementUrl: string
    /** Of a subscription. */
    mailsPerDay: number
    onFailure: (error: unknown) => void
  }>

/** How many destinations a process calls at once. */
const AT_ONCE = 64
/** Of these, how many may be destinations that have failed or were slow: they must not hold up the others. */
const SLOW_AT_ONCE = 24
/** And how many may be of one subscription, whose destinations are not to hold up those of others. */
const OF_SUBSCRIPTION_AT_ONCE = { fast: 4, slow: 2 } as const
const BATCH = 20
/** What is not recorded by then is sent again under its id. */
const LONGEST_STOP_MS = 8000

type Active = Readonly<{ isSlow: boolean; subscriptionId: string }>

/** Sends what is due, to each destination one message after the other. */
export function openSender(deps: SenderDeps) {
  const active = new Map<Promise<void>, Active>()

  /** What may be claimed now, of destinations that are slow or of the others. */
  function limitsOf(isSlow: boolean) {
    const own = [...active.values()].filter((one) => one.isSlow === isSlow)
    const free = AT_ONCE - active.size
    const claimedOf = new Map<string, number>()
    for (const { subscriptionId } of own) {
      claimedOf.set(subscriptionId, (claimedOf.get(subscriptionId) ?? 0) + 1)
    }
    return {
      limit: isSlow ? Math.min(free, SLOW_AT_ONCE - own.length) : free,
      mostOfSubscription: OF_SUBSCRIPTION_AT_ONCE[isSlow ? 'slow' : 'fast'],
      claimedOf,
    }
  }

  async function claim(isSlow: boolean, signal: AbortSignal): Promise<number> {
    const limits = limitsOf(isSlow)
    if (signal.aborted || limits.limit <= 0) return 0
    const leaseMs = { mail: leaseMsOf(deps, 'email'), call: leaseMsOf(deps, 'webhook') }
    const claimedAt = performance.now()
    const claimed = await store.claimDue(deps.db, { leaseMs, isSlow, ...limits })
    if (claimed.length === 0) return 0
    const pending = await store.listPending(deps.db, claimed, BATCH)
    const byDestination = Map.groupBy(pending, ({ notificationId }) => notificationId)
    for (const one of claimed) {
      const messages = byDestination.get(one.id) ?? []
      const task = sendAll(deps, one, messages, claimedAt, signal)
        .catch(deps.onFailure)
        .finally(() => active.delete(task))
      active.set(task, { isSlow, subscriptionId: one.subscriptionId })
    }
    return claimed.length
  }

  return {
    /** Claims what is due until nothing is, or no more can be called at once. */
    async sendDue(signal: AbortSignal): Promise<void> {
      while ((await claim(false, signal)) + (await claim(true, signal)) > 0) {
        if (active.size >= AT_ONCE) await untilOneEnds(active.keys(), signal)
      }
    },
    /** Waits for the calls that are made, after the signal was aborted. */
    async stop(): Promise<void> {
      const atLast = delay(LONGEST_STOP_MS, undefined, { ref: false })
      await Promise.race([Promise.all(active.keys()), atLast])
    },
  }
}

async function untilOneEnds(tasks: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  if (signal.aborted) return
  signal.addEventListener('abort', onAbort, { once: true })
  await Promise.race([...tasks, aborted]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  )
}

async function sendAll(
  deps: SenderDeps,
  claimed: store.Claimed,
  pending: readonly store.Pending[],
  claimedAt: number,
  signal: AbortSignal,
): Promise<void> {
  const toMessage = await openMessages(deps, claimed.subscriptionId, pending)
  const last = pending.length < BATCH ? pending.at(-1) : undefined
  let leased: Leased | undefined = { claimed, leasedAt: claimedAt }
  for (const delivery of pending) {
    if (signal.aborted) return store.release(deps.db, claimed, 'due')
    // Another sender may take the destination before this call would have ended.
    if (performance.now() - leased.leasedAt > LEASE_BEYOND_CALL_MS) return
    const message = await toMessage(claimed, delivery)
    leased = message
      ? await sendOne(deps, leased, delivery, message, delivery === last)
      : await withdraw(deps, leased, delivery)
    if (!leased) return
  }
  await store.release(deps.db, claimed, pending.length === BATCH ? 'due' : 'idle')
}

/** Measured and not read from a clock: in the database, the lease began after it was asked for. */
type Leased = Readonly<{ claimed: store.Claimed; leasedAt: number }>

/** Nothing if this sender is done with the destination, or has lost it. */
async function sendOne(
  deps: SenderDeps,
  { claimed }: Leased,
  delivery: store.Pending,
  message: Message,
  isLast: boolean,
): Promise<Leased | undefined> {
  const result = await attemptWithin(deps, claimed, message)
  const nextStep = findNextStep(isLast, result)
  const leasedAt = performance.now()
  const after = await recordUntil(deps, claimed, delivery, result, nextStep)
  return nextStep === 'next message' && after ? { claimed: after, leasedAt } : undefined
}

async function withdraw(
  { db, realTime }: SenderDeps,
  leased: Leased,
  { id }: store.Pending,
): Promise<Leased | undefined> {
  return (await store.withdraw(db, leased.claimed, id, realTime())) ? leased : undefined
}

/** After one that was slow, the others have their turn. */
const findNextStep = (isLast: boolean, { durationMs }: AttemptResult): NextStep =>
  isLast ? 'nothing' : durationMs > store.SLOW_MS ? 'other destinations' : 'next message'

const countMail = ({ db, realTime, mailsPerDay }: SenderDeps, { subscriptionId }: store.Claimed) =>
  countToday(db, { what: 'notifications', whose: subscriptionId }, realTime(), mailsPerDay)

async function attemptWithin(
  deps: SenderDeps,
  claimed: store.Claimed,
  message: Message,
): Promise<AttemptResult> {
  // While a destination fails, one mail is counted that was not sent.
  const isCounted = claimed.form === 'email' && claimed.failingSince === null
  const mayBeSent = !isCounted || (await countMail(deps, claimed))
  return mayBeSent ? attempt(deps, claimed, message) : refuseMail(deps)
}

/** An attempt that was not made, so that the list of deliveries says why. */
const refuseMail = ({ realTime, mailsPerDay }: SenderDeps): AttemptResult => ({
  ...{ at: realTime(), durationMs: 0, status: null, answer: null, isHeld: true },
  reason: `The subscription has reached its limit of ${mailsPerDay} e-mails per day (UTC), so this one is held.`,
})

/** Reads for whom it is only if there is something to tell. */
async function openMessages(
  { sources, managementUrl }: SenderDeps,
  subscriptionId: string,
  pending: readonly store.Pending[],
) {
  const used = new Set(pending.flatMap(({ kind }) => (kind === 'test' ? [] : [sources[kind]])))
  const opened = new Map<NoticeSource, Awaited<ReturnType<NoticeSource>>>()
  for (const source of used) opened.set(source, await source(subscriptionId))
  const origin = `${managementUrl}/subscriptions/${subscriptionId}`
  return async (claimed: store.Claimed, delivery: store.Pending): Promise<Message | undefined> => {
    const { kind, trackingId, revision, subject, content } = delivery
    const common = { deliveryId: delivery.id, subscriptionId, source: origin, kind }
    if (kind === 'test') {
      return { ...common, subject: claimed.name, notice: toTest(claimed, delivery) }
    }
    const find = opened.get(sources[kind])
    const notice = await find?.({ kind, trackingId, revision, subject, content })
    return notice && { ...common, subject: trackingId ?? subject ?? claimed.name, notice }
  }
}

const toTest = ({ name }: store.Claimed, { createdAt }: store.Pending) => ({
  at: createdAt,
  title: `This is a test of the notification ${name}. No event has occurred.`,
  ...NO_EVENT,
  data: JSON.stringify({ test: true, notification: name }),
})
