import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/connect.ts'
import type { PartRow } from '../../requests/store.ts'

/** Where the page before ended. */
export type After = Readonly<{ time: Date; id: string }>
type Listing = Readonly<{ after: After | undefined; limit: number }>

export type OperatorPart = PartRow &
  Readonly<{ requestedBy: string; currentLimit: number | null; currentValue: number }>

/** What waits for a person, across all subscriptions, the oldest first. */
export async function listWaiting(db: Db, { after, limit }: Listing): Promise<OperatorPart[]> {
  const beyond = after
    ? sql`and (part.created_at, part.id) > (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<OperatorPart>`
    select part.*, request.requested_by as "requestedBy",
           coalesce(own."limit", resource.default_limit) as "currentLimit",
           coalesce(own.current_value, 0) as "currentValue"
      from quota_sub_request as part
      join quota_request as request
        on request.subscription_id = part.subscription_id and request.id = part.request_id
      left join quota_resource as resource
        on resource.provider_key = part.provider_key and resource.key = part.resource_key
      left join quota_limit as own
        on own.subscription_id = part.subscription_id and own.provider_key = part.provider_key
           and own.location_key = part.location_key and own.resource_key = part.resource_key
     where part.state = 'InProgress' and part.granted_limit is null ${beyond}
     order by part.created_at, part.id
     limit ${limit}`.execute(db)
  return rows
}

/** What the engine stopped trying, across all subscriptions, the latest first. */
export async function listGivenUp(db: Db, { after, limit }: Listing): Promise<OperatorPart[]> {
  const beyond = after
    ? sql`and (part.gave_up_at, part.id) < (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<OperatorPart>`
    select part.*, request.requested_by as "requestedBy"
      from quota_sub_request as part
      join quota_request as request
        on request.subscription_id = part.subscription_id and request.id = part.request_id
     where part.gave_up_at is not null ${beyond}
     order by part.gave_up_at desc, part.id desc
     limit ${limit}`.execute(db)
  return rows
}
