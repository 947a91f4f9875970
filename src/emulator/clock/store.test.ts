import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { moveWaitingJobs } from './store.ts'

const database = useDatabase()
const at = new Date()
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)

test('jobs that wait for a later time are moved; those that are due, run or have ended are not', async () => {
  const { db } = database
  const jobs = [
    ['created', ago(-10)],
    ['retry', ago(-10)],
    ['active', ago(-10)],
    ['completed', ago(-10)],
    ['created', ago(1)],
    ['retry', ago(1)],
  ] as const
  for (const [state, startAfter] of jobs)
    await sql`insert into pgboss.job (name, state, start_after)
              values ('retention.sweep', ${state}, ${startAfter})`.execute(db)
  await moveWaitingJobs(db, 120_000, at)
  const { rows } = await sql<{ state: string; start_after: Date }>`
    select state, start_after from pgboss.job order by state, start_after`.execute(db)
  const minutes = (time: Date) => Math.round((time.getTime() - at.getTime()) / 60_000)
  expect(rows.map(({ state, start_after }) => `${state} ${minutes(start_after)}`)).toEqual([
    ...['created -1', 'created 8', 'retry -1', 'retry 8', 'active 10', 'completed 10'],
  ])
})
