import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { EventFilter } from '../events/rules.ts'
import {
  type EventCursor,
  type EventRow,
  fitsFilter,
  isReachedBy,
  selectEvent,
} from '../events/store.ts'

export type ResourceEventPage = Readonly<{
  subscriptionId: string
  /** The id of the resource, in lower case. */
  key: string
  /** Of the reader. */
  keys: readonly string[]
  /** Also sensitive events and security advisories. */
  seesRestricted: boolean
  start: Date
  /** Also those that were updated before the start, while they are active. */
  includesActive: boolean
  filter: EventFilter | undefined
  after: EventCursor | undefined
  limit: number
}>

/** The events that name a resource among their impacted resources, the latest first. */
export async function listResourceEvents(db: Db, page: ResourceEventPage): Promise<EventRow[]> {
  const beyond = ifGiven(
    page.after,
    ({ time, trackingId }) => sql<boolean>`
      (event.last_update_time < ${time}
       or event.last_update_time = ${time} and event.tracking_id > ${trackingId})`,
  )
  return selectEvent(
    db,
    sql`
     where event.tracking_id in (
             select tracking_id from impacted_resource
              where subscription_id = ${page.subscriptionId}
                and octet_length(target_resource_id) <= 2000
                and lower(target_resource_id collate "C") = ${page.key})
       and (event.last_update_time >= ${page.start}
            or ${page.includesActive} and event.status = 'Active')
       and (${page.seesRestricted}
            or not event.is_sensitive and event.event_type <> 'SecurityAdvisory')
       and ${beyond} ${fitsFilter(page.filter)}
       and ${isReachedBy(page.keys)}
     order by event.last_update_time desc, event.tracking_id
     limit ${page.limit}`,
  )
}
