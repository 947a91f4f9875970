import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'

/** Those of the keys under which an event is found. */
export async function listReach(
  db: Db,
  trackingId: string,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select asked.key
      from unnest(${keys}::text[]) as asked (key)
     cross join lateral (
           select from event_reach as reach
            where reach.key = asked.key and reach.tracking_id = ${trackingId}
            limit 1) as hit`.execute(db)
  return rows.map(({ key }) => key)
}
