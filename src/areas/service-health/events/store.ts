import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { type Columns, toCondition } from '../../../platform/db/filter.ts'
import type { EventAudienceKind } from '../../../platform/db/tables.ts'
import {
  EVENT_FIELDS,
  type EventField,
  type EventFilter,
  type PublishedRecord,
  withGuids,
} from './rules.ts'

export type EventRow = Readonly<{
  tracking_id: string
  audience: EventAudienceKind
  record: PublishedRecord
  last_update_time: Date
}>

type Guids = Readonly<Record<string, string>> | null

/** The guids of the services that an event names, by their keys. */
export const guidsOfEvent = sql<Guids>`(
  select json_object_agg(service.name, service.guid)
    from unnest(event.services) as named (name)
    join service on service.name = named.name and service.is_published)`

const toEventRow = ({ guids, ...row }: EventRow & { guids: Guids }): EventRow => ({
  ...row,
  record: withGuids(row.record, guids),
})

/** What a filter can ask about, and where that stands. */
const COLUMNS: Columns<EventField> = {
  service: 'event.services',
  region: 'event.regions',
  eventType: 'event.event_type',
  eventSubType: 'event.event_sub_type',
  eventLevel: 'event.event_level',
  level: 'event.level',
  status: 'event.status',
  trackingId: 'event.tracking_id',
  priority: 'event.priority',
  isHIR: 'event.is_hir',
  platformInitiated: 'event.platform_initiated',
  impactStartTime: 'event.impact_start_time',
  impactMitigationTime: 'event.impact_mitigation_time',
  lastUpdateTime: 'event.last_update_time',
}

export const fitsFilter = (filter: EventFilter | undefined): RawBuilder<unknown> =>
  filter ? sql`and ${toCondition(filter, EVENT_FIELDS, COLUMNS)}` : sql``

/** The tenant a subscription belongs to, and the keys of the services and regions it uses. */
export async function findReader(
  db: Db,
  subscriptionId: string,
): Promise<{ organization_id: string; keys: string[] | null } | undefined> {
  // As one value: thousands of rows of one key each take longer to read.
  const { rows } = await sql<{ organization_id: string; keys: string[] | null }>`
    select organization_id,
           (select json_agg(key) from footprint where subscription_id = subscription.id) as keys
      from subscription
     where id = ${subscriptionId}`.execute(db)
  return rows[0]
}

/** Not `= any(…)`: for thousands of keys the database takes longer to plan that than to run it. */
const asked = (keys: readonly string[]) => sql`unnest(${keys}::text[]) as asked (key)`

export type Window = Readonly<{
  keys: readonly string[]
  start: Date
  filter: EventFilter | undefined
}>

/** Where the page before ended. */
export type EventCursor = Readonly<{ time: Date; trackingId: string }>

export type Page = Window & Readonly<{ after: EventCursor | undefined; limit: number }>

/**
 * The latest first. Each key of the subscription is walked by its own index and gives at most a
 * page; what is found under several of them counts once.
 */
export function pageOf({ keys, start, filter, after, limit }: Page): RawBuilder<unknown> {
  const beyond = after
    ? sql`and reach.last_update_time <= ${after.time}
          and (reach.last_update_time < ${after.time} or reach.tracking_id > ${after.trackingId})`
    : sql``
  return sql`
    select distinct found.last_update_time, found.tracking_id
      from ${asked(keys)}
     cross join lateral (
           select reach.last_update_time, reach.tracking_id
             from event_reach as reach ${joinFor(filter)}
            where reach.key = asked.key and reach.last_update_time >= ${start}
                  ${beyond} ${fitsReached(filter)}
            order by reach.last_update_time desc, reach.tracking_id
            limit ${limit}) as found
     order by found.last_update_time desc, found.tracking_id
     limit ${limit}`
}

/** Which events a page holds, and of when, without what they say. */
export async function listEventKeys(
  db: Db,
  page: Page,
): Promise<Pick<EventRow, 'tracking_id' | 'last_update_time'>[]> {
  const { rows } = await sql<EventRow>`${pageOf(page)}`.execute(db)
  return rows
}

export async function listEvents(db: Db, page: Page): Promise<EventRow[]> {
  // In the order of the page: by that of the events, the database may walk all of them.
  const { rows } = await sql<EventRow & { guids: Guids }>`
    select event.tracking_id, event.audience, event.record, event.last_update_time,
           ${guidsOfEvent} as guids
      from (${pageOf(page)}) as page
      join event on event.tracking_id = page.tracking_id
     order by page.last_update_time desc, page.tracking_id`.execute(db)
  return rows.map(toEventRow)
}

export async function listEventsById(db: Db, trackingIds: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow & { guids: Guids }>`
    select event.tracking_id, event.audience, event.record, event.last_update_time,
           ${guidsOfEvent} as guids
      from unnest(${trackingIds}::text[]) as asked (tracking_id)
      join event on event.tracking_id = asked.tracking_id`.execute(db)
  return rows.map(toEventRow)
}

/** What open pages ask for all day. The index knows it. */
const isOfActive = (filter: EventFilter | undefined) =>
  filter?.op === 'eq' && filter.field === 'status' && filter.value === 'Active'

/** Only another filter needs to look at the event itself while walking. */
const joinFor = (filter: EventFilter | undefined) =>
  filter && !isOfActive(filter) ? sql`join event on event.tracking_id = reach.tracking_id` : sql``

const fitsReached = (filter: EventFilter | undefined) =>
  isOfActive(filter) ? sql`and reach.is_active` : fitsFilter(filter)

/** How many are active and were last updated before the window begins. */
export async function countActiveBefore(db: Db, { keys, start, filter }: Window): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)
      from (select distinct reach.tracking_id
              from ${asked(keys)}
              join event_reach as reach on reach.key = asked.key ${joinFor(filter)}
             where reach.is_active and reach.last_update_time < ${start}
                   ${fitsReached(filter)}) as found`.execute(db)
  return Number(rows[0]?.count)
}

/** One that concerns the subscription; any other is not there. */
export async function findEvent(
  db: Db,
  trackingId: string,
  { keys, start, filter }: Omit<Window, 'start'> & { start: Date | undefined },
): Promise<EventRow | undefined> {
  const since = start ? sql`and event.last_update_time >= ${start}` : sql``
  const [row] = await selectEvent(
    db,
    sql`
     where event.tracking_id = ${trackingId} ${since} ${fitsFilter(filter)}
       and ${isReachedBy(keys)}`,
  )
  return row
}

/** Whether the event is found under one of the keys. */
export const isReachedBy = (keys: readonly string[]): RawBuilder<boolean> => sql`
  exists (select from ${asked(keys)}
           cross join lateral (
                 select from event_reach as reach
                  where reach.key = asked.key and reach.tracking_id = event.tracking_id
                  limit 1) as hit)`

/** Events as they are told, by a condition on the table `event`. */
export async function selectEvent(db: Db, condition: RawBuilder<unknown>): Promise<EventRow[]> {
  const { rows } = await sql<EventRow & { guids: Guids }>`
    select event.tracking_id, event.audience, event.record, event.last_update_time,
           ${guidsOfEvent} as guids
      from event ${condition}`.execute(db)
  return rows.map(toEventRow)
}
