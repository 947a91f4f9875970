import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { canReceive, type RuleKey } from '../notices/store.ts'
import type { EventRow } from '../operator/events/store.ts'
import { EARLIEST_MS, LATEST_MS, type Moment } from './rules.ts'

export type PlannedEvent = EventRow & Readonly<{ keys: readonly string[] }>

/** Planned maintenance that begins or ends about now, a page at a time. */
export async function listPlanned(
  db: Db,
  now: Date,
  { after, limit }: Readonly<{ after: string; limit: number }>,
): Promise<PlannedEvent[]> {
  const since = new Date(now.getTime() - LATEST_MS)
  const until = new Date(now.getTime() + EARLIEST_MS)
  const { rows } = await sql<PlannedEvent>`
    select event.*, array(select key from event_reach where tracking_id = event.tracking_id) as keys
      from event
     where event_type = 'PlannedMaintenance' and impact_start_time <= ${until}
       and tracking_id > ${after}
       and (impact_start_time > ${since} or impact_mitigation_time > ${since}
            or (status = 'Active' and impact_mitigation_time is null))
     order by tracking_id
     limit ${limit}`.execute(db)
  return rows
}

/** As it is now, with the number of its latest revision. */
export async function findPlanned(db: Db, trackingId: string) {
  const { rows } = await sql<EventRow & Readonly<{ latest: number }>>`
    select event.*, (select max(number) from event_revision where tracking_id = event.tracking_id) as latest
      from event where tracking_id = ${trackingId}`.execute(db)
  return rows[0]
}

/** Of which moment of which event is to be reminded now. */
export type Reminder = Readonly<{
  trackingId: string
  isDrill: boolean
  moment: Moment
  now: Date
}>

/** Of a drill is reminded where drills were asked for too. Each word is as in the index. */
const wants = (isDrill: boolean) =>
  isDrill
    ? sql`'maintenance' = any(rule.notices) and 'drills' = any(rule.notices)`
    : sql`'maintenance' = any(rule.notices)`

/** `offset 0`: one reminder is looked for at a time, and not all of the event are read. */
const isDue = ({ trackingId, moment: { phase, at }, now }: Reminder) => sql<boolean>`
  ${canReceive}
  and ${
    phase === 'before'
      ? sql`${at}::timestamptz - rule.hours_before * interval '1 hour' <= ${now}::timestamptz`
      : sql`${at}::timestamptz >= rule.created_at`
  }
  and not exists (
        select from maintenance_reminder as sent
         where sent.subscription_id = rule.subscription_id and sent.notification_id = rule.id
           and sent.tracking_id = ${trackingId} and sent.phase = ${phase} and sent.at = ${at}
        offset 0)`

export type Wanting = RuleKey & Readonly<{ isDue: boolean; filter: string | null }>

/** The next of all that ask for reminders, due or not: so many rows are read. None is locked. */
export async function listWanting(
  db: Db,
  reminder: Reminder,
  { after, limit }: Readonly<{ after: RuleKey | undefined; limit: number }>,
): Promise<Wanting[]> {
  const beyond = after
    ? sql`and (rule.subscription_id, rule.id) > (${after.subscriptionId}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Wanting>`
    select rule.subscription_id as "subscriptionId", rule.id, ${isDue(reminder)} as "isDue", rule.filter
      from notification as rule
     where ${wants(reminder.isDrill)} ${beyond}
     order by rule.subscription_id, rule.id
     limit ${limit}`.execute(db)
  return rows
}

export type Reminded = RuleKey & Readonly<{ filter: string | null }>

/** Which of these are still due. Locked, so that none is deleted meanwhile. */
export async function lockDue(
  trx: Trx,
  reminder: Reminder,
  keys: readonly RuleKey[],
): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    select rule.subscription_id as "subscriptionId", rule.id, rule.filter
      from unnest(${keys.map(({ subscriptionId }) => subscriptionId)}::text[],
                  ${keys.map(({ id }) => id)}::uuid[]) as given (subscription_id, id)
      join notification as rule
        on rule.subscription_id = given.subscription_id and rule.id = given.id
     where ${wants(reminder.isDrill)} and ${isDue(reminder)}
     order by rule.subscription_id, rule.id
       for no key update of rule`.execute(trx)
  return rows
}

/** Answers those that nobody else has inserted. */
export async function insertReminders(
  trx: Trx,
  trackingId: string,
  { phase, at }: Moment,
  keys: readonly RuleKey[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into maintenance_reminder (subscription_id, notification_id, tracking_id, phase, at)
    select given.*, ${trackingId}, ${phase}, ${at}
      from unnest(${keys.map(({ subscriptionId }) => subscriptionId)}::text[],
                  ${keys.map(({ id }) => id)}::uuid[]) as given
    on conflict do nothing
    returning notification_id as id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** So many at most; answers how many. */
export async function deleteOldReminders(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from maintenance_reminder where ctid = any(array(
      select ctid from maintenance_reminder where at < ${before}
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
