import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/connect.ts'
import { toCondition } from '../../../../platform/db/filter.ts'
import type { ProductTime } from '../../../../platform/time.ts'
import type { QuotaScope } from '../../rules.ts'
import { type JsonSubRequest, type RequestRow, SUB_REQUESTS, toSubRequestView } from '../store.ts'
import { REQUEST_FIELDS, type RequestFilter } from './rules.ts'

export type Page = Readonly<{
  since: ProductTime
  filter: RequestFilter | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}>

const FILTERED = {
  requestSubmitTime: 'request.submitted_at',
  provisioningState: 'whole.state',
  resourceName: 'whole.resource_keys',
}
/** The state of a request as `requestStateOf` computes it, and its resources. */
const WHOLE = sql`
  cross join lateral (
    select array_agg(sub_request.resource_key) as resource_keys,
           case when bool_and(state = 'Accepted') then 'Accepted'
                when bool_or(state in ('Accepted', 'InProgress')) then 'InProgress'
                when bool_and(state = 'Succeeded') then 'Succeeded'
                when bool_and(state = 'Invalid') then 'Invalid'
                else 'Failed' end as state
      from quota_sub_request as sub_request
     where sub_request.subscription_id = request.subscription_id and sub_request.request_id = request.id
  ) as whole`

/** The latest first. */
export async function listRequests(
  db: Db,
  { subscriptionId, providerKey, locationKey }: QuotaScope,
  { since, filter, after, limit }: Page,
): Promise<RequestRow[]> {
  const matching = filter ? sql`and ${toCondition(filter, REQUEST_FIELDS, FILTERED)}` : sql``
  const beyond = after
    ? sql`and (request.submitted_at, request.id) < (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<
    Omit<RequestRow, 'subRequests'> & { subRequests: readonly JsonSubRequest[] }
  >`
    select request.id, request.submitted_at as "submittedAt", ${sql.raw(SUB_REQUESTS)} as "subRequests"
      from quota_request as request ${filter ? WHOLE : sql``}
     where request.subscription_id = ${subscriptionId}
           and request.provider_key = ${providerKey} and request.location_key = ${locationKey}
           and request.submitted_at >= ${since} ${matching} ${beyond}
     order by request.submitted_at desc, request.id desc
     limit ${limit}`.execute(db)
  return rows.map(({ subRequests, ...request }) => ({
    ...request,
    subRequests: subRequests.map(toSubRequestView),
  }))
}
