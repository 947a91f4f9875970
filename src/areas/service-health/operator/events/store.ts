import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { ifGiven } from '../../../../platform/db/if-given.ts'
import type { Event, EventRevision } from '../../../../platform/db/tables.ts'
import { guidsOfEvent } from '../../events/store.ts'

export type EventRow = Selectable<Event>
export type RevisionRow = Selectable<EventRevision>

/** False when the tracking id is taken. */
export async function insertEvent(trx: Trx, event: Insertable<Event>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('event')
    .values(event)
    .onConflict((conflict) => conflict.column('tracking_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked until the transaction ends: one change of an event at a time. */
export function lockEvent(trx: Trx, trackingId: string): Promise<EventRow | undefined> {
  return trx
    .selectFrom('event')
    .selectAll()
    .where('tracking_id', '=', trackingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function replaceEvent(trx: Trx, event: Insertable<Event>): Promise<void> {
  await trx.updateTable('event').set(event).where('tracking_id', '=', event.tracking_id).execute()
}

export function listRevisions(db: Db, trackingId: string): Promise<RevisionRow[]> {
  return db
    .selectFrom('event_revision')
    .selectAll()
    .where('tracking_id', '=', trackingId)
    .orderBy('number')
    .execute()
}

export async function insertRevision(trx: Trx, revision: Insertable<EventRevision>): Promise<void> {
  await trx.insertInto('event_revision').values(revision).execute()
}

type Reach = Readonly<{ trackingId: string; lastUpdateTime: Date; isActive: boolean }>

/** What is known under a key already moves in time with the event; new keys come, lost ones go. */
export async function setReach(
  trx: Trx,
  { trackingId, lastUpdateTime, isActive }: Reach,
  keys: readonly string[],
): Promise<void> {
  await deleteOtherReach(trx, trackingId, keys)
  // One parameter for all keys: there can be more of them than a statement takes parameters.
  await sql`
    insert into event_reach (key, tracking_id, last_update_time, is_active)
    select key, ${trackingId}, ${lastUpdateTime}, ${isActive} from unnest(${keys}::text[]) as key
    on conflict (key, tracking_id) do update
       set last_update_time = excluded.last_update_time, is_active = excluded.is_active`.execute(
    trx,
  )
}

/** Neither `<> all(…)`, which takes longer to plan than to run, nor a join, which may compare each with each. */
async function deleteOtherReach(
  trx: Trx,
  trackingId: string,
  keys: readonly string[],
): Promise<void> {
  await sql`
    delete from event_reach
     where tracking_id = ${trackingId}
       and key not in (select unnest(${keys}::text[]))`.execute(trx)
}

/** What operators see of an event; how many revisions there are is counted with it. */
const published = (db: Db) =>
  db
    .selectFrom('event')
    .select(['tracking_id as trackingId', 'audience', 'record', guidsOfEvent.as('guids')])
    .select((row) =>
      row
        .selectFrom('event_revision')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('event_revision.tracking_id', '=', 'event.tracking_id')
        .$asScalar()
        .$notNull()
        .as('revisions'),
    )

export function listEvents(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  return published(db)
    .where((row) => ifGiven(after, (given) => row('tracking_id', '>', given)))
    .orderBy('tracking_id')
    .limit(limit)
    .execute()
}

export function findEvent(db: Db, trackingId: string) {
  return published(db).where('tracking_id', '=', trackingId).executeTakeFirst()
}

export type PublishedRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>
