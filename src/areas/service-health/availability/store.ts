import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { type Columns, toCondition } from '../../../platform/db/filter.ts'
import { isReachedBy } from '../events/store.ts'
import {
  type PastEvent,
  STATUS_FIELDS,
  type State,
  type StatusField,
  type StatusFilter,
} from './rules.ts'

const COLUMNS: Columns<StatusField> = {
  availabilityState: 'status.state',
  reasonType: 'status.reasonType',
  location: 'status.location',
}

/** Whose resources they are, and what the reader may know. */
export type StatusReader = Readonly<{
  subscriptionId: string
  keys: readonly string[]
  seesSensitive: boolean
  now: Date
}>

/** Only problems of a service and maintenance that has begun say something about availability, and no drill. */
const STATE = sql`case when event.event_level in ('Warning', 'Informational')
                       then 'Degraded' else 'Unavailable' end`
/** Without a start, when it was created: not its last update, which an event may have after anything was set. */
const SINCE = sql`coalesce(event.impact_start_time,
                           (event.record -> 'systemData' ->> 'createdAt')::timestamptz(3),
                           event.last_update_time)`
const REASON = sql`case event.event_type when 'ServiceIssue' then 'Unplanned' else 'Planned' end`
const TITLE = sql`event.record -> 'properties' ->> 'title'`
const KEY = sql`lower(resource.target_resource_id collate "C")`
const EVENT = sql`json_build_object('trackingId', event.tracking_id, 'type', event.event_type,
                                    'status', event.status)`

const counts = ({ seesSensitive, now }: StatusReader): RawBuilder<boolean> => sql`
  event.event_type in ('ServiceIssue', 'PlannedMaintenance')
  and ${SINCE} <= ${now}
  and (${seesSensitive} or not event.is_sensitive)
  and event.record -> 'properties' -> 'isDrill' is null`

/** A state that an event implies, and one that an operator set: the same columns. */
const EVENT_COLUMNS = sql`
  ${KEY} as key, resource.target_resource_id as "resourceId", ${STATE} as state, ${TITLE} as title,
  null::text as summary, ${REASON} as "reasonType", resource.target_region as location,
  ${SINCE} as at, event.last_update_time as "reportedAt", ${EVENT} as event`
const SET_COLUMNS = sql`
  resource_key as key, resource_id as "resourceId", state, title, summary,
  reason_type as "reasonType", location, occurred_at as at, reported_at as "reportedAt",
  null::json as event`

const activeFor = ({ keys }: StatusReader): RawBuilder<unknown> => sql`
  (select distinct reach.tracking_id
     from unnest(${keys}::text[]) as asked (key)
     join event_reach as reach on reach.key = asked.key
    where reach.is_active)`

/** Of several active events the worst counts, then the latest. One that began before an operator set a state does not. */
const selectAffected = (
  reader: StatusReader,
  matches: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  select distinct on (${KEY}) ${EVENT_COLUMNS}
    from ${activeFor(reader)} as active
    join event on event.tracking_id = active.tracking_id
    join impacted_resource as resource
      on resource.subscription_id = ${reader.subscriptionId}
     and resource.tracking_id = event.tracking_id
    left join set_state on set_state.key = ${KEY}
   where octet_length(resource.target_resource_id) <= 2000 and ${counts(reader)}
     and (set_state.key is null or set_state.at < ${SINCE})
     and ${matches}
   order by ${KEY}, ${STATE} desc, ${SINCE} desc, event.tracking_id`

const selectSet = (
  subscriptionId: string,
  matches: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  select ${SET_COLUMNS}
    from availability
   where subscription_id = ${subscriptionId} and ended_at is null and ${matches}`

type Row = State & Readonly<{ key: string }>

type Matches = (key: RawBuilder<unknown>) => RawBuilder<boolean>

/** One state for each resource: that of an event, or else the one that an operator set. */
const selectStatuses = (reader: StatusReader, matches: Matches): RawBuilder<unknown> => sql`
  set_state as (${selectSet(reader.subscriptionId, matches(sql`resource_key`))}),
  affected as (${selectAffected(reader, matches(KEY))})
  select status.*
    from (select * from affected
          union all
          select * from set_state where not exists (select from affected where affected.key = set_state.key)) as status`

/**
 * The keys of the first resources. Each that was set or that an active event names has one state, so they are
 * known without the states, and read in order from an index: a page costs the same in a long list.
 */
const selectKeys = (reader: StatusReader, matches: Matches, limit: number) => sql`
  (select resource_key as key from availability
    where subscription_id = ${reader.subscriptionId} and ended_at is null
      and ${matches(sql`resource_key`)}
    order by resource_key limit ${limit})
  union
  (select named.key
     from ${activeFor(reader)} as active
     join event on event.tracking_id = active.tracking_id
    cross join lateral (
      select distinct ${KEY} as key
        from impacted_resource as resource
       where resource.subscription_id = ${reader.subscriptionId}
         and resource.tracking_id = event.tracking_id
         and octet_length(resource.target_resource_id) <= 2000 and ${matches(KEY)}
       order by key limit ${limit}) as named
    where ${counts(reader)})
  order by key
  limit ${limit}`

/** The resources below a prefix of their ids, by id. With a filter, all of them are looked at. */
export async function listStatuses(
  db: Db,
  reader: StatusReader,
  page: Readonly<{
    prefix: string
    filter: StatusFilter | undefined
    after: string | undefined
    limit: number
  }>,
): Promise<Row[]> {
  const { prefix, filter, after = '', limit } = page
  const isBelow: Matches = (key) => sql`
    (starts_with(${key}, ${prefix}) and ${key} > ${after} collate "C")`
  const isOnPage: Matches = (key) => sql`${key} = any (array(select page.key from page))`
  const statement = filter
    ? sql<Row>`with ${selectStatuses(reader, isBelow)}
               where ${toCondition(filter, STATUS_FIELDS, COLUMNS)}
               order by status.key limit ${limit}`
    : sql<Row>`with page as (${selectKeys(reader, isBelow, limit)}),
               ${selectStatuses(reader, isOnPage)}
               order by status.key`
  return (await statement.execute(db)).rows
}

export async function findStatus(
  db: Db,
  reader: StatusReader,
  key: string,
): Promise<State | undefined> {
  const matches: Matches = (column) => sql`${column} = ${key}`
  const { rows } = await sql<Row>`with ${selectStatuses(reader, matches)}`.execute(db)
  return rows[0]
}

/** The states that operators set, the current one too, newest first. */
export async function listPastStates(
  db: Db,
  subscriptionId: string,
  key: string,
  limit: number,
): Promise<State[]> {
  const { rows } = await sql<Row>`
    select ${SET_COLUMNS}
      from availability
     where subscription_id = ${subscriptionId} and resource_key = ${key}
     order by occurred_at desc, id
     limit ${limit}`.execute(db)
  return rows
}

/** The events that name the resource, active or not, the latest first. */
export async function listPastEvents(
  db: Db,
  reader: StatusReader,
  key: string,
  limit: number,
): Promise<PastEvent[]> {
  const { rows } = await sql<Row & { resolvedAt: Date | null }>`
    select ${EVENT_COLUMNS},
           case when event.status <> 'Active'
                then coalesce(event.impact_mitigation_time, event.last_update_time) end as "resolvedAt"
      from impacted_resource as resource
      join event on event.tracking_id = resource.tracking_id
     where resource.subscription_id = ${reader.subscriptionId}
       and octet_length(resource.target_resource_id) <= 2000
       and ${KEY} = ${key} and ${counts(reader)} and ${isReachedBy(reader.keys)}
     order by ${SINCE} desc, event.tracking_id
     limit ${limit}`.execute(db)
  return rows.map(({ resolvedAt, ...state }) => ({ state, resolvedAt: resolvedAt ?? undefined }))
}
