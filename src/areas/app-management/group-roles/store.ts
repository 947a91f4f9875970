import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { databaseTimeIn } from '../../../platform/db/database-time.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { Membership, OrganizationRole } from './rules.ts'

/** Whether an issuer is asked for groups. */
export async function hasGroups(db: Db, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('issuer_group')
    .select('id')
    .where('issuer', '=', issuer)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** That somebody is in groups of the issuer which it does not name any more. */
export async function deleteLeftGroups(
  trx: Trx,
  accountId: string,
  issuer: string,
  groups: readonly string[],
): Promise<void> {
  await sql`
    delete from account_group using issuer_group
     where issuer_group.id = account_group.group_id and issuer_group.issuer = ${issuer}
       and account_group.account_id = ${accountId}
       and issuer_group.value <> all (${groups}::text[])`.execute(trx)
}

/** Only registered groups. Until then by the clock of the database, which also judges it. */
export async function putGroups(
  trx: Trx,
  accountId: string,
  issuer: string,
  { groups, sessionMs }: Readonly<{ groups: readonly string[]; sessionMs: number }>,
): Promise<void> {
  await sql`
    insert into account_group (group_id, account_id, ends_at)
    select id, ${accountId}, ${databaseTimeIn(sessionMs)}
      from issuer_group
     where issuer = ${issuer} and value = any (${groups}::text[])
       for key share
    on conflict (group_id, account_id) do update set ends_at = excluded.ends_at`.execute(trx)
}

/** The highest role in an organization that the groups of an account give, as its last sign-in named them. */
const wantedRole = (
  issuer: string,
  accountId: RawBuilder<unknown>,
  organizationId: RawBuilder<unknown>,
) =>
  sql`(select min(given.role)
         from account_group as evidence
         join issuer_group on issuer_group.id = evidence.group_id and issuer_group.issuer = ${issuer}
         join group_organization_role as given on given.group_id = evidence.group_id
        where evidence.account_id = ${accountId} and given.organization_id = ${organizationId})`

export type Followed = Readonly<{
  accountId: string
  organizationId: string
  organization: string
  member: Membership | null
  wanted: OrganizationRole | null
}>

const MEMBER = sql`
  case when seat.role is not null
       then json_build_object('role', seat.role, 'grantedBy', seat.granted_by_issuer) end`

/** What an account is, and what its groups want, in each organization where a group of the issuer has a role. */
export async function listFollowedBy(
  db: Db,
  accountId: string,
  issuer: string,
): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select ${accountId}::uuid as "accountId", organization.id as "organizationId",
           organization.name as organization, ${MEMBER} as member,
           ${wantedRole(issuer, sql`${accountId}`, sql`organization.id`)} as wanted
      from organization
      left join organization_member as seat
        on seat.organization_id = organization.id and seat.account_id = ${accountId}
     where organization.id in (
             select given.organization_id
               from issuer_group join group_organization_role as given on given.group_id = issuer_group.id
              where issuer_group.issuer = ${issuer})
     order by organization.id`.execute(db)
  return rows
}

/** The same for whoever is in a group of theirs, as far as the issuer gave them another role there, or none is left. */
export async function listFollowedIn(
  trx: Trx,
  { id, issuer }: Readonly<{ id: string; issuer: string }>,
  organizationId: string,
): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select seat.account_id as "accountId", organization.id as "organizationId",
           organization.name as organization, ${MEMBER} as member, now.role as wanted
      from account_group as evidence
      join organization_member as seat on seat.account_id = evidence.account_id
      join organization on organization.id = seat.organization_id
     cross join lateral (
       select ${wantedRole(issuer, sql`seat.account_id`, sql`organization.id`)} as role) as now
     where evidence.group_id = ${id} and organization.id = ${organizationId}
       and seat.granted_by_issuer = ${issuer} and seat.role is distinct from now.role
     order by seat.account_id`.execute(trx)
  return rows
}

/** False when the group has a role there. */
export async function insertGroupRole(
  trx: Trx,
  key: Readonly<{ groupId: string; organizationId: string }>,
  role: OrganizationRole,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('group_organization_role')
    .values({ group_id: key.groupId, organization_id: key.organizationId, role })
    .onConflict((conflict) => conflict.columns(['group_id', 'organization_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** For people who are not members of the organization, or whose role the issuer has granted. */
export async function putGrantedRoles(
  trx: Trx,
  { organizationId, issuer }: Readonly<{ organizationId: string; issuer: string }>,
  people: readonly Followed[],
  at: ProductTime,
): Promise<void> {
  await sql`
    insert into organization_member (organization_id, account_id, role, joined_at, granted_by_issuer)
    select ${organizationId}, account_id, role::organization_role, ${at}, ${issuer}
      from unnest(${people.map(({ accountId }) => accountId)}::uuid[],
                  ${people.map(({ wanted }) => wanted)}::text[]) as given (account_id, role)
    on conflict (organization_id, account_id) do update set role = excluded.role`.execute(trx)
}
