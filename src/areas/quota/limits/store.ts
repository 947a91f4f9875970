import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { QuotaScope } from '../rules.ts'

/** A provider, whether or not it has the resources that were asked for. */
export type ProviderLimits<Row> = Readonly<{ provider: string; locations: string[]; rows: Row[] }>

export type LimitRow = Readonly<{
  resourceKey: string
  resourceName: string
  displayName: string
  unit: string
  resourceType: string | null
  quotaPeriod: string | null
  currentLimit: number
  currentValue: number
}>

/** What a subscription has of a resource; what was never changed is at its default. */
export const LIMIT_COLUMNS = sql`
  provider.name as provider, provider.locations, resource.key as "resourceKey",
  resource.name as "resourceName",
  resource.display_name as "displayName", resource.unit,
  resource.resource_type as "resourceType", resource.quota_period as "quotaPeriod",
  coalesce(own."limit", resource.default_limit) as "currentLimit",
  coalesce(own.current_value, 0) as "currentValue"`

export const joinOwn = ({ subscriptionId, locationKey }: QuotaScope) => sql`
  left join quota_limit as own
    on own.subscription_id = ${subscriptionId} and own.provider_key = provider.key
       and own.location_key = ${locationKey} and own.resource_key = resource.key`

type LimitQuery = Readonly<{ resourceKey?: string; after?: string | undefined; limit: number }>

export async function findLimits(
  db: Db,
  scope: QuotaScope,
  { resourceKey, after, limit }: LimitQuery,
): Promise<ProviderLimits<LimitRow> | undefined> {
  const only = resourceKey === undefined ? sql`` : sql`and resource.key = ${resourceKey}`
  const beyond = after === undefined ? sql`` : sql`and resource.key > ${after}`
  const { rows } = await sql<WithProvider<LimitRow>>`
    select ${LIMIT_COLUMNS}
      from quota_provider as provider
      left join quota_resource as resource on resource.provider_key = provider.key ${only} ${beyond}
      ${joinOwn(scope)}
     where provider.key = ${scope.providerKey}
     order by resource.key
     limit ${limit}`.execute(db)
  return toProviderLimits(rows)
}

export type WithProvider<Row> = Row & Pick<ProviderLimits<Row>, 'provider' | 'locations'>

/** A provider without any of the resources has one row, and that is empty. */
export function toProviderLimits<Row extends LimitRow>(
  rows: readonly WithProvider<Row>[],
): ProviderLimits<Row> | undefined {
  const [first] = rows
  if (!first) return undefined
  const { provider, locations } = first
  return { provider, locations, rows: rows.filter(({ resourceKey }) => resourceKey !== null) }
}

export async function listProviderNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('quota_provider').select('name').orderBy('key').execute()
  return rows.map(({ name }) => name)
}
