import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

type Page = Readonly<{ principalId: string; after: string; limit: number }>
type SubscriptionRow = Readonly<{ id: string; displayName: string; organizationId: string }>
type TenantRow = Readonly<{ id: string; displayName: string }>

/** The subscriptions on which an account or service account has a role, by id. */
export async function listOwnSubscriptions(
  db: Db,
  { principalId, after, limit }: Page,
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select subscription.id, subscription.display_name as "displayName",
           subscription.organization_id as "organizationId"
      from (select distinct access.subscription_id from subscription_access as access
             where access.principal_id = ${principalId} and access.subscription_id > ${after}
             order by access.subscription_id
             limit ${limit}) as own
      join subscription on subscription.id = own.subscription_id
     order by subscription.id`.execute(db)
  return rows
}

/** The organizations of these subscriptions, by id. */
export async function listOwnTenants(
  db: Db,
  { principalId, after, limit }: Page,
): Promise<TenantRow[]> {
  const { rows } = await sql<TenantRow>`
    select distinct organization.id::text as id, organization.display_name as "displayName"
      from subscription_access as access
      join subscription on subscription.id = access.subscription_id
      join organization on organization.id = subscription.organization_id
     where access.principal_id = ${principalId} and organization.id::text > ${after}
     order by id
     limit ${limit}`.execute(db)
  return rows
}
