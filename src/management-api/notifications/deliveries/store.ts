import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { databaseTime } from '../../../platform/db/database-time.ts'
import type { DeliveryKind, DeliveryState } from '../rules.ts'

export type NotificationKey = Readonly<{ subscriptionId: string; id: string }>

export type NewDelivery = Readonly<{
  subscriptionId: string
  id: string
  notificationId: string
  kind: DeliveryKind
  trackingId: string | null
  revision: number | null
  /** In whose order a destination gets them; null: after the revisions that were matched so far. */
  position: number | null
  /** Of what is no revision. */
  subject?: string
  content?: object
}>

/**
 * Numbered as they are given, after those that their notification has; those that are there already stay as they
 * are. The notifications must be locked, so that nobody else gives the same numbers.
 */
export async function insertDeliveries(
  trx: Trx,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<void> {
  const column = <Name extends keyof NewDelivery>(name: Name) =>
    deliveries.map((one) => one[name] ?? null)
  const contents = deliveries.map(({ content }) => (content ? JSON.stringify(content) : null))
  await sql`
    insert into delivery (subscription_id, id, notification_id, number, kind, tracking_id, revision,
                          position, subject, content, state, created_at)
    select given.subscription_id, given.id, given.notification_id,
           nth + coalesce((select max(number) from delivery as before
                            where before.subscription_id = given.subscription_id
                              and before.notification_id = given.notification_id), 0),
           given.kind, given.tracking_id, given.revision,
           coalesce(given.position, (select position from notification_matcher)),
           given.subject, given.content, 'pending', ${at}
      from unnest(${column('subscriptionId')}::text[], ${column('id')}::uuid[],
                  ${column('notificationId')}::uuid[], ${column('kind')}::text[],
                  ${column('trackingId')}::text[], ${column('revision')}::integer[],
                  ${column('position')}::bigint[],
                  ${column('subject')}::text[], ${contents}::jsonb[]) with ordinality
        as given (subscription_id, id, notification_id, kind, tracking_id, revision, position,
                  subject, content, nth)
    on conflict (subscription_id, notification_id, tracking_id, revision) do nothing`.execute(trx)
}

/**
 * Something waits for these destinations. Those that fail are tried when their pause ends. The moment comes from
 * the clock of a node, which may be ahead: none is due later than now.
 */
export async function wakeDestinations(
  trx: Trx,
  keys: readonly NotificationKey[],
  dueAt: Date,
): Promise<void> {
  const ids = keys.map(({ id }) => id)
  const subscriptionIds = keys.map(({ subscriptionId }) => subscriptionId)
  await sql`
    update notification
       set due_at = coalesce(notification.due_at, least(${dueAt}::timestamptz, ${databaseTime})),
           wake_count = notification.wake_count + 1
      from unnest(${subscriptionIds}::text[], ${ids}::uuid[]) as given (subscription_id, id)
     where notification.subscription_id = given.subscription_id
       and notification.id = given.id`.execute(trx)
}

/** Something waits for this destination that is to be tried at once. */
export async function wakeNow(trx: Trx, key: NotificationKey): Promise<void> {
  await trx
    .updateTable('notification')
    .set({ due_at: databaseTime, wake_count: sql`wake_count + 1` })
    .where('subscription_id', '=', key.subscriptionId)
    .where('id', '=', key.id)
    .execute()
}

export type AttemptRow = Readonly<{
  number: number
  at: string
  durationMs: number
  status: number | null
  reason: string | null
  answer: string | null
}>

export type DeliveryRow = Readonly<{
  id: string
  /** In the order of insertion. */
  number: string
  kind: DeliveryKind
  trackingId: string | null
  revision: number | null
  subject: string | null
  state: DeliveryState
  createdAt: Date
  endedAt: Date | null
  attempts: readonly AttemptRow[]
}>

/** Of a delivery; those before are deleted. */
export const MOST_ATTEMPTS = 20

/** The latest first. One statement: the attempt that ended a delivery comes with its end. */
export async function listDeliveries(
  db: Db,
  key: NotificationKey,
  { before, limit }: Readonly<{ before: string | undefined; limit: number }>,
): Promise<DeliveryRow[]> {
  const beyond = before === undefined ? sql`` : sql`and number < ${before}::bigint`
  const { rows } = await sql<DeliveryRow>`
    select id, number, kind, tracking_id as "trackingId", revision, state, created_at as "createdAt",
           ended_at as "endedAt", subject,
           (select coalesce(json_agg(attempt order by number), '[]')
              from (select number, at, duration_ms as "durationMs", status, reason, answer
                      from delivery_attempt
                     where subscription_id = delivery.subscription_id and delivery_id = delivery.id
                     order by number desc
                     limit ${MOST_ATTEMPTS}) as attempt) as attempts
      from delivery
     where subscription_id = ${key.subscriptionId} and notification_id = ${key.id} ${beyond}
     order by number desc
     limit ${limit}`.execute(db)
  return rows
}

export async function isTest(trx: Trx, key: NotificationKey, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from delivery
     where subscription_id = ${key.subscriptionId} and notification_id = ${key.id}
       and id = ${id}::uuid and kind = 'test'`.execute(trx)
  return rows.length > 0
}

/** Sent again in their order, with the ids they have; so many at most. Answers how many. */
export async function setPending(
  trx: Trx,
  key: NotificationKey,
  which: Readonly<{ deliveryId: string } | { from: Date; to: Date }>,
  limit: number,
): Promise<number> {
  const condition =
    'deliveryId' in which
      ? sql`id = ${which.deliveryId}::uuid`
      : sql`created_at >= ${which.from} and created_at < ${which.to} and kind <> 'test'`
  const { numAffectedRows } = await sql`
    update delivery set state = 'pending', ended_at = null
     where subscription_id = ${key.subscriptionId} and id in (
           select id from delivery
            where subscription_id = ${key.subscriptionId} and notification_id = ${key.id}
              and ${condition}
            limit ${limit})`.execute(trx)
  return Number(numAffectedRows)
}

/** What waits stays, and is sent again only if somebody asks for it. */
export async function holdPending(trx: Trx, key: NotificationKey): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'held' })
    .where('subscription_id', '=', key.subscriptionId)
    .where('notification_id', '=', key.id)
    .where('state', '=', 'pending')
    .execute()
}

/** So many at most; answers how many. Their attempts go with them. */
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery where (subscription_id, id) in (
      select subscription_id, id from delivery where created_at < ${before}
       order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type SendingLag = Readonly<{
  /** Since when the destination that waits longest for a sender is due. */
  dueSince: Date | null
  noticesWaiting: number
}>

/** More are not counted, so that many notices do not make the statement slow. */
const MOST_COUNTED = 10_000

/** A destination that is called now has a sender; one that fails or responds slowly waits on purpose. */
export async function readSendingLag(db: Db, now: Date): Promise<SendingLag> {
  const { rows } = await sql<SendingLag>`
    select (select due_at from notification
             where due_at is not null and failing_since is null and not is_slow
               and (claimed_until is null or claimed_until <= ${now})
               and (receiver_state is null or receiver_state = 'confirmed')
             order by due_at limit 1) as "dueSince",
           (select count(*)::integer
              from (select from notice limit ${MOST_COUNTED}) as waiting) as "noticesWaiting"`.execute(
    db,
  )
  return rows[0] ?? { dueSince: null, noticesWaiting: 0 }
}
