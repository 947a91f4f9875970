import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { AppRole, OrganizationRole } from '../../../platform/db/tables.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { AppStanding } from './rules.ts'

export type AppKey = Readonly<{ ownerId: string; appId: string }>

export type AppUserRow = Readonly<{
  id: string
  name: string
  displayName: string
  email: string
  createdAt: Date
  permission: AppRole
}>

/** At most so many, of which any are left out; or those with these ids, in the same order. */
export type Part = Readonly<{ most: number } | { ids: readonly string[] }>

/** Everybody who can reach the app: its owner, its members, the admins of its organization. */
const selectReaching = ({ ownerId, appId }: AppKey, most: number | null) => sql`
  (select account_id from app_member
    where owner_id = ${ownerId} and app_id = ${appId} limit ${most})
  union (select account_id from organization_member
          where organization_id = ${ownerId} and role = 'admin' limit ${most})
  union select ${ownerId}::uuid`

export async function listAppUsers(db: Db, key: AppKey, part: Part): Promise<AppUserRow[]> {
  const { ownerId, appId } = key
  const most = 'most' in part ? part.most : null
  const reached =
    'ids' in part
      ? sql`select unnest(${part.ids}::uuid[]) as account_id`
      : selectReaching(key, part.most)
  const { rows } = await sql<AppUserRow>`
    select account.id, account.name, account.display_name as "displayName", account.email,
           account.created_at as "createdAt",
           case when account.id = ${ownerId} or seat.role = 'admin' then 'manager'
                else member.role end as permission
      from (${reached}) as reached
      join account on account.id = reached.account_id
      left join app_member as member
        on member.owner_id = ${ownerId} and member.app_id = ${appId}
           and member.account_id = account.id
      left join organization_member as seat
        on seat.organization_id = ${ownerId} and seat.account_id = account.id
     where account.id = ${ownerId} or seat.role = 'admin' or member.role is not null
     order by account.name limit ${most}`.execute(db)
  return rows
}

export async function listAppUserIds(db: Db, key: AppKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account.id from (${selectReaching(key, null)}) as reached
      join account on account.id = reached.account_id
     order by account.name`.execute(db)
  return rows.map(({ id }) => id)
}

export type FoundAppUser = AppStanding & Readonly<{ accountId: string }>

/** The account with this e-mail, and what it is on the app; nothing when nobody has the e-mail. */
export function findAppUser(
  db: Db,
  { ownerId, appId }: AppKey,
  email: string,
): Promise<FoundAppUser | undefined> {
  return db
    .selectFrom('account_email as mail')
    .leftJoin('app_member as member', (join) =>
      join
        .onRef('member.account_id', '=', 'mail.account_id')
        .on('member.owner_id', '=', ownerId)
        .on('member.app_id', '=', appId),
    )
    .leftJoin('organization_member as seat', (join) =>
      join
        .onRef('seat.account_id', '=', 'mail.account_id')
        .on('seat.organization_id', '=', ownerId),
    )
    .select((expression) => [
      'mail.account_id as accountId',
      'member.role as appRole',
      'seat.role as organizationRole',
      expression('mail.account_id', '=', ownerId).$castTo<boolean>().as('isOwner'),
    ])
    .where('mail.key', '=', toEmailKey(email))
    .executeTakeFirst()
}

/** Those who can manage the app and are not this person. Disabled accounts can manage nothing. */
export async function countOtherManagers(
  trx: Trx,
  { ownerId, appId }: AppKey,
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ managers: number }>`
    select count(*)::integer as managers from account
     where disabled_at is null and id <> ${accountId} and id in (
       select account_id from app_member
        where owner_id = ${ownerId} and app_id = ${appId} and role = 'manager'
       union select account_id from organization_member
              where organization_id = ${ownerId} and role = 'admin'
       union select ${ownerId}::uuid)`.execute(trx)
  return rows[0]?.managers ?? 0
}

export async function setAppRole(
  trx: Trx,
  { ownerId, appId }: AppKey,
  accountId: string,
  role: AppRole,
): Promise<void> {
  await trx
    .updateTable('app_member')
    .set({ role })
    .where('owner_id', '=', ownerId)
    .where('app_id', '=', appId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Off one app, or off every app of the owner. */
export async function deleteMembersOfApps(
  trx: Trx,
  ownerId: string,
  appId: string | undefined,
  accountIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('app_member')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .where((row) => ifGiven(appId, (given) => row('app_id', '=', given)))
    .execute()
}

export type OrgUserRow = Readonly<{
  accountId: string
  name: string
  displayName: string
  email: string
  role: OrganizationRole
  joinedAt: Date
}>

const selectOrgUsers = (db: Db, organizationId: string) =>
  db
    .selectFrom('organization_member as seat')
    .innerJoin('account', 'account.id', 'seat.account_id')
    .select([
      'account.id as accountId',
      'account.name',
      'account.display_name as displayName',
      'account.email',
      'seat.role',
      'seat.joined_at as joinedAt',
    ])
    .where('seat.organization_id', '=', organizationId)

export function listOrgUsers(db: Db, organizationId: string, part: Part): Promise<OrgUserRow[]> {
  const ids =
    'ids' in part
      ? sql`select unnest(${part.ids}::uuid[])`
      : sql`select account_id from organization_member
             where organization_id = ${organizationId} limit ${part.most}`
  return selectOrgUsers(db, organizationId)
    .where(sql<boolean>`seat.account_id in (${ids})`)
    .orderBy('account.name')
    .execute()
}

export async function listOrgUserIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_member as seat')
    .innerJoin('account', 'account.id', 'seat.account_id')
    .select('account.id')
    .where('seat.organization_id', '=', organizationId)
    .orderBy('account.name')
    .execute()
  return rows.map(({ id }) => id)
}

export function findOrgUser(
  db: Db,
  organizationId: string,
  name: string,
): Promise<OrgUserRow | undefined> {
  return selectOrgUsers(db, organizationId)
    .innerJoin('owner_name', 'owner_name.owner_id', 'account.id')
    .where('owner_name.key', '=', name.toLowerCase())
    .executeTakeFirst()
}

export async function isOrgUser(db: Db, organizationId: string, email: string): Promise<boolean> {
  const row = await selectOrgUsers(db, organizationId)
    .innerJoin('account_email as mail', 'mail.account_id', 'account.id')
    .where('mail.key', '=', toEmailKey(email))
    .executeTakeFirst()
  return row !== undefined
}

/** By the account, whatever e-mail it has. */
export async function isMemberOfOrganization(
  db: Db,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  const row = await selectOrgUsers(db, organizationId)
    .where('seat.account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countOtherAdmins(
  trx: Trx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<number> {
  const { admins } = await trx
    .selectFrom('organization_member as seat')
    .innerJoin('account', 'account.id', 'seat.account_id')
    .select((expression) => expression.fn.countAll<string>().as('admins'))
    .where('seat.organization_id', '=', organizationId)
    .where('seat.role', '=', 'admin')
    .where('account.disabled_at', 'is', null)
    .where(sql<boolean>`account.id <> all(${accountIds}::uuid[])`)
    .executeTakeFirstOrThrow()
  return Number(admins)
}

/** The apps of an organization that nobody could manage without these people. */
export async function listAppsManagedAlone(
  trx: Trx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct app.name from app_member as member
      join app on app.owner_id = member.owner_id and app.id = member.app_id
     where member.owner_id = ${organizationId} and member.account_id = any(${accountIds}::uuid[])
       and member.role = 'manager'
       and not exists (
         select from account where disabled_at is null and id <> all(${accountIds}::uuid[]) and id in (
           select other.account_id from app_member as other
            where other.owner_id = member.owner_id and other.app_id = member.app_id
              and other.role = 'manager'
           union select seat.account_id from organization_member as seat
                  where seat.organization_id = ${organizationId} and seat.role = 'admin'))
     order by app.name`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function setOrganizationRole(
  trx: Trx,
  organizationId: string,
  accountId: string,
  role: OrganizationRole,
): Promise<void> {
  await trx
    .updateTable('organization_member')
    .set({ role, is_guest: false, granted_by_issuer: null })
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteMembersOfOrganization(
  trx: Trx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('organization_member')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .execute()
}
