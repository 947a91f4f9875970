import { sql } from 'kysely'
import { DAY_MS } from '../durations.ts'
import { addMs, type ProductClock, type RealClock, type RealTime } from '../time.ts'
import type { Db } from './connect.ts'

/**
 * In a statement, the time of the database when it began. Leases and pauses go by it, because several nodes
 * keep them and their clocks differ. Rounded down, as a moment that is stored must not be later than the next one.
 */
export const databaseTime = sql<RealTime>`date_trunc('milliseconds', statement_timestamp())`

/** So many milliseconds after it. */
export const databaseTimeIn = (ms: number) =>
  sql<RealTime>`(${databaseTime} + ${ms}::float8 * interval '1 millisecond')`

/** The clock of the database. Only deletion and the comparison of clocks read it. */
export async function readDatabaseTime(db: Db): Promise<RealTime> {
  const { rows } = await sql<{ at: RealTime }>`select clock_timestamp() as at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database returned no time.')
  return row.at
}

/**
 * What expired before this moment may be deleted: a day ago by the clock of the database, and by each
 * of these. A single clock that is ahead, whichever it is, deletes nothing too early.
 */
export async function readDeletionTime(
  db: Db,
  ...clocks: readonly (RealClock | ProductClock)[]
): Promise<RealTime> {
  const times = [await readDatabaseTime(db), ...clocks.map((read) => read())]
  return addMs(new Date(Math.min(...times.map(Number))) as RealTime, -DAY_MS)
}
