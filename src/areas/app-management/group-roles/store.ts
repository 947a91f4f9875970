import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { Membership, OrganizationRole } from './rules.ts'

type Found = Membership & Readonly<{ organization: string; organizationId: string }>

/** What an account is in the organizations with these names, in lower case. */
export function listMemberships(
  db: Db,
  accountId: string,
  organizations: readonly string[],
): Promise<Found[]> {
  return db
    .selectFrom('owner_name as name')
    .innerJoin('organization_member as seat', 'seat.organization_id', 'name.owner_id')
    .select([
      'name.key as organization',
      'seat.organization_id as organizationId',
      'seat.role',
      'seat.granted_by_issuer as grantedBy',
    ])
    .where('seat.account_id', '=', accountId)
    .where(sql<boolean>`name.key = any(${organizations}::text[])`)
    .execute()
}

/** For an organization that the account is not a member of, or whose role an issuer has granted. */
export async function putGrantedRole(
  trx: Trx,
  key: Readonly<{ organizationId: string; accountId: string; issuer: string }>,
  role: OrganizationRole,
  at: ProductTime,
): Promise<void> {
  await trx
    .insertInto('organization_member')
    .values({
      organization_id: key.organizationId,
      account_id: key.accountId,
      role,
      joined_at: at,
      granted_by_issuer: key.issuer,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'account_id']).doUpdateSet({ role }),
    )
    .execute()
}
