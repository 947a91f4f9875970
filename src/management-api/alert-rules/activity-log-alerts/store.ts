import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ActivityLogAlert } from '../../../platform/db/tables.ts'
import type { ResourceName } from '../rules.ts'
import type { StoredAlert } from './rules.ts'

export type AlertRow = Omit<Selectable<ActivityLogAlert>, 'content'> &
  Readonly<{ content: StoredAlert }>

const isNamed = ({ resourceGroup, name }: ResourceName) =>
  sql<boolean>`lower(resource_group collate "C") = lower(${resourceGroup} collate "C")
    and lower(name collate "C") = lower(${name} collate "C")`

/** Of one resource group, or of all. At most as many as a subscription can have. */
export async function listActivityLogAlerts(
  db: Db,
  subscriptionId: string,
  resourceGroup?: string,
): Promise<AlertRow[]> {
  const isMeant =
    resourceGroup === undefined
      ? sql<boolean>`true`
      : sql<boolean>`lower(resource_group collate "C") = lower(${resourceGroup} collate "C")`
  const rows = await db
    .selectFrom('activity_log_alert')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(isMeant)
    .orderBy(sql`lower(name collate "C")`)
    .orderBy(sql`lower(resource_group collate "C")`)
    .execute()
  return rows as unknown as AlertRow[]
}

export async function findActivityLogAlert(
  db: Db,
  subscriptionId: string,
  name: ResourceName,
): Promise<AlertRow | undefined> {
  const row = await db
    .selectFrom('activity_log_alert')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(isNamed(name))
    .executeTakeFirst()
  return row as unknown as AlertRow | undefined
}

type NewAlert = Omit<AlertRow, 'content'> & Readonly<{ content: StoredAlert }>

export async function insertActivityLogAlert(
  trx: Trx,
  { content, ...row }: NewAlert,
): Promise<void> {
  await trx
    .insertInto('activity_log_alert')
    .values({ ...row, content: toJson(content) })
    .execute()
}

type Change = Readonly<{ content: StoredAlert; updated_at: Date }>

export async function updateActivityLogAlert(
  trx: Trx,
  { subscription_id, id }: Pick<AlertRow, 'subscription_id' | 'id'>,
  { content, ...change }: Change,
): Promise<void> {
  await trx
    .updateTable('activity_log_alert')
    .set({ ...change, content: toJson(content) })
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteActivityLogAlert(
  trx: Trx,
  { subscription_id, id }: Pick<AlertRow, 'subscription_id' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('activity_log_alert')
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .execute()
}

const toJson = (content: StoredAlert): RawBuilder<string> =>
  sql<string>`${JSON.stringify(content)}::jsonb`
