import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/connect.ts'

/** All there are, up to the limit. */
export async function listSubscriptions(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from subscription order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those that use one of the places, each once. No place is read further than the limit. */
export async function listUsersOf(
  db: Db,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct used.subscription_id as id
      from unnest(${keys}::text[]) as asked (key)
     cross join lateral (
           select subscription_id from footprint
            where footprint.key collate "C" = asked.key
            limit ${limit}) as used
     limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Use = Readonly<{ key: string; id: string }>

/** The uses of a service in any region that follow the one given, by place and subscription. */
export async function listUsesAfter(
  db: Db,
  keyPrefix: string,
  after: Use | undefined,
  limit: number,
): Promise<Use[]> {
  const { key, id } = after ?? { key: keyPrefix, id: '' }
  // The last character there is: nothing that begins with the prefix comes after it.
  const end = `${keyPrefix}\u{10ffff}`
  const { rows } = await sql<Use>`
    select key, subscription_id as id
      from footprint
     where (key collate "C", subscription_id collate "C") > (${key}, ${id})
       and key collate "C" <= ${end}
     order by key collate "C", subscription_id collate "C"
     limit ${limit}`.execute(db)
  return rows
}
