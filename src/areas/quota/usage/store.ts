import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { QuotaScope } from '../rules.ts'
import type { UsageOfDay } from './wire.ts'

export const USAGE_DAYS = 90

type Key = Readonly<{ providerKey: string; locationKey: string; resourceKey: string }>

/** Adds what was just stored as current usage to the row of its day. */
export async function recordUsage(
  trx: Trx,
  subscriptionId: string,
  keys: readonly Key[],
  at: ProductTime,
): Promise<void> {
  const columns = [
    keys.map(({ providerKey }) => providerKey),
    keys.map(({ locationKey }) => locationKey),
    keys.map(({ resourceKey }) => resourceKey),
  ].map((names) => sql`${names}::text[]`)
  await sql`
    insert into quota_usage
           (subscription_id, provider_key, location_key, resource_key, day, last_value, highest_value, "limit", reported_at)
    select own.subscription_id, own.provider_key, own.location_key, own.resource_key, ${dayOf(at)}::date,
           own.current_value, own.current_value, coalesce(own."limit", resource.default_limit), ${at}
      from quota_limit as own
      join quota_resource as resource
        on resource.provider_key = own.provider_key and resource.key = own.resource_key
     where own.subscription_id = ${subscriptionId}
           and (own.provider_key, own.location_key, own.resource_key) in
               (select * from unnest(${sql.join(columns)}))
    on conflict (subscription_id, provider_key, location_key, resource_key, day) do update
       set last_value = excluded.last_value,
           highest_value = greatest(quota_usage.highest_value, excluded.last_value),
           "limit" = excluded."limit", reported_at = excluded.reported_at`.execute(trx)
}

/** The oldest first, of the last 90 days. */
export async function listUsage(
  db: Db,
  { subscriptionId, providerKey, locationKey }: QuotaScope,
  resourceKey: string,
  now: ProductTime,
): Promise<UsageOfDay[]> {
  const { rows } = await sql<UsageOfDay>`
    select day::text, last_value as "lastValue", highest_value as "highestValue", "limit"
      from quota_usage
     where subscription_id = ${subscriptionId} and provider_key = ${providerKey}
           and location_key = ${locationKey} and resource_key = ${resourceKey}
           and day > ${dayOf(now)}::date - ${USAGE_DAYS}::integer
     order by day`.execute(db)
  return rows
}

const dayOf = (at: ProductTime) => at.toISOString().slice(0, 10)

/** So many at most; answers how many. */
export async function deleteOldUsage(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from quota_usage where ctid = any(array(
      select ctid from quota_usage where reported_at < ${before}
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
