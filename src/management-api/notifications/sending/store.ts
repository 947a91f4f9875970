import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { databaseTime, databaseTimeIn } from '../../../platform/db/database-time.ts'
import { MOST_ATTEMPTS, type NotificationKey } from '../deliveries/store.ts'
import type { DeliveryKind, NotificationKind, OffReason } from '../rules.ts'
import type { AlertTarget } from './alert-target.ts'

/** A destination that this sender has for a while. */
export type Claimed = NotificationKey &
  Readonly<{
    claim: string
    name: string
    form: NotificationKind
    /** Of one that belongs to an alert rule: it decides the form. */
    alert: AlertTarget | null
    sealedAddress: Buffer
    sealedSecrets: readonly Buffer[]
    wakeCount: string
    failureCount: number
    failingSince: Date | null
    receiverId: string | null
    createdBy: string
  }>

type Due = Readonly<{
  /** For how long one is claimed to which mail is sent, and another. */
  leaseMs: Readonly<{ mail: number; call: number }>
  limit: number
  /** Those whose last attempt failed or took long, or the others. */
  isSlow: boolean
  /** How many a subscription may have claimed here at once, and how many it has. */
  mostOfSubscription: number
  claimedOf: ReadonlyMap<string, number>
}>

/** Many more than can be claimed at once: of one subscription only a few are. */
const CANDIDATES = 500

/** Those that have waited longest. */
export async function claimDue(
  db: Db,
  { leaseMs, limit, isSlow, mostOfSubscription, claimedOf }: Due,
): Promise<Claimed[]> {
  const slow = isSlow
    ? sql`(failing_since is not null or is_slow)`
    : sql`failing_since is null and not is_slow`
  const isDue = sql`due_at <= ${databaseTime} and ${slow}
                and coalesce(receiver_state, 'confirmed') = 'confirmed'
                and (claimed_until is null or claimed_until <= ${databaseTime})`
  const { rows } = await sql<Omit<Claimed, 'sealedSecrets'> & { secret: Buffer; previous: Buffer }>`
    update notification as one
       set claimed_until = case when one.kind = 'email' then ${databaseTimeIn(leaseMs.mail)}
                                else ${databaseTimeIn(leaseMs.call)} end,
           claim = ${randomUUIDv7()}
      from (select subscription_id, id
              from notification
              join (select subscription_id, id,
                           row_number() over (partition by subscription_id order by due_at, id) as nth
                      from (select subscription_id, id, due_at from notification where ${isDue}
                             order by due_at limit ${CANDIDATES}) as first) as candidate
             using (subscription_id, id)
              left join unnest(${[...claimedOf.keys()]}::text[], ${[...claimedOf.values()]}::integer[])
                as held (subscription_id, count) using (subscription_id)
             where ${isDue} and nth + coalesce(held.count, 0) <= ${mostOfSubscription}
             order by due_at limit ${limit}
               for update of notification skip locked) as due
     where one.subscription_id = due.subscription_id and one.id = due.id
    returning one.subscription_id as "subscriptionId", one.id, one.claim, one.name,
              one.kind as form, one.alert, one.sealed_address as "sealedAddress",
              one.sealed_secret as secret, one.sealed_previous_secret as previous,
              one.wake_count as "wakeCount", one.failure_count as "failureCount",
              one.failing_since as "failingSince", one.receiver_id as "receiverId",
              one.created_by as "createdBy"`.execute(db)
  return rows.map(({ secret, previous, ...row }) => ({
    ...row,
    sealedSecrets: [secret, previous].filter((sealed) => sealed !== null),
  }))
}

export type Pending = Readonly<{
  notificationId: string
  id: string
  kind: DeliveryKind
  trackingId: string | null
  revision: number | null
  subject: string | null
  content: unknown
  createdAt: Date
  attemptCount: number
}>

/** Of each destination the next ones, in the order in which they are sent. */
export async function listPending(
  db: Db,
  keys: readonly NotificationKey[],
  limit: number,
): Promise<Pending[]> {
  const ids = keys.map(({ id }) => id)
  const subscriptionIds = keys.map(({ subscriptionId }) => subscriptionId)
  const { rows } = await sql<Pending>`
    select next.*
      from unnest(${subscriptionIds}::text[], ${ids}::uuid[]) as own (subscription_id, id)
     cross join lateral (
           select notification_id as "notificationId", id, kind, tracking_id as "trackingId",
                  revision, subject, content, created_at as "createdAt",
                  attempt_count as "attemptCount", position, number
             from delivery
            where delivery.subscription_id = own.subscription_id
              and notification_id = own.id and state = 'pending'
            order by position, number
            limit ${limit}) as next
     order by next."notificationId", next.position, next.number`.execute(db)
  return rows
}

export type Attempt = Readonly<{
  at: Date
  durationMs: number
  status: number | null
  reason: string | null
  answer: string | null
}>

/** The destination stays claimed for so long, or is released: due at once, or when something comes. */
export type ClaimAfter = Readonly<{ leaseMs: number }> | 'due' | 'idle'

/** What follows for the destination. */
export type Next = Readonly<
  | { kind: 'delivered'; claim: ClaimAfter }
  | { kind: 'held'; claim: ClaimAfter }
  | { kind: 'retry'; pauseMs: number; failingSince: Date }
  | { kind: 'off'; reason: OffReason; at: Date; failingSince: Date }
>

function toChange(claimed: Claimed, next: Next) {
  if (next.kind === 'delivered' || next.kind === 'held') {
    const claim =
      typeof next.claim === 'object'
        ? sql`claimed_until = ${databaseTimeIn(next.claim.leaseMs)}`
        : toReleased(claimed, next.claim)
    return next.kind === 'held' ? claim : sql`failure_count = 0, failing_since = null, ${claim}`
  }
  const failed = sql`failure_count = failure_count + 1, failing_since = ${next.failingSince},
                     claim = null, claimed_until = null`
  if (next.kind === 'retry') return sql`${failed}, due_at = ${databaseTimeIn(next.pauseMs)}`
  return sql`${failed}, due_at = null, is_on = false, off_reason = ${next.reason}, off_at = ${next.at}`
}

/** After an answer that took longer, the others are called first. */
export const SLOW_MS = 2000

/**
 * False if this sender no longer has the destination: then nothing is changed. An attempt that is recorded
 * already, by a statement whose answer was lost, is not recorded again.
 */
export async function recordAttempt(
  db: Db | Trx,
  claimed: Claimed,
  { id: deliveryId, attemptCount }: Pick<Pending, 'id' | 'attemptCount'>,
  attempt: Attempt,
  next: Next,
): Promise<boolean> {
  const { subscriptionId, id, claim } = claimed
  const ended =
    next.kind === 'delivered' || next.kind === 'held'
      ? sql`, state = ${next.kind}, ended_at = ${attempt.at}`
      : sql``
  const { rows } = await sql`
    with own as (
      update notification set is_slow = ${attempt.durationMs > SLOW_MS}, ${toChange(claimed, next)}
       where subscription_id = ${subscriptionId} and id = ${id} and claim = ${claim}
      returning subscription_id),
    tried as (
      update delivery set attempt_count = attempt_count + 1 ${ended}
        from own
       where delivery.subscription_id = own.subscription_id and delivery.id = ${deliveryId}
         and attempt_count = ${attemptCount}
      returning delivery.subscription_id, delivery.id, attempt_count),
    forgotten as (
      delete from delivery_attempt as old using tried
       where old.subscription_id = tried.subscription_id and old.delivery_id = tried.id
         and old.number <= tried.attempt_count - ${MOST_ATTEMPTS}),
    added as (
      insert into delivery_attempt
             (subscription_id, delivery_id, number, at, duration_ms, status, reason, answer)
      select subscription_id, id, attempt_count, ${attempt.at}::timestamptz,
             ${attempt.durationMs}::integer, ${attempt.status}::integer, ${attempt.reason}::text,
             ${attempt.answer}::text
        from tried)
    select subscription_id from own`.execute(db)
  return rows.length === 1
}

/** False if this sender no longer has the destination. What is not pending any more stays as it is. */
export async function withdraw(
  db: Db,
  { subscriptionId, id, claim }: Claimed,
  deliveryId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with own as (
      select subscription_id from notification
       where subscription_id = ${subscriptionId} and id = ${id} and claim = ${claim}
         for no key update),
    withdrawn as (
      update delivery set state = 'withdrawn', ended_at = ${at}
        from own
       where delivery.subscription_id = own.subscription_id and delivery.id = ${deliveryId}
         and state = 'pending')
    select subscription_id from own`.execute(db)
  return rows.length === 1
}

type Released = Exclude<ClaimAfter, object>

/** Also due if something came since it was claimed. */
function toReleased({ wakeCount }: Claimed, as: Released) {
  const due =
    as === 'due'
      ? databaseTime
      : sql`case when wake_count = ${wakeCount}::bigint then null else due_at end`
  return sql`claim = null, claimed_until = null, due_at = ${due}`
}

export async function release(db: Db, claimed: Claimed, as: Released): Promise<void> {
  const { subscriptionId, id, claim } = claimed
  await sql`
    update notification set ${toReleased(claimed, as)}
     where subscription_id = ${subscriptionId} and id = ${id} and claim = ${claim}`.execute(db)
}
