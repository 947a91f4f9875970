import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { QuotaState } from '../requests/wire.ts'

export async function listProviders(db: Db) {
  return db
    .selectFrom('quota_provider')
    .select(['key', 'name', 'locations'])
    .orderBy('key')
    .execute()
}

export type ProviderLocation = Readonly<{
  provider: string
  location: string
  providerKey: string
  locationKey: string
}>
export type LimitPosition = Readonly<{
  providerKey: string
  locationKey: string
  resourceKey: string
}>
export type LocatedLimitRow = ProviderLocation &
  LimitPosition &
  Readonly<{
    resource: string
    displayName: string
    unit: string
    limit: number
    currentValue: number
  }>

/** The limits of a subscription in all of these locations, by their keys. */
export async function listLimits(
  db: Db,
  subscriptionId: string,
  locations: readonly ProviderLocation[],
  { after, limit }: Readonly<{ after: LimitPosition | undefined; limit: number }>,
): Promise<LocatedLimitRow[]> {
  const columns = [
    locations.map(({ provider }) => provider),
    locations.map(({ location }) => location),
    locations.map(({ providerKey }) => providerKey),
    locations.map(({ locationKey }) => locationKey),
  ].map((names) => sql`${names}::text[]`)
  const beyond = after
    ? sql`where (place.provider_key, place.location_key, resource.key)
                > (${after.providerKey}, ${after.locationKey}, ${after.resourceKey})`
    : sql``
  const { rows } = await sql<LocatedLimitRow>`
    select place.provider, place.location, place.provider_key as "providerKey",
           place.location_key as "locationKey", resource.key as "resourceKey",
           resource.name as resource, resource.display_name as "displayName", resource.unit,
           coalesce(own."limit", resource.default_limit) as "limit",
           coalesce(own.current_value, 0) as "currentValue"
      from unnest(${sql.join(columns)}) as place (provider, location, provider_key, location_key)
      join quota_resource as resource on resource.provider_key = place.provider_key
      left join quota_limit as own
        on own.subscription_id = ${subscriptionId} and own.provider_key = place.provider_key
           and own.location_key = place.location_key and own.resource_key = resource.key
     ${beyond}
     order by place.provider_key, place.location_key, resource.key
     limit ${limit}`.execute(db)
  return rows
}

export type SubRequestTimes = Readonly<{
  id: string
  resource: string
  displayName: string
  unit: string
  requestedLimit: number
  grantedLimit: number | null
  state: QuotaState
  code: string | null
  message: string
  createdAt: string
  begunAt: string | null
  grantedAt: string | null
  sentAt: string | null
  endedAt: string | null
}>
export type RecordRow = Readonly<{
  id: string
  submittedAt: Date
  requestedBy: string
  providerKey: string
  locationKey: string
  /** None when it was removed from the catalogue. */
  provider: string | null
  locations: string[] | null
  subRequests: readonly SubRequestTimes[]
}>

const SELECT = sql`
  select request.id, request.submitted_at as "submittedAt", request.requested_by as "requestedBy",
         request.provider_key as "providerKey", request.location_key as "locationKey",
         provider.name as provider, provider.locations,
         (select json_agg(json_build_object(
                   'id', sub_request.id, 'resource', sub_request.name, 'displayName', sub_request.display_name,
                   'unit', sub_request.unit, 'requestedLimit', sub_request.asked_limit,
                   'grantedLimit', sub_request.granted_limit, 'state', sub_request.state,
                   'code', sub_request.code, 'message', sub_request.message, 'createdAt', sub_request.created_at,
                   'begunAt', sub_request.begun_at, 'grantedAt', sub_request.granted_at,
                   'sentAt', sub_request.sent_at, 'endedAt', sub_request.ended_at) order by sub_request.number)
            from quota_sub_request as sub_request
           where sub_request.subscription_id = request.subscription_id
                 and sub_request.request_id = request.id) as "subRequests"
    from quota_request as request
    left join quota_provider as provider on provider.key = request.provider_key`

async function select(db: Db, rest: RawBuilder<unknown>): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`${SELECT} ${rest}`.execute(db)
  return rows
}

/** The latest first: ids are in the order in which requests were made. */
export const listRecords = (
  db: Db,
  subscriptionId: string,
  {
    since,
    after,
    limit,
  }: Readonly<{ since: ProductTime; after: string | undefined; limit: number }>,
): Promise<RecordRow[]> => {
  const beyond = after === undefined ? sql`` : sql`and request.id < ${after}::uuid`
  return select(
    db,
    sql`where request.subscription_id = ${subscriptionId} and request.submitted_at >= ${since} ${beyond}
        order by request.id desc limit ${limit}`,
  )
}

export async function findRecord(
  db: Db,
  subscriptionId: string,
  id: string,
): Promise<RecordRow | undefined> {
  const [row] = await select(
    db,
    sql`where request.subscription_id = ${subscriptionId} and request.id = ${id}::uuid`,
  )
  return row
}
