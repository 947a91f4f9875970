import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'

/** By the first spelling. The guid of a service that no event has named may still change, so it is null. */
export async function listServices(
  db: Db,
  limit: number,
): Promise<{ name: string; guid: string | null }[]> {
  const { rows } = await sql<{ name: string; guid: string | null }>`
    select display_names[1] as name, case when is_published then guid end as guid
      from service order by service.name limit ${limit}`.execute(db)
  return rows
}
