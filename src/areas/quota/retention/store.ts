import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'

/** So many at most, with their sub-requests, none of which ended later; answers how many. */
export async function deleteEndedRequests(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with ended as (
      select request.subscription_id, request.id from quota_request as request
       where request.submitted_at < ${before}
             and not exists (select from quota_sub_request as sub_request
                              where sub_request.subscription_id = request.subscription_id
                                    and sub_request.request_id = request.id
                                    and (sub_request.ended_at is null or sub_request.ended_at >= ${before}))
       order by request.submitted_at limit ${limit} for update skip locked),
    sub_requests as (
      delete from quota_sub_request as sub_request using ended
       where sub_request.subscription_id = ended.subscription_id and sub_request.request_id = ended.id)
    delete from quota_request as request using ended
     where request.subscription_id = ended.subscription_id and request.id = ended.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
