import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { withGuids } from '../events/rules.ts'
import { type EventRow, guidsOfEvent } from '../events/store.ts'
import { EVERYONE } from '../rules.ts'

type Guids = Parameters<typeof withGuids>[1]

/** The active ones that concern everyone, the latest first. */
export async function listEmergingIssues(db: Db, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow & { guids: Guids }>`
    select event.tracking_id, event.audience, event.record, event.last_update_time,
           ${guidsOfEvent} as guids
      from event_reach as reach
      join event on event.tracking_id = reach.tracking_id
     where reach.key = ${EVERYONE} and reach.is_active
       and event.event_type = 'EmergingIssues' and not event.is_sensitive
     order by reach.last_update_time desc, reach.tracking_id
     limit ${limit}`.execute(db)
  return rows.map(({ guids, ...row }) => ({ ...row, record: withGuids(row.record, guids) }))
}
