import {
  CompiledQuery,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  sql,
} from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { toCondition } from '../../../platform/db/filter.ts'
import type { Read } from '../../../platform/db/shared-read.ts'
import type { DB, QuotaRequest, QuotaSubRequest } from '../../../platform/db/tables.ts'
import {
  joinOwn,
  LIMIT_COLUMNS,
  type LimitRow,
  type Offer,
  type Offered,
  toOffer,
} from '../limits/store.ts'
import type { Place } from '../rules.ts'
import { REQUEST_FIELDS, type RequestFilter, statesBefore } from './rules.ts'
import type { QuotaState } from './wire.ts'

export type PartRow = Selectable<QuotaSubRequest>
export type PartKey = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
}>

/** A resource as it can be asked for: what one has of it, and who has asked already. */
export type Askable = LimitRow &
  Readonly<{
    openRequestId: string | null
    openId: string | null
    openLimit: number | null
    openIsSame: boolean
  }>

export async function findAskable(
  trx: Trx,
  place: Place,
  keys: readonly string[],
  fingerprint: Buffer,
): Promise<Offer<Askable> | undefined> {
  const { rows } = await sql<Offered<Askable>>`
    select ${LIMIT_COLUMNS},
           open.request_id as "openRequestId", open.id as "openId", open.asked_limit as "openLimit",
           (select request.fingerprint = ${fingerprint} from quota_request as request
             where request.subscription_id = open.subscription_id
                   and request.id = open.request_id) as "openIsSame"
      from quota_provider as provider
      left join quota_resource as resource
        on resource.provider_key = provider.key and resource.key = any(${keys}::text[])
      ${joinOwn(place)}
      left join quota_sub_request as open
        on open.subscription_id = ${place.subscriptionId} and open.provider_key = provider.key
           and open.location_key = ${place.locationKey} and open.resource_key = resource.key
           and open.state in ('Accepted', 'InProgress')
     where provider.key = ${place.providerKey}`.execute(trx)
  return toOffer(rows)
}

/** Whether somebody has asked for one of these since: then it is not the last word on all of them. */
export async function isOvertaken(
  trx: Trx,
  { subscriptionId, providerKey, locationKey }: Place,
  keys: readonly string[],
  id: string,
): Promise<boolean> {
  const later = await trx
    .selectFrom('quota_sub_request')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('request_id', '>', id)
    .where('provider_key', '=', providerKey)
    .where('location_key', '=', locationKey)
    .where('resource_key', 'in', [...keys])
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

type Asking = Readonly<{
  subscriptionId: string
  actorId: string
  clientRequestId: string
  fingerprint: Buffer
  since: Date
}>

/** What the same caller asked for under the same name, if it was the same. */
export async function findRepeated(trx: Trx, asking: Asking): Promise<string | undefined> {
  const row = await trx
    .selectFrom('quota_request')
    .select('id')
    .where('subscription_id', '=', asking.subscriptionId)
    .where('actor_id', '=', asking.actorId)
    .where('client_request_id', '=', asking.clientRequestId)
    .where('fingerprint', '=', asking.fingerprint)
    .where('submitted_at', '>=', asking.since)
    .orderBy('submitted_at', 'desc')
    .executeTakeFirst()
  return row?.id
}

export async function insertRequest(
  trx: Trx,
  request: Insertable<QuotaRequest>,
  parts: readonly Insertable<QuotaSubRequest>[],
): Promise<void> {
  await trx
    .with('request', (db) => db.insertInto('quota_request').values(request).returning('id'))
    .insertInto('quota_sub_request')
    .values([...parts])
    .execute()
}

/** The condition that a row is this part: by its whole key. */
export const isPart =
  ({ subscriptionId, requestId, subRequestId }: PartKey) =>
  (row: ExpressionBuilder<DB, 'quota_sub_request'>) =>
    row.and({ subscription_id: subscriptionId, request_id: requestId, id: subRequestId })

export async function lockPart(trx: Trx, key: PartKey): Promise<PartRow | undefined> {
  return trx
    .selectFrom('quota_sub_request')
    .selectAll()
    .where(isPart(key))
    .forUpdate()
    .executeTakeFirst()
}

export type Move = Readonly<{
  to: QuotaState
  /** Besides the rule: only what nobody has decided, or what the provider cannot know of. */
  only?: 'undecided' | 'unsent'
  set: Readonly<
    Partial<Pick<PartRow, 'code' | 'message' | 'granted_limit' | 'ended_at' | 'gave_up_at'>>
  >
}>

/** Moves a part if the rules let it; the database decides between two who would move it at once. */
export async function movePart(
  trx: Trx,
  key: PartKey,
  { to, only, set }: Move,
): Promise<PartRow | undefined> {
  return trx
    .updateTable('quota_sub_request')
    .set({ ...set, state: to })
    .where(isPart(key))
    .where((row) => row('state', '=', row.fn.any(row.val(statesBefore(to)))))
    .$if(only === 'undecided', (query) => query.where('granted_limit', 'is', null))
    .$if(only === 'unsent', (query) => query.where('sent_at', 'is', null))
    .returningAll()
    .executeTakeFirst()
}

/** Says yes to a part that is under way and that nobody has decided yet. */
export async function grantPart(
  trx: Trx,
  key: PartKey,
  granted: Pick<PartRow, 'granted_limit' | 'message'>,
): Promise<PartRow | undefined> {
  return trx
    .updateTable('quota_sub_request')
    .set(granted)
    .where(isPart(key))
    .where('state', '=', 'InProgress')
    .where('granted_limit', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** What a part shows of itself. */
export type SeenPart = Pick<
  PartRow,
  | 'id'
  | 'name'
  | 'display_name'
  | 'unit'
  | 'resource_type'
  | 'asked_limit'
  | 'granted_limit'
  | 'state'
  | 'code'
  | 'message'
  | 'ended_at'
>
export type RequestRow = Readonly<{ id: string; submittedAt: Date; parts: readonly SeenPart[] }>

/** As JSON, because a request is one row of its answer, however many parts it has. */
const PARTS = `
  (select json_agg(json_build_object(
            'id', part.id, 'name', part.name, 'display_name', part.display_name,
            'unit', part.unit, 'resource_type', part.resource_type,
            'asked_limit', part.asked_limit, 'granted_limit', part.granted_limit,
            'state', part.state, 'code', part.code, 'message', part.message,
            'ended_at', part.ended_at) order by part.number)
     from quota_sub_request as part
    where part.subscription_id = request.subscription_id and part.request_id = request.id)`

/** Ids are known to be ids here, so that nobody's question can spoil the batch it rides in. */
type RequestKey = Readonly<{ place: Place; id: string }>
type RequestColumns = [
  submittedAt: Date | null,
  providerKey: string,
  locationKey: string,
  parts: readonly JsonPart[],
]
type JsonPart = Omit<SeenPart, 'ended_at'> & Readonly<{ ended_at: string | null }>

const REQUEST_SQL = `
  select request.submitted_at, request.provider_key, request.location_key, ${PARTS} as parts
    from unnest($1::text[], $2::uuid[]) with ordinality as asked (subscription_id, id, position)
    left join quota_request as request
      on request.subscription_id = asked.subscription_id and request.id = asked.id
   order by asked.position`

/** Whoever waits for a request asks for it again and again: the one read of this area that is shared. */
export const findRequests: Read<RequestKey, RequestRow | undefined> = {
  name: 'quota request',
  sql: REQUEST_SQL,
  toParameters: (keys) => [keys.map(({ place }) => place.subscriptionId), keys.map(({ id }) => id)],
  toValue: (row, key) => toRequest(row as RequestColumns, key),
}

/** The same question asked alone, of what this transaction sees. */
export async function findRequest(trx: Trx, key: RequestKey): Promise<RequestRow | undefined> {
  const { rows } = await trx.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(REQUEST_SQL, findRequests.toParameters([key])),
  )
  return toRequest(Object.values(rows[0] ?? {}) as RequestColumns, key)
}

function toRequest(
  [submittedAt, providerKey, locationKey, parts]: RequestColumns,
  { place, id }: RequestKey,
): RequestRow | undefined {
  if (submittedAt === null) return undefined
  if (providerKey !== place.providerKey || locationKey !== place.locationKey) return undefined
  return { id, submittedAt, parts: parts.map(toSeenPart) }
}

const toSeenPart = (part: JsonPart): SeenPart => ({
  ...part,
  ended_at: part.ended_at === null ? null : new Date(part.ended_at),
})

export type Listing = Readonly<{
  since: Date
  filter: RequestFilter | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}>

/** The latest first. */
export async function listRequests(
  db: Db,
  { subscriptionId, providerKey, locationKey }: Place,
  { since, filter, after, limit }: Listing,
): Promise<RequestRow[]> {
  const matching = filter
    ? sql`and ${toCondition(filter, REQUEST_FIELDS, { requestSubmitTime: 'request.submitted_at' })}`
    : sql``
  const beyond = after
    ? sql`and (request.submitted_at, request.id) < (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ id: string; submittedAt: Date; parts: readonly JsonPart[] }>`
    select request.id, request.submitted_at as "submittedAt", ${sql.raw(PARTS)} as parts
      from quota_request as request
     where request.subscription_id = ${subscriptionId}
           and request.provider_key = ${providerKey} and request.location_key = ${locationKey}
           and request.submitted_at >= ${since} ${matching} ${beyond}
     order by request.submitted_at desc, request.id desc
     limit ${limit}`.execute(db)
  return rows.map(({ parts, ...request }) => ({ ...request, parts: parts.map(toSeenPart) }))
}
