import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ActionGroup } from '../../../platform/db/tables.ts'
import type { ResourceName } from '../rules.ts'
import type { StoredGroup } from './rules.ts'

export type GroupRow = Omit<Selectable<ActionGroup>, 'content'> & Readonly<{ content: StoredGroup }>

const isNamed = ({ resourceGroup, name }: ResourceName) =>
  sql<boolean>`lower(resource_group collate "C") = lower(${resourceGroup} collate "C")
    and lower(name collate "C") = lower(${name} collate "C")`

/** Of one resource group, or of all. At most as many as a subscription can have. */
export async function listActionGroups(
  db: Db,
  subscriptionId: string,
  resourceGroup?: string,
): Promise<GroupRow[]> {
  const isMeant =
    resourceGroup === undefined
      ? sql<boolean>`true`
      : sql<boolean>`lower(resource_group collate "C") = lower(${resourceGroup} collate "C")`
  const rows = await db
    .selectFrom('action_group')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(isMeant)
    .orderBy(sql`lower(name collate "C")`)
    .orderBy(sql`lower(resource_group collate "C")`)
    .execute()
  return rows as unknown as GroupRow[]
}

export async function findActionGroup(
  db: Db,
  subscriptionId: string,
  name: ResourceName,
): Promise<GroupRow | undefined> {
  const row = await db
    .selectFrom('action_group')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(isNamed(name))
    .executeTakeFirst()
  return row as unknown as GroupRow | undefined
}

type NewGroup = Omit<GroupRow, 'content'> & Readonly<{ content: StoredGroup }>

export async function insertActionGroup(trx: Trx, { content, ...row }: NewGroup): Promise<void> {
  await trx
    .insertInto('action_group')
    .values({ ...row, content: toJson(content) })
    .execute()
}

type Change = Readonly<{ content: StoredGroup; sealed_addresses?: Buffer; updated_at: Date }>

export async function updateActionGroup(
  trx: Trx,
  { subscription_id, id }: Pick<GroupRow, 'subscription_id' | 'id'>,
  { content, ...change }: Change,
): Promise<void> {
  await trx
    .updateTable('action_group')
    .set({ ...change, content: toJson(content) })
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteActionGroup(
  trx: Trx,
  { subscription_id, id }: Pick<GroupRow, 'subscription_id' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('action_group')
    .where('subscription_id', '=', subscription_id)
    .where('id', '=', id)
    .execute()
}

const toJson = (content: StoredGroup): RawBuilder<string> =>
  sql<string>`${JSON.stringify(content)}::jsonb`
