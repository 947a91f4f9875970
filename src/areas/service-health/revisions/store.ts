import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { RevisionRow } from '../operator/events/store.ts'

/** Of the latest revision that is committed. */
export async function findPosition(db: Db): Promise<number> {
  const row = await db.selectFrom('event_position').select('position').executeTakeFirstOrThrow()
  return Number(row.position)
}

export type PlacedRevision = Readonly<{ trackingId: string; number: number; position: number }>

export async function listRevisionsAfter(
  db: Db,
  position: number,
  limit: number,
): Promise<PlacedRevision[]> {
  const { rows } = await sql<PlacedRevision>`
    select tracking_id as "trackingId", number, position::double precision as position
      from event_revision
     where position > ${position}
     order by position
     limit ${limit}`.execute(db)
  return rows
}

/** All that was said about these events, in its order. */
export function listRevisionsOf(db: Db, trackingIds: readonly string[]): Promise<RevisionRow[]> {
  return db
    .selectFrom('event_revision')
    .selectAll()
    .where('tracking_id', 'in', [...trackingIds])
    .orderBy('tracking_id')
    .orderBy('number')
    .execute()
}

/** The registered guids of these services, by their keys. */
export async function listGuids(
  db: Db,
  services: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; guid: string }>`
    select service.name, service.guid
      from unnest(${services}::text[]) as named (name)
      join service on service.name = named.name and service.is_published`.execute(db)
  return new Map(rows.map(({ name, guid }) => [name, guid]))
}
