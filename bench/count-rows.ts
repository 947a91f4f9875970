import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import type { Load } from './load/wrk.ts'

/** Each quota request writes one row to each. */
const TABLES = ['quota_request', 'quota_sub_request', 'pgboss.job', 'audit']
/** After it, what was under way when the load ended has ended too. */
const REST_MS = 300

/**
 * Fails unless every acknowledged request has written its rows. Requests that were under way when the
 * load ended, at most one per connection, have written all of theirs or none.
 */
export async function checkRows(
  db: Db,
  connections: number,
  run: () => Promise<Load>,
): Promise<Load> {
  const before = await countRows(db)
  const load = await run()
  await delay(REST_MS)
  const after = await countRows(db)
  const written = TABLES.map((table) => (after[table] ?? 0) - (before[table] ?? 0))
  const most = load.requests + connections
  const [first] = written
  if (written.some((count) => count !== first || count < load.requests || count > most))
    throw new Error(`${load.requests} requests wrote ${written.join(', ')} rows to ${TABLES}`)
  return load
}

async function countRows(db: Db): Promise<Readonly<Record<string, number>>> {
  const counts = TABLES.map(
    (table) => sql`(select count(*)::int from ${sql.table(table)}) as ${sql.id(table)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}
