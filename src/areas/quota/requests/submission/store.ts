import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/connect.ts'
import type { ProductTime } from '../../../../platform/time.ts'
import {
  joinOwn,
  LIMIT_COLUMNS,
  type LimitRow,
  type ProviderLimits,
  toProviderLimits,
  type WithProvider,
} from '../../limits/store.ts'
import type { QuotaScope } from '../../rules.ts'
import type { SubRequestView } from '../store.ts'

/** A resource as it can be asked for: what one has of it, and who has asked already. */
export type RequestableLimit = LimitRow &
  Readonly<{
    openRequestId: string | null
    openSubRequestId: string | null
    openRequestedLimit: number | null
    openIsSame: boolean
  }>

export async function findRequestable(
  trx: Trx,
  scope: QuotaScope,
  resourceKeys: readonly string[],
  fingerprint: Buffer,
): Promise<ProviderLimits<RequestableLimit> | undefined> {
  const { rows } = await sql<WithProvider<RequestableLimit>>`
    select ${LIMIT_COLUMNS},
           open.request_id as "openRequestId", open.id as "openSubRequestId", open.asked_limit as "openRequestedLimit",
           (select request.fingerprint = ${fingerprint} from quota_request as request
             where request.subscription_id = open.subscription_id
                   and request.id = open.request_id) as "openIsSame"
      from quota_provider as provider
      left join quota_resource as resource
        on resource.provider_key = provider.key and resource.key = any(${resourceKeys}::text[])
      ${joinOwn(scope)}
      left join quota_sub_request as open
        on open.subscription_id = ${scope.subscriptionId} and open.provider_key = provider.key
           and open.location_key = ${scope.locationKey} and open.resource_key = resource.key
           and open.state in ('Accepted', 'InProgress')
     where provider.key = ${scope.providerKey}`.execute(trx)
  return toProviderLimits(rows)
}

export type NewRequest = Readonly<{
  scope: QuotaScope
  id: string
  submittedAt: Date
  createdAt: ProductTime
  actorId: string
  requestedBy: string
  clientRequestId: string | undefined
  fingerprint: Buffer
  subRequests: readonly NewSubRequest[]
}>
export type NewSubRequest = SubRequestView & Readonly<{ resourceKey: string }>

export async function insertRequest(trx: Trx, request: NewRequest): Promise<void> {
  const { scope, id } = request
  const scopeColumns = {
    subscription_id: scope.subscriptionId,
    provider_key: scope.providerKey,
    location_key: scope.locationKey,
  }
  const subRequests = request.subRequests.map((subRequest, number) => ({
    ...scopeColumns,
    request_id: id,
    id: subRequest.id,
    number,
    resource_key: subRequest.resourceKey,
    name: subRequest.resourceName,
    display_name: subRequest.displayName,
    unit: subRequest.unit,
    resource_type: subRequest.resourceType,
    asked_limit: subRequest.requestedLimit,
    state: subRequest.state,
    message: subRequest.message,
    created_at: request.createdAt,
  }))
  const row = {
    ...scopeColumns,
    id,
    submitted_at: request.submittedAt,
    actor_id: request.actorId,
    requested_by: request.requestedBy,
    client_request_id: request.clientRequestId ?? null,
    fingerprint: request.fingerprint,
  }
  await trx
    .with('request', (made) => made.insertInto('quota_request').values(row).returning('id'))
    .insertInto('quota_sub_request')
    .values(subRequests)
    .execute()
}
