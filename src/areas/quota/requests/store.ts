import { CompiledQuery, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Read } from '../../../platform/db/shared-read.ts'
import type { DB, QuotaSubRequest } from '../../../platform/db/tables.ts'
import type { QuotaScope } from '../rules.ts'
import { statesBefore } from './rules.ts'
import type { QuotaState } from './wire.ts'

export type SubRequestRow = Selectable<QuotaSubRequest>
export type SubRequestKey = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
}>

/** Whether somebody has asked for one of these since: then it is not the last word on all of them. */
export async function isOvertaken(
  db: Db,
  { subscriptionId, providerKey, locationKey }: QuotaScope,
  resourceKeys: readonly string[],
  id: string,
): Promise<boolean> {
  const later = await db
    .selectFrom('quota_sub_request')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('request_id', '>', id)
    .where('provider_key', '=', providerKey)
    .where('location_key', '=', locationKey)
    .where('resource_key', 'in', [...resourceKeys])
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** The condition that a row is this sub-request: by its whole key. */
export const isSubRequest =
  ({ subscriptionId, requestId, subRequestId }: SubRequestKey) =>
  (row: ExpressionBuilder<DB, 'quota_sub_request'>) =>
    row.and({ subscription_id: subscriptionId, request_id: requestId, id: subRequestId })

export async function lockSubRequest(
  trx: Trx,
  key: SubRequestKey,
): Promise<SubRequestRow | undefined> {
  return trx
    .selectFrom('quota_sub_request')
    .selectAll()
    .where(isSubRequest(key))
    .forUpdate()
    .executeTakeFirst()
}

export type Move = Readonly<{
  to: QuotaState
  /** Besides the rule: only what nobody has decided, or what the provider cannot know of. */
  only?: 'undecided' | 'unsent'
  set: Readonly<
    Partial<
      Pick<
        SubRequestRow,
        'code' | 'message' | 'granted_limit' | 'begun_at' | 'ended_at' | 'gave_up_at'
      >
    >
  >
}>

/** Moves a sub-request if the rules let it; the database decides between two who would move it at once. */
export async function moveSubRequest(
  trx: Trx,
  key: SubRequestKey,
  { to, only, set }: Move,
): Promise<SubRequestRow | undefined> {
  return trx
    .updateTable('quota_sub_request')
    .set({ ...set, state: to })
    .where(isSubRequest(key))
    .where((row) => row('state', '=', row.fn.any(row.val(statesBefore(to)))))
    .$if(only === 'undecided', (query) => query.where('granted_limit', 'is', null))
    .$if(only === 'unsent', (query) => query.where('sent_at', 'is', null))
    .returningAll()
    .executeTakeFirst()
}

/** Says yes to a sub-request that is under way and that nobody has decided yet. */
export async function grantSubRequest(
  trx: Trx,
  key: SubRequestKey,
  granted: Pick<SubRequestRow, 'granted_limit' | 'granted_at' | 'message'>,
): Promise<SubRequestRow | undefined> {
  return trx
    .updateTable('quota_sub_request')
    .set(granted)
    .where(isSubRequest(key))
    .where('state', '=', 'InProgress')
    .where('granted_limit', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** What a sub-request shows of itself. */
export type SubRequestView = Readonly<{
  id: string
  resourceName: string
  displayName: string
  unit: string
  resourceType: string | null
  requestedLimit: number
  grantedLimit: number | null
  state: QuotaState
  code: string | null
  message: string
  endedAt: Date | null
}>
export type RequestRow = Readonly<{
  id: string
  submittedAt: Date
  subRequests: readonly SubRequestView[]
}>

/** As JSON, because a request is one row of its answer, however many sub-requests it has. */
export const SUB_REQUESTS = `
  (select json_agg(json_build_object(
            'id', sub_request.id, 'resourceName', sub_request.name, 'displayName', sub_request.display_name,
            'unit', sub_request.unit, 'resourceType', sub_request.resource_type,
            'requestedLimit', sub_request.asked_limit, 'grantedLimit', sub_request.granted_limit, 'state', sub_request.state,
            'code', sub_request.code, 'message', sub_request.message, 'endedAt', sub_request.ended_at) order by sub_request.number)
     from quota_sub_request as sub_request
    where sub_request.subscription_id = request.subscription_id and sub_request.request_id = request.id)`

/** The ids are validated: an invalid one would fail the whole batch. */
type RequestId = Readonly<{ scope: QuotaScope; id: string }>
type RequestColumns = [
  submittedAt: Date | null,
  providerKey: string,
  locationKey: string,
  subRequests: readonly JsonSubRequest[],
]
export type JsonSubRequest = Omit<SubRequestView, 'endedAt'> & Readonly<{ endedAt: string | null }>

const REQUEST_SQL = `
  select request.submitted_at, request.provider_key, request.location_key, ${SUB_REQUESTS} as sub_requests
    from unnest((select $1::text[]), (select $2::uuid[])) with ordinality as asked (subscription_id, id, position)
    left join quota_request as request
      on request.subscription_id = asked.subscription_id and request.id = asked.id
   order by asked.position`

/** Whoever waits for a request asks for it again and again: the one read of this area that is shared. */
export const findRequests: Read<RequestId, RequestRow | undefined> = {
  name: 'quota request',
  sql: REQUEST_SQL,
  toParameters: (keys) => [keys.map(({ scope }) => scope.subscriptionId), keys.map(({ id }) => id)],
  toValue: (row, key) => toRequest(row as RequestColumns, key),
}

/** The same question asked alone, of what this transaction sees. */
export async function findRequest(trx: Trx, key: RequestId): Promise<RequestRow | undefined> {
  const query = CompiledQuery.raw(REQUEST_SQL, findRequests.toParameters([key]))
  const { rows } = await trx.executeQuery(query)
  return toRequest(Object.values(rows[0] as object) as RequestColumns, key)
}

function toRequest(
  [submittedAt, providerKey, locationKey, subRequests]: RequestColumns,
  { scope, id }: RequestId,
): RequestRow | undefined {
  if (submittedAt === null) return undefined
  if (providerKey !== scope.providerKey || locationKey !== scope.locationKey) return undefined
  return { id, submittedAt, subRequests: subRequests.map(toSubRequestView) }
}

export const toSubRequestView = (subRequest: JsonSubRequest): SubRequestView => ({
  ...subRequest,
  endedAt: subRequest.endedAt === null ? null : new Date(subRequest.endedAt),
})
