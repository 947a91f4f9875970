import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { ProductTime } from '../../../../platform/time.ts'

export type Named = Readonly<{ providerKey: string; resourceKey: string }>

/** Those of them that the catalogue has. */
export async function listKnown(trx: Trx, names: readonly Named[]): Promise<Named[]> {
  const [providers, resources] = [
    names.map(({ providerKey }) => providerKey),
    names.map(({ resourceKey }) => resourceKey),
  ]
  const { rows } = await sql<Named>`
    select provider_key as "providerKey", key as "resourceKey" from quota_resource
     where (provider_key, key) in
           (select * from unnest(${providers}::text[], ${resources}::text[]))`.execute(trx)
  return rows
}

export function listProviders(trx: Trx, keys: readonly string[]) {
  return trx
    .selectFrom('quota_provider')
    .select(['key', 'name', 'locations'])
    .where('key', 'in', [...keys])
    .execute()
}

export type QuotaChange = Named &
  Readonly<{
    locationKey: string
    /** Undefined: as it is. Null: the default. */
    limit: number | null | undefined
    currentValue: number | undefined
  }>

export async function setQuota(
  trx: Trx,
  subscriptionId: string,
  { providerKey, locationKey, resourceKey, limit, currentValue }: QuotaChange,
  at: ProductTime,
): Promise<void> {
  const key = {
    subscription_id: subscriptionId,
    provider_key: providerKey,
    location_key: locationKey,
    resource_key: resourceKey,
  }
  const set = {
    updated_at: at,
    ...(limit !== undefined && { limit }),
    ...(currentValue !== undefined && { current_value: currentValue }),
  }
  await trx
    .insertInto('quota_limit')
    .values({ ...key, ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'provider_key', 'location_key', 'resource_key'])
        .doUpdateSet(set),
    )
    .execute()
}

/** What there is of these so far. Nobody changes it until the transaction has ended. */
export async function lockQuota(
  trx: Trx,
  subscriptionId: string,
  changes: readonly QuotaChange[],
): Promise<QuotaRow[]> {
  const columns = [
    changes.map(({ providerKey }) => providerKey),
    changes.map(({ locationKey }) => locationKey),
    changes.map(({ resourceKey }) => resourceKey),
  ].map((keys) => sql`${keys}::text[]`)
  const { rows } = await sql<QuotaRow>`
    select provider_key as provider, location_key as location, resource_key as resource,
           "limit", current_value as "currentValue"
      from quota_limit
     where subscription_id = ${subscriptionId}
           and (provider_key, location_key, resource_key) in
               (select * from unnest(${sql.join(columns)}))
     order by provider_key, location_key, resource_key
       for update`.execute(trx)
  return rows
}

type QuotaRow = Readonly<{
  provider: string
  location: string
  resource: string
  limit: number | null
  currentValue: number
}>

/** None when there is no such subscription. */
export async function findQuota(db: Db, subscriptionId: string): Promise<QuotaRow[] | undefined> {
  const { rows } = await sql<QuotaRow | { provider: null }>`
    select own.provider_key as provider, own.location_key as location,
           own.resource_key as resource, own."limit", own.current_value as "currentValue"
      from subscription
      left join quota_limit as own on own.subscription_id = subscription.id
     where subscription.id = ${subscriptionId}
     order by own.provider_key, own.location_key, own.resource_key`.execute(db)
  // One that has nothing of its own has one row, and that is empty.
  return rows.length === 0 ? undefined : rows.filter((row) => row.provider !== null)
}
