import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { EventRow } from '../events/store.ts'
import { EVERYONE } from '../rules.ts'

/** Of events for everyone that are not sensitive: the active ones, and those that ended since. */
export async function listPublicEvents(
  db: Db,
  { since, most }: Readonly<{ since: Date; most: number }>,
): Promise<EventRow[]> {
  const latest = sql`
     order by reach.last_update_time desc, reach.tracking_id
     limit ${most}`
  const found = sql`
    select reach.tracking_id
      from event_reach as reach
      join event on event.tracking_id = reach.tracking_id
     where reach.key = ${EVERYONE} and event.audience = 'everyone' and not event.is_sensitive`
  const { rows } = await sql<EventRow>`
    select event.tracking_id, event.audience, event.record, event.last_update_time
      from ((${found} and reach.is_active ${latest})
            union
            (${found} and not reach.is_active and reach.last_update_time >= ${since} ${latest})) as shown
      join event on event.tracking_id = shown.tracking_id
     order by event.last_update_time desc, event.tracking_id`.execute(db)
  return rows
}
