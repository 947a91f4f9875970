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

/** Only problems of a service and maintenance that has begun say something about availability. */
const STATE = sql`case when event.event_level in ('Warning', 'Informational')
                       then 'Degraded' else 'Unavailable' end`
const SINCE = sql`coalesce(event.impact_start_time, event.last_update_time)`
const REASON = sql`case event.event_type when 'ServiceIssue' then 'Unplanned' else 'Planned' end`
const TITLE = sql`event.record -> 'properties' ->> 'title'`
const KEY = sql`lower(resource.target_resource_id collate "C")`
const EVENT = sql`json_build_object('trackingId', event.tracking_id, 'type', event.event_type,
                                    'status', event.status)`

const counts = ({ seesSensitive, now }: StatusReader): RawBuilder<boolean> => sql`
  event.event_type in ('ServiceIssue', 'PlannedMaintenance')
  and ${SINCE} <= ${now}
  and (${seesSensitive} or not event.is_sensitive)`

/** A state that an event implies, and one that an operator set: the same columns. */
const EVENT_COLUMNS = sql`
  ${KEY} as key, resource.target_resource_id as "resourceId", ${STATE} as state, ${TITLE} as title,
  null::text as summary, ${REASON} as "reasonType", resource.target_region as location,
  ${SINCE} as at, event.last_update_time as "reportedAt", ${EVENT} as event`
const SET_COLUMNS = sql`
  resource_key as key, resource_id as "resourceId", state, title, summary,
  reason_type as "reasonType", location, occurred_at as at, reported_at as "reportedAt",
  null::json as event`

/** Of several active events the worst counts, then the latest. One that began before an operator set a state does not. */
const selectAffected = (
  reader: StatusReader,
  matches: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  select distinct on (${KEY}) ${EVENT_COLUMNS}
    from (select distinct reach.tracking_id
            from unnest(${reader.keys}::text[]) as asked (key)
            join event_reach as reach on reach.key = asked.key
           where reach.is_active) as active
    join event on event.tracking_id = active.tracking_id
    join impacted_resource as resource
      on resource.subscription_id = ${reader.subscriptionId}
     and resource.tracking_id = event.tracking_id
    left join availability as set_state
      on set_state.subscription_id = resource.subscription_id
     and set_state.resource_key = ${KEY} and set_state.ended_at is null
   where octet_length(resource.target_resource_id) <= 2000 and ${counts(reader)}
     and (set_state.id is null or set_state.occurred_at < ${SINCE})
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

/** One state for each resource: that of an event, or else the one that an operator set. */
const statusOf = (
  reader: StatusReader,
  matches: (key: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  with affected as (${selectAffected(reader, matches(KEY))}),
       set_state as (${selectSet(reader.subscriptionId, matches(sql`resource_key`))})
  select status.*
    from (select * from affected
          union all
          select * from set_state where not exists (select from affected where affected.key = set_state.key)) as status`

/** The resources below a prefix of their ids, by id. */
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
  const isBelow = (key: RawBuilder<unknown>) => sql<boolean>`
    (starts_with(${key}, ${prefix}) and ${key} > ${after} collate "C")`
  const fits = filter ? toCondition(filter, STATUS_FIELDS, COLUMNS) : sql`true`
  const { rows } = await sql<Row>`
    ${statusOf(reader, isBelow)}
     where ${fits}
     order by status.key collate "C"
     limit ${limit}`.execute(db)
  return rows
}

export async function findStatus(
  db: Db,
  reader: StatusReader,
  key: string,
): Promise<State | undefined> {
  const { rows } = await sql<Row>`
    ${statusOf(reader, (column) => sql<boolean>`${column} = ${key}`)}`.execute(db)
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
