import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** Jobs that wait for a later time: sooner, or with a negative number later. Those that are due, or run, are not affected. */
export async function moveWaitingJobs(db: Db, ms: number, databaseTime: Date): Promise<void> {
  await sql`update pgboss.job set start_after = start_after - make_interval(secs => ${ms / 1000})
    where state in ('created', 'retry') and start_after > ${databaseTime}`.execute(db)
}

/** Jobs that run or are due, without those of retention, which are due by the real time. The engine goes by the time of the database. */
export async function countDueJobs(db: Db, databaseTime: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`select count(*)::int as due from pgboss.job
    where name <> 'retention.sweep' and (state = 'active' or state in ('created', 'retry') and start_after <= ${databaseTime})`.execute(
    db,
  )
  return rows[0]?.due ?? 0
}
