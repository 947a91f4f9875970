import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/connect.ts'

export type NewState = Readonly<{
  key: string
  resourceId: string
  state: string
  title: string | null
  summary: string | null
  reasonType: string | null
  location: string | null
}>

const NAMES = ['key', 'resourceId', 'state', 'title', 'summary', 'reasonType', 'location'] as const

/**
 * Before they are set: notes each that differs from the current one, if somebody gets such notices. A resource
 * can change again before its notice is taken, so each has a subject of its own, in their order.
 */
export async function noteChanges(
  trx: Trx,
  subscriptionId: string,
  states: readonly NewState[],
  now: Date,
): Promise<void> {
  const [keys, ids, values, titles, summaries, reasons] = NAMES.map((name) =>
    states.map((state) => state[name]),
  )
  const id = randomUUIDv7()
  await sql`
    insert into notice (subscription_id, kind, subject, content)
    select ${subscriptionId}, 'resource-health', given.key || ' ' || ${id}::text,
           jsonb_build_object(
             'id', ${id}::text, 'resourceId', given.id, 'current', given.state,
             'previous', coalesce(earlier.state, 'Unknown'), 'title', given.title,
             'summary', given.summary, 'reasonType', given.reason, 'at', ${now.toISOString()}::text)
      from unnest(${keys}::text[], ${ids}::text[], ${values}::text[], ${titles}::text[],
                  ${summaries}::text[], ${reasons}::text[])
           as given (key, id, state, title, summary, reason)
      left join availability as earlier
        on earlier.subscription_id = ${subscriptionId} and earlier.resource_key = given.key
       and earlier.ended_at is null
     where coalesce(earlier.state, 'Unknown') <> given.state
       and exists (select from notification
                    where subscription_id = ${subscriptionId} and is_on
                      and 'resourceHealth' = any(notices))`.execute(trx)
}

export async function removeStates(
  trx: Trx,
  subscriptionId: string,
  keys: readonly string[],
): Promise<void> {
  await sql`
    delete from availability
     where subscription_id = ${subscriptionId}
       and resource_key = any(${keys}::text[])`.execute(trx)
}

/** Ends the current states that differ from the new ones. */
export async function endStates(
  trx: Trx,
  subscriptionId: string,
  states: readonly NewState[],
  now: Date,
): Promise<void> {
  const keys = states.map(({ key }) => key)
  const values = states.map(({ state }) => state)
  await sql`
    update availability as earlier
       set ended_at = ${now}
      from unnest(${keys}::text[], ${values}::text[]) as given (key, state)
     where earlier.subscription_id = ${subscriptionId} and earlier.resource_key = given.key
       and earlier.ended_at is null and earlier.state <> given.state`.execute(trx)
}

/** A state that stays the same gets the new text, and keeps its beginning. */
export async function putStates(
  trx: Trx,
  subscriptionId: string,
  states: readonly NewState[],
  now: Date,
): Promise<void> {
  const [keys, ids, values, titles, summaries, reasons, locations] = NAMES.map((name) =>
    states.map((state) => state[name]),
  )
  await sql`
    insert into availability
      (id, subscription_id, resource_key, resource_id, state, title, summary, reason_type, location,
       occurred_at, reported_at)
    select gen_random_uuid(), ${subscriptionId}, given.*, ${now}, ${now}
      from unnest(${keys}::text[], ${ids}::text[], ${values}::text[], ${titles}::text[],
                  ${summaries}::text[], ${reasons}::text[], ${locations}::text[]) as given
    on conflict (subscription_id, resource_key) where ended_at is null do update
       set resource_id = excluded.resource_id, title = excluded.title,
           summary = excluded.summary, reason_type = excluded.reason_type,
           location = excluded.location, reported_at = excluded.reported_at`.execute(trx)
}

/** Deletes what is older than the latest states of each resource. */
export async function trimHistory(
  trx: Trx,
  subscriptionId: string,
  keys: readonly string[],
  most: number,
): Promise<void> {
  await sql`
    delete from availability as earlier
     using unnest(${keys}::text[]) as given (key)
     where earlier.subscription_id = ${subscriptionId} and earlier.resource_key = given.key
       and earlier.ended_at is not null
       and earlier.id not in (
             select kept.id from availability as kept
              where kept.subscription_id = ${subscriptionId} and kept.resource_key = given.key
              order by kept.occurred_at desc, kept.ended_at desc nulls first
              limit ${most})`.execute(trx)
}
