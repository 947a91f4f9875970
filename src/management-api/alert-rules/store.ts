import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { AlertTarget } from '../notifications/sending/alert-target.ts'
import type { NotificationRow } from '../notifications/store.ts'

/** A row of notification that was translated from an alert rule. */
export type CallRow = Omit<NotificationRow, 'alert' | 'alert_id'> &
  Readonly<{ alert: AlertTarget; alert_id: string }>

/** Until the transaction ends, nobody else changes them. */
export async function lockCalls(trx: Trx, subscriptionId: string): Promise<CallRow[]> {
  const rows = await trx
    .selectFrom('notification')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('alert_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows as unknown as CallRow[]
}

/** The web hooks of one group that are off because of failures. */
export async function listOff(
  db: Db,
  subscriptionId: string,
  actionGroupId: string,
  receiver: string,
): Promise<CallRow[]> {
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('off_reason', 'in', ['gone', 'failing'])
    .where(sql<boolean>`lower(alert ->> 'actionGroupId') = lower(${actionGroupId})
      and lower(alert ->> 'receiver') = lower(${receiver})`)
    .execute()
  return rows as unknown as CallRow[]
}

/** With their deliveries. */
export async function deleteCallsOf(
  trx: Trx,
  subscriptionId: string,
  alertId: string,
): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('subscription_id', '=', subscriptionId)
    .where('alert_id', '=', alertId)
    .execute()
}
