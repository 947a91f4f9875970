import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { type Columns, toCondition } from '../../../platform/db/filter.ts'
import type { EventAudienceKind } from '../../../platform/db/tables.ts'
import { EVENT_FIELDS, type EventField, type EventFilter, type PublishedRecord } from './rules.ts'

export type EventRow = Readonly<{
  tracking_id: string
  audience: EventAudienceKind
  record: PublishedRecord
  last_update_time: Date
}>

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

const where = (filter: EventFilter | undefined): RawBuilder<unknown> =>
  filter ? sql`and ${toCondition(filter, EVENT_FIELDS, COLUMNS)}` : sql``

/** The tenant a subscription belongs to, and what it uses. */
export async function findReader(
  db: Db,
  subscriptionId: string,
): Promise<
  { organizationId: string; footprint: { service: string; region: string }[] } | undefined
> {
  const rows = await db
    .selectFrom('subscription')
    .leftJoin('footprint', 'footprint.subscription_id', 'subscription.id')
    .select(['subscription.organization_id', 'footprint.service', 'footprint.region'])
    .where('subscription.id', '=', subscriptionId)
    .execute()
  const [first] = rows
  return (
    first && {
      organizationId: first.organization_id,
      footprint: rows.flatMap(({ service, region }) =>
        service === null || region === null ? [] : [{ service, region }],
      ),
    }
  )
}

export type Window = Readonly<{
  keys: readonly string[]
  start: Date
  filter: EventFilter | undefined
}>

/** Where the page before ended. */
export type Place = Readonly<{ time: Date; trackingId: string }>

/**
 * The latest first. Each key of the subscription is walked by its own index and gives at most a
 * page; what is found under several of them counts once.
 */
export async function listEvents(
  db: Db,
  { keys, start, filter, after, limit }: Window & { after: Place | undefined; limit: number },
): Promise<EventRow[]> {
  const beyond = after
    ? sql`and reach.last_update_time <= ${after.time}
          and (reach.last_update_time < ${after.time} or reach.tracking_id > ${after.trackingId})`
    : sql``
  const { rows } = await sql<EventRow>`
    select event.tracking_id, event.audience, event.record, event.last_update_time
      from (select distinct found.last_update_time, found.tracking_id
              from unnest(${keys}::text[]) as asked (key)
             cross join lateral (
                   select reach.last_update_time, reach.tracking_id
                     from event_reach as reach ${joinFor(filter)}
                    where reach.key = asked.key and reach.last_update_time >= ${start}
                          ${beyond} ${where(filter)}
                    order by reach.last_update_time desc, reach.tracking_id
                    limit ${limit}) as found
             order by found.last_update_time desc, found.tracking_id
             limit ${limit}) as page
      join event on event.tracking_id = page.tracking_id
     order by event.last_update_time desc, event.tracking_id`.execute(db)
  return rows
}

/** Only a filter needs to look at the event itself while walking. */
const joinFor = (filter: EventFilter | undefined) =>
  filter ? sql`join event on event.tracking_id = reach.tracking_id` : sql``

/** How many are active and were last updated before the window begins. */
export async function countActiveBefore(db: Db, { keys, start, filter }: Window): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(distinct reach.tracking_id)
      from unnest(${keys}::text[]) as asked (key)
      join event_reach as reach on reach.key = asked.key ${joinFor(filter)}
     where reach.is_active and reach.last_update_time < ${start} ${where(filter)}`.execute(db)
  return Number(rows[0]?.count)
}

/** One that concerns the subscription; any other is not there. */
export async function findEvent(
  db: Db,
  trackingId: string,
  { keys, start, filter }: Omit<Window, 'start'> & { start: Date | undefined },
): Promise<EventRow | undefined> {
  const since = start ? sql`and event.last_update_time >= ${start}` : sql``
  const { rows } = await sql<EventRow>`
    select event.tracking_id, event.audience, event.record, event.last_update_time
      from event
     where event.tracking_id = ${trackingId} ${since} ${where(filter)}
           and exists (select from event_reach as reach
                        where reach.tracking_id = event.tracking_id
                              and reach.key = any(${keys}::text[]))`.execute(db)
  return rows[0]
}
