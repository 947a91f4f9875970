import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { LIMIT_COLUMNS, type LimitRow } from '../limits/store.ts'

export type LimitKey = Readonly<{ providerKey: string; locationKey: string; resourceKey: string }>

export type ResourceLimit = LimitRow &
  Readonly<{ defaultLimit: number; headroom: number; maximum: number | null }>
export type OpenRequest = Readonly<{
  requestId: string
  requestedLimit: number
  fingerprint: Buffer
  isSent: boolean
}>

/** What there is of a row. Without a provider, or a resource of that name, the rest is absent. */
export type FoundLimit = Readonly<{
  provider: Readonly<{ name: string; locations: string[]; isNotified: boolean }> | undefined
  resource: ResourceLimit | undefined
  open: OpenRequest | undefined
}>

type Row = ResourceLimit &
  Readonly<{
    provider: string | null
    locations: string[]
    isNotified: boolean
    openRequestId: string | null
    openRequestedLimit: number
    openFingerprint: Buffer
    openIsSent: boolean
  }>

/** One for each, in the same order. */
export async function findLimits(
  db: Db,
  subscriptionId: string,
  keys: readonly LimitKey[],
): Promise<FoundLimit[]> {
  const columns = [
    keys.map(({ providerKey }) => providerKey),
    keys.map(({ locationKey }) => locationKey),
    keys.map(({ resourceKey }) => resourceKey),
  ].map((names) => sql`${names}::text[]`)
  const { rows } = await sql<Row>`
    select ${LIMIT_COLUMNS}, resource.default_limit as "defaultLimit", resource.headroom, resource.maximum,
           endpoint.provider_key is not null as "isNotified",
           open.request_id as "openRequestId", open.asked_limit as "openRequestedLimit",
           request.fingerprint as "openFingerprint", open.sent_at is not null as "openIsSent"
      from unnest(${sql.join(columns)}) with ordinality
           as asked (provider_key, location_key, resource_key, position)
      left join quota_provider as provider on provider.key = asked.provider_key
      left join quota_endpoint as endpoint on endpoint.provider_key = provider.key
      left join quota_resource as resource
        on resource.provider_key = provider.key and resource.key = asked.resource_key
      left join quota_limit as own
        on own.subscription_id = ${subscriptionId} and own.provider_key = provider.key
           and own.location_key = asked.location_key and own.resource_key = resource.key
      left join quota_sub_request as open
        on open.subscription_id = ${subscriptionId} and open.provider_key = provider.key
           and open.location_key = asked.location_key and open.resource_key = resource.key
           and open.state in ('Accepted', 'InProgress')
      left join quota_request as request
        on request.subscription_id = open.subscription_id and request.id = open.request_id
     order by asked.position`.execute(db)
  return rows.map(toFoundLimit)
}

function toFoundLimit(row: Row): FoundLimit {
  const { provider, locations, isNotified, openRequestId, ...rest } = row
  const { openRequestedLimit, openFingerprint, openIsSent, ...resource } = rest
  return {
    provider: provider === null ? undefined : { name: provider, locations, isNotified },
    // A left join that found nothing has nulls in all columns, whatever their type.
    resource: resource.resourceKey === null ? undefined : resource,
    open:
      openRequestId === null
        ? undefined
        : {
            requestId: openRequestId,
            requestedLimit: openRequestedLimit,
            fingerprint: openFingerprint,
            isSent: openIsSent,
          },
  }
}
