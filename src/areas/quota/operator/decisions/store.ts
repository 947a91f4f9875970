import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/connect.ts'
import type { SubRequestRow } from '../../requests/store.ts'

/** Where the page before ended. */
export type After = Readonly<{ time: Date; id: string }>
export type Page = Readonly<{ after: After | undefined; limit: number }>

export type OperatorSubRequest = SubRequestRow & Readonly<{ requestedBy: string }>
export type WaitingSubRequest = OperatorSubRequest &
  Readonly<{
    currentLimit: number | null
    currentValue: number
    defaultLimit: number | null
    headroom: number | null
    maximum: number | null
  }>

/** Whoever gives up writes the time and a code. */
export type GivenUpSubRequest = OperatorSubRequest & Readonly<{ gave_up_at: Date; code: string }>

/** What waits for a person, across all subscriptions, the oldest first. */
export async function listWaiting(db: Db, { after, limit }: Page): Promise<WaitingSubRequest[]> {
  const beyond = after
    ? sql`and (sub_request.created_at, sub_request.id) > (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<WaitingSubRequest>`
    select sub_request.*, request.requested_by as "requestedBy",
           coalesce(own."limit", resource.default_limit) as "currentLimit",
           coalesce(own.current_value, 0) as "currentValue", resource.default_limit as "defaultLimit",
           resource.headroom, resource.maximum
      from quota_sub_request as sub_request
      join quota_request as request
        on request.subscription_id = sub_request.subscription_id and request.id = sub_request.request_id
      left join quota_resource as resource
        on resource.provider_key = sub_request.provider_key and resource.key = sub_request.resource_key
      left join quota_limit as own
        on own.subscription_id = sub_request.subscription_id and own.provider_key = sub_request.provider_key
           and own.location_key = sub_request.location_key and own.resource_key = sub_request.resource_key
     where sub_request.state = 'InProgress' and sub_request.granted_limit is null ${beyond}
     order by sub_request.created_at, sub_request.id
     limit ${limit}`.execute(db)
  return rows
}

/** What the engine stopped trying, across all subscriptions, the latest first. */
export async function listGivenUp(db: Db, { after, limit }: Page): Promise<GivenUpSubRequest[]> {
  const beyond = after
    ? sql`and (sub_request.gave_up_at, sub_request.id) < (${after.time}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<GivenUpSubRequest>`
    select sub_request.*, request.requested_by as "requestedBy"
      from quota_sub_request as sub_request
      join quota_request as request
        on request.subscription_id = sub_request.subscription_id and request.id = sub_request.request_id
     where sub_request.gave_up_at is not null ${beyond}
     order by sub_request.gave_up_at desc, sub_request.id desc
     limit ${limit}`.execute(db)
  return rows
}
