import { randomUUIDv7 } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { Notification } from '../../../src/platform/db/tables.ts'

type OfSubscription = Readonly<{ subscriptionId: string }>

export async function insertDelivery(
  db: Db,
  over: Date,
  { subscriptionId: subscription_id }: OfSubscription,
): Promise<void> {
  const notification_id = await insertNotification(db, over, subscription_id)
  await insertDelivered(db, over, { subscription_id, notification_id })
}

/** A message about an event that has arrived. */
export async function insertDelivered(
  db: Db,
  created_at: Date,
  of: Readonly<{ subscription_id: string; notification_id: string }>,
): Promise<string> {
  const id = randomUUIDv7()
  const about = { kind: 'event', tracking_id: 'OLD-1', revision: 1, position: 1 } as const
  const row = { ...of, ...about, id, number: 1, state: 'delivered', created_at } as const
  await db.insertInto('delivery').values(row).execute()
  return id
}

export async function insertReminder(
  db: Db,
  over: Date,
  { subscriptionId: subscription_id }: OfSubscription,
): Promise<void> {
  const notification_id = await insertNotification(db, over, subscription_id)
  await db
    .insertInto('maintenance_reminder')
    .values({ subscription_id, notification_id, tracking_id: 'OLD-1', phase: 'end', at: over })
    .execute()
}

export async function insertNotification(
  db: Db,
  at: Date,
  subscription_id: string,
  columns: Updateable<Notification> = {},
): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('notification')
    .values({
      ...columns,
      ...{ subscription_id, id, name: id, kind: 'slack', notices: ['events'], is_on: true },
      ...{ sealed_address: Buffer.alloc(1), shown_address: '', created_by: 'x' },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  return id
}
