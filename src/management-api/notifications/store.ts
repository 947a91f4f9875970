import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { DB, Notification } from '../../platform/db/tables.ts'
import type { DeliveryState } from './rules.ts'

export type NotificationRow = Selectable<Notification>

const nameIs = (name: string) => sql<boolean>`lower(name collate "C") = lower(${name} collate "C")`

/** With the latest delivery, which the notification may have. */
export type ShownRow = NotificationRow &
  Readonly<{ last_state: DeliveryState | null; last_created_at: Date | null }>

const selectShown = (db: Db) =>
  db
    .selectFrom('notification')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('delivery')
          .select(['state', 'created_at'])
          .whereRef('delivery.subscription_id', '=', 'notification.subscription_id')
          .whereRef('delivery.notification_id', '=', 'notification.id')
          .orderBy('delivery.number', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('notification')
    .select([
      // The table checks it.
      sql<DeliveryState | null>`last.state`.as('last_state'),
      'last.created_at as last_created_at',
    ])

export function listNotifications(db: Db, subscriptionId: string): Promise<ShownRow[]> {
  return selectShown(db)
    .where('subscription_id', '=', subscriptionId)
    .orderBy(sql`lower(name collate "C")`)
    .execute()
}

export function findNotification(
  db: Db,
  subscriptionId: string,
  name: string,
): Promise<ShownRow | undefined> {
  return selectShown(db)
    .where('subscription_id', '=', subscriptionId)
    .where(nameIs(name))
    .executeTakeFirst()
}

/** Until the transaction ends, nobody else changes it. */
export function lockNotification(
  trx: Trx,
  subscriptionId: string,
  name: string,
): Promise<NotificationRow | undefined> {
  return trx
    .selectFrom('notification')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(nameIs(name))
    .forUpdate()
    .executeTakeFirst()
}

const byId = (db: Db, subscriptionId: string, id: string) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('id', '=', id)

export const findNotificationById = (
  db: Db,
  subscriptionId: string,
  id: string,
): Promise<NotificationRow | undefined> => byId(db, subscriptionId, id).executeTakeFirst()

export const lockNotificationById = (
  trx: Trx,
  subscriptionId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  byId(trx, subscriptionId, id).forUpdate().executeTakeFirst()

export async function countNotifications(trx: Trx, subscriptionId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('notification')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertNotification = (
  trx: Trx,
  row: InsertObject<DB, 'notification'>,
): Promise<NotificationRow> =>
  trx.insertInto('notification').values(row).returningAll().executeTakeFirstOrThrow()

/** Nobody has the destination any more: a process that is sending to it finishes one message at most as it was before. */
const UNCLAIMED = { claim: null, claimed_until: null }

export const updateNotification = (
  trx: Trx,
  { subscription_id, id }: Pick<NotificationRow, 'subscription_id' | 'id'>,
  change: UpdateObject<DB, 'notification'>,
): Promise<NotificationRow> =>
  trx
    .updateTable('notification')
    .set({ ...UNCLAIMED, ...change })
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteNotification(
  trx: Trx,
  { subscription_id, id }: Pick<NotificationRow, 'subscription_id' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .execute()
}
