import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobQueues, sweepsOf } from '../../src/jobs.ts'
import { readConfig } from '../../src/settings.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { findGrowthViolations } from './growth.ts'

const database = useDatabase()
const sweeps = Object.keys(sweepsOf(readConfig({ DATABASE_URL: database.url })))

test('every table has a rule for growing', async () => {
  expect(await findGrowthViolations(database.db, sweeps)).toEqual([])
})

test('the check itself notices a new table, a rule that is left over, and a missing sweep', async () => {
  const { db } = database
  const found = await findGrowthViolations(db, ['tides'], {
    audit: { kept: 'for now' },
    harbour: { swept: 'ebb' },
  })
  expect(found).toContain('account has no rule for growing')
  expect(found).not.toContain('audit has no rule for growing')
  expect(found.slice(-3)).toEqual([
    'harbour has a rule and does not exist',
    'harbour names the sweep "ebb", which does not exist',
    'the sweep "tides" is the rule of no table',
  ])
})

test('the job engine deletes jobs of every queue, finished or not', async () => {
  const { rows } = await sql<{ name: string; isLimited: boolean }>`
    select name, deletion_seconds > 0 and retention_seconds > 0 as "isLimited"
      from pgboss.queue order by name`.execute(database.db)
  expect(rows).toEqual(
    Object.keys(jobQueues)
      .toSorted()
      .map((name) => ({ name, isLimited: true })),
  )
})
