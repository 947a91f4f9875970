import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { OwnSubscription } from './rules.ts'

/** Those on which an account or service account has a role, by id. */
export async function listSubscriptionsOf(
  db: Db,
  principalId: string,
  limit: number,
): Promise<OwnSubscription[]> {
  const { rows } = await sql<OwnSubscription>`
    select subscription.id, subscription.organization_id as "organizationId", own.role
      from (select access.subscription_id, min(access.role) as role
              from subscription_access as access
             where access.principal_id = ${principalId}
             group by access.subscription_id
             order by access.subscription_id
             limit ${limit}) as own
      join subscription on subscription.id = own.subscription_id
     order by subscription.id`.execute(db)
  return rows
}

export type ServiceRegionUsers = Readonly<{
  /** The positions, in the list of ids, of those that use each service in a region, by its key. */
  users: Readonly<Record<string, readonly number[]>> | null
  count: number
}>

/** How many services in regions these subscriptions use, up to the limit, and which. */
export async function findServiceRegionUsers(
  db: Db,
  subscriptionIds: readonly string[],
  limit: number,
): Promise<ServiceRegionUsers> {
  // As one value: thousands of rows take longer to read.
  const { rows } = await sql<ServiceRegionUsers>`
    select json_object_agg(key, positions) as users, coalesce(sum(count), 0)::integer as count
      from (select key, json_agg(position) as positions, count(*) as count
              from (select footprint.key, asked.position - 1 as position
                      from unnest(${subscriptionIds}::text[]) with ordinality as asked (id, position)
                      join footprint on footprint.subscription_id = asked.id
                     limit ${limit}) as used
             group by key) as by_key`.execute(db)
  return rows[0] ?? { users: null, count: 0 }
}

/** Under which of the keys each of the events is found. */
export async function listReachKeys(
  db: Db,
  trackingIds: readonly string[],
  keys: readonly string[],
): Promise<{ trackingId: string; key: string }[]> {
  const { rows } = await sql<{ trackingId: string; key: string }>`
    select reach.tracking_id as "trackingId", reach.key
      from unnest(${keys}::text[]) as asked (key)
     cross join lateral (
           select key, tracking_id from event_reach
            where event_reach.key = asked.key
              and event_reach.tracking_id = any(${trackingIds}::text[])) as reach`.execute(db)
  return rows
}
