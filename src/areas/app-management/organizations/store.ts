import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { Organization, OrganizationRole } from '../../../platform/db/tables.ts'
import type { ProductTime } from '../../../platform/time.ts'

export type OrganizationRow = Selectable<Organization>

export function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reaches across owners: the organizations an account is a member of, or an admin; or those of them with these ids. */
export function listOrganizationsOf(
  db: Db,
  accountId: string,
  { role, ids }: { role?: OrganizationRole; ids?: readonly string[] } = {},
): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organization_member as seat')
    .innerJoin('organization', 'organization.id', 'seat.organization_id')
    .selectAll('organization')
    .where('seat.account_id', '=', accountId)
    .where((row) => ifGiven(role, (given) => row('seat.role', '=', given)))
    .where(ifGiven(ids, (given) => sql<boolean>`seat.organization_id = any(${given}::uuid[])`))
    .orderBy('organization.created_at')
    .orderBy('organization.id')
    .execute()
}

export async function insertOrganization(
  trx: Trx,
  organization: Insertable<Organization>,
): Promise<void> {
  await trx.insertInto('organization').values(organization).execute()
}

/**
 * Who is a member already keeps the higher of the two roles. Answers with what it is then.
 * A guest is one only through an app: somebody who has a role already keeps it, and who gave it.
 */
export async function putOrganizationMember(
  trx: Trx,
  organizationId: string,
  accountId: string,
  role: OrganizationRole,
  at: ProductTime,
  isGuest = false,
): Promise<OrganizationRole> {
  const member = await trx
    .insertInto('organization_member')
    .values({
      organization_id: organizationId,
      account_id: accountId,
      role,
      joined_at: at,
      is_guest: isGuest,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'account_id']).doUpdateSet({
        // The database lists the roles from the highest on, so the least is the highest.
        role: sql`least(organization_member.role, excluded.role)`,
        ...(!isGuest && { is_guest: false, granted_by_issuer: null }),
      }),
    )
    .returning('role')
    .executeTakeFirstOrThrow()
  return member.role
}

export function setOrganization(
  trx: Trx,
  id: string,
  change: Updateable<Organization>,
): Promise<OrganizationRow | undefined> {
  return trx
    .updateTable('organization')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Tells who they were. */
export function deleteOrganizationMembers(trx: Trx, organizationId: string) {
  return trx
    .deleteFrom('organization_member')
    .where('organization_id', '=', organizationId)
    .returning(['account_id', 'role'])
    .execute()
}

export async function deleteOrganization(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('organization').where('id', '=', id).execute()
}

export async function hasSubscriptions(trx: Trx, organizationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subscription')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those on which the organization has a role that is also this account's, by display name. */
export const listSubscriptionsOpenedBy = (
  db: Db,
  organizationId: string,
  accountId: string,
  limit: number,
) =>
  db
    .selectFrom('subscription_member as member')
    .innerJoin('subscription', 'subscription.id', 'member.subscription_id')
    .select(['subscription.id', 'subscription.display_name', 'role', 'includes_collaborators'])
    .where('member.principal_id', '=', organizationId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('subscription_access as access')
          .whereRef('access.subscription_id', '=', 'member.subscription_id')
          .where('access.through', '=', organizationId)
          .where('access.principal_id', '=', accountId),
      ),
    )
    .orderBy('subscription.display_name')
    .orderBy('subscription.id')
    .limit(limit)
    .execute()
