import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { Place } from '../rules.ts'

/** A provider, whether or not it has the resources that were asked for. */
export type Offer<Row> = Readonly<{ provider: string; locations: string[]; rows: Row[] }>

export type LimitRow = Readonly<{
  key: string
  name: string
  displayName: string
  unit: string
  resourceType: string | null
  quotaPeriod: string | null
  limit: number
  currentValue: number
}>

/** What a subscription has of a resource; what was never changed is at its default. */
export const LIMIT_COLUMNS = sql`
  provider.name as provider, provider.locations, resource.key, resource.name,
  resource.display_name as "displayName", resource.unit,
  resource.resource_type as "resourceType", resource.quota_period as "quotaPeriod",
  coalesce(own."limit", resource.default_limit) as "limit",
  coalesce(own.current_value, 0) as "currentValue"`

export const joinOwn = ({ subscriptionId, locationKey }: Place) => sql`
  left join quota_limit as own
    on own.subscription_id = ${subscriptionId} and own.provider_key = provider.key
       and own.location_key = ${locationKey} and own.resource_key = resource.key`

type Asked = Readonly<{ resourceKey?: string; after?: string | undefined; limit: number }>

export async function findLimits(
  db: Db,
  place: Place,
  { resourceKey, after, limit }: Asked,
): Promise<Offer<LimitRow> | undefined> {
  const only = resourceKey === undefined ? sql`` : sql`and resource.key = ${resourceKey}`
  const beyond = after === undefined ? sql`` : sql`and resource.key > ${after}`
  const { rows } = await sql<Offered<LimitRow>>`
    select ${LIMIT_COLUMNS}
      from quota_provider as provider
      left join quota_resource as resource on resource.provider_key = provider.key ${only} ${beyond}
      ${joinOwn(place)}
     where provider.key = ${place.providerKey}
     order by resource.key
     limit ${limit}`.execute(db)
  return toOffer(rows)
}

export type Offered<Row> = Row & Pick<Offer<Row>, 'provider' | 'locations'>

/** A provider without any of the resources has one row, and that is empty. */
export function toOffer<Row extends LimitRow>(
  rows: readonly Offered<Row>[],
): Offer<Row> | undefined {
  const [first] = rows
  if (!first) return undefined
  const { provider, locations } = first
  return { provider, locations, rows: rows.filter(({ key }) => key !== null) }
}

export async function listProviderNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('quota_provider').select('name').orderBy('key').execute()
  return rows.map(({ name }) => name)
}
