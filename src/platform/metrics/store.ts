import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type JobCounts = Readonly<{
  queue: string
  waiting: number
  oldestSeconds: number
  givenUp: number
}>

/** More are not counted, so that a long queue does not make the statement slow. */
const MOST_COUNTED = 10_000

/**
 * The engine has an index of the jobs that wait, and counts those that failed for good itself, each time
 * it looks after its queues. Ages are by its own clock, by which jobs are due.
 */
export async function countJobs(db: Db, queues: readonly string[]): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select queue.name as queue, due.waiting, due."oldestSeconds", queue.failed_count as "givenUp"
      from pgboss.queue as queue
     cross join lateral (
       select count(*)::integer as waiting,
              coalesce(extract(epoch from pgboss.job_now() - min(start_after)), 0)::float8
                as "oldestSeconds"
         from (select start_after from pgboss.job as job
                where job.name = queue.name and state < 'active' and not blocked
                  and start_after <= pgboss.job_now()
                order by priority desc, created_on limit ${MOST_COUNTED}) as waiting) as due
     where queue.name = any(${[...queues]}::text[])`.execute(db)
  return rows
}
