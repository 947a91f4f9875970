import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { databaseTime } from '../../../../platform/db/database-time.ts'
import { ifGiven } from '../../../../platform/db/if-given.ts'
import type { IssuerGroup } from '../../../../platform/db/tables.ts'
import type { OrganizationRole } from '../../group-roles/rules.ts'

export type GroupRow = Selectable<IssuerGroup>
export type ListedGroupRow = Omit<GroupRow, 'created_at'> & Readonly<{ members: number }>
type Page = Readonly<{ after: string | undefined; limit: number }>

/** With the number of accounts for which it counts now, by id. */
export function listGroups(db: Db, { after, limit }: Page): Promise<ListedGroupRow[]> {
  return db
    .selectFrom('issuer_group')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('account_group as evidence')
        .innerJoin('account', 'account.id', 'evidence.account_id')
        .whereRef('evidence.group_id', '=', 'issuer_group.id')
        .where('evidence.ends_at', '>', databaseTime)
        .where('account.disabled_at', 'is', null)
        .select(sql<number>`count(*)::integer`.as('members'))
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where((row) => ifGiven(after, (given) => row('id', '>', given)))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findGroup(db: Db, id: string): Promise<GroupRow | undefined> {
  return db.selectFrom('issuer_group').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findGroupId(
  db: Db,
  issuer: string,
  value: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('issuer_group')
    .select('id')
    .where('issuer', '=', issuer)
    .where('value', '=', value)
    .executeTakeFirst()
  return row?.id
}

/** False when it is registered. */
export async function insertGroup(trx: Trx, group: Insertable<IssuerGroup>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('issuer_group')
    .values(group)
    .onConflict((conflict) => conflict.columns(['issuer', 'value']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** With what people's sign-ins said of it. */
export async function deleteGroup(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('issuer_group').where('id', '=', id).execute()
}

/** What the group is in organizations, by their id. */
export function listRoles(db: Db, groupId: string, { after, limit }: Page) {
  return db
    .selectFrom('group_organization_role as given')
    .innerJoin('organization', 'organization.id', 'given.organization_id')
    .select(['given.organization_id', 'organization.name', 'given.role'])
    .where('given.group_id', '=', groupId)
    .where((row) => ifGiven(after, (each) => row('given.organization_id', '>', each)))
    .orderBy('given.organization_id')
    .limit(limit)
    .execute()
}

export type RoleKey = Readonly<{ groupId: string; organizationId: string }>

export async function putRole(
  trx: Trx,
  { groupId, organizationId }: RoleKey,
  role: OrganizationRole,
): Promise<void> {
  await trx
    .insertInto('group_organization_role')
    .values({ group_id: groupId, organization_id: organizationId, role })
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'organization_id']).doUpdateSet({ role }),
    )
    .execute()
}

/** False when the group does not have one. */
export async function deleteRole(trx: Trx, { groupId, organizationId }: RoleKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('group_organization_role')
    .where('group_id', '=', groupId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Of the group's organizations, in the order in which owners are locked. */
export async function lockOrganizations(trx: Trx, groupId: string): Promise<void> {
  await sql`
    select from owner_name
     where owner_id in (select organization_id from group_organization_role
                         where group_id = ${groupId})
     order by key for update`.execute(trx)
}

/** Answers in which organizations it had one. */
export async function deleteRoles(trx: Trx, groupId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('group_organization_role')
    .where('group_id', '=', groupId)
    .returning('organization_id')
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}
