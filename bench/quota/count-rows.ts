import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import type { Load } from '../load/wrk.ts'

export type Rows = Readonly<Record<string, number>>

/**
 * Fails unless every acknowledged request has written its rows. Requests that were under way when the
 * load ended, at most one per connection, have written all of theirs or none.
 */
export async function checkRows(
  db: Db,
  rowsEach: Rows,
  connections: number,
  run: () => Promise<Load>,
): Promise<Load> {
  const tables = Object.keys(rowsEach)
  const before = await countRows(db, tables)
  const load = await run()
  await waitUntilIdle(db)
  const after = await countRows(db, tables)
  const written = tables.map((table) => (after[table] ?? 0) - (before[table] ?? 0))
  const problem = findMissingRows(load.requests, connections, rowsEach, written)
  if (problem) throw new Error(problem)
  return load
}

export function findMissingRows(
  acknowledged: number,
  connections: number,
  rowsEach: Rows,
  written: readonly number[],
): string | undefined {
  const done = (written[0] ?? 0) / (Object.values(rowsEach)[0] ?? 1)
  const areAll = Object.values(rowsEach).every((each, index) => written[index] === done * each)
  if (areAll && done >= acknowledged && done <= acknowledged + connections) return undefined
  return `${acknowledged} acknowledged requests with ${JSON.stringify(rowsEach)} rows each wrote ${written.join(', ')}`
}

async function countRows(db: Db, tables: readonly string[]): Promise<Rows> {
  const counts = tables.map(
    (table) => sql`(select count(*)::int from ${sql.table(table)}) as ${sql.id(table)}`,
  )
  const { rows } = await sql<Rows>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}

/** What the servers were doing when the load ended has ended too. */
async function waitUntilIdle(db: Db): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const { rows } = await sql`
      select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
      db,
    )
    quiet = rows.length === 0 ? quiet + 1 : 0
    await delay(30)
  }
}
