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
