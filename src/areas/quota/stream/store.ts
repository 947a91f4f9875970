import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import {
  type JsonSubRequest,
  type RequestRow,
  SUB_REQUESTS,
  toSubRequestView,
} from '../requests/store.ts'

/** Of the latest change of each of these subscriptions; none for one that has not requested anything. */
export async function listPositions(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; position: number }>`
    select subscription_id as id, position::double precision as position
      from unnest(${subscriptionIds}::text[]) as asked (id)
      join quota_position on subscription_id = asked.id`.execute(db)
  return new Map(rows.map(({ id, position }) => [id, position]))
}

export type PlacedRequest = RequestRow & Readonly<{ position: number }>

/** Requests by their latest change. */
export async function listRequestsAfter(
  db: Db,
  subscriptionId: string,
  position: number,
  limit: number,
): Promise<PlacedRequest[]> {
  const { rows } = await sql<
    Omit<PlacedRequest, 'subRequests'> & { subRequests: readonly JsonSubRequest[] }
  >`
    select request.id, request.submitted_at as "submittedAt",
           request.position::double precision as position, ${sql.raw(SUB_REQUESTS)} as "subRequests"
      from quota_request as request
     where request.subscription_id = ${subscriptionId} and request.position > ${position}
     order by request.position
     limit ${limit}`.execute(db)
  return rows.map(({ subRequests, ...request }) => ({
    ...request,
    subRequests: subRequests.map(toSubRequestView),
  }))
}
