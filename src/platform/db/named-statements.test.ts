import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { connect, type Db, type Trx } from './connect.ts'
import { findUnavailableReason } from './unavailable.ts'

const database = useDatabase()

beforeEach(async () => {
  await sql`drop table if exists kept; create table kept (id int)`.execute(database.db)
})

/** One connection, so that each statement meets what the one before has prepared. */
function open(namedStatements: boolean): Db {
  const db = connect(database.url, { size: 1, namedStatements })
  onTestFinished(() => db.destroy())
  return db
}

const add = (db: Db | Trx, id: number) =>
  sql`insert into kept (id) values (${id}) returning *`.execute(db)
const listKept = async () =>
  (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows.map(
    ({ id }) => id,
  )
const listPrepared = async (db: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows

test('a statement with values is prepared once for a connection, one without is not', async () => {
  const db = open(true)
  for (const id of [1, 2, 3]) await add(db, id)
  await sql`select 1`.execute(db)
  await sql`select 1; select 2`.execute(db)
  expect(await listPrepared(db)).toMatchObject([{ statement: expect.stringContaining('kept') }])
})

test('nothing is prepared with names off', async () => {
  const db = open(false)
  await add(db, 1)
  expect(await listPrepared(db)).toEqual([])
})

const FAILURES: Record<string, (db: Db) => Promise<unknown>> = {
  'a migration (0A000)': () => sql`alter table kept add column more int`.execute(database.db),
  'no such statement (26000)': (db) => sql`deallocate all`.execute(db),
}

describe.each(Object.entries(FAILURES))('%s', (_name, fail) => {
  test('the statement fails as one to be tried again, and the connection is replaced', async () => {
    const db = open(true)
    await add(db, 1)
    await fail(db)
    const failed = await add(db, 2).catch(findUnavailableReason)
    expect(failed).toBe('conflict')
    await add(db, 3)
    expect(await listKept()).toEqual([1, 3])
  })

  test('a transaction runs once, and keeps nothing', async () => {
    const db = open(true)
    await add(db, 1)
    await fail(db)
    let runs = 0
    const failed = db.transaction().execute(async (trx) => {
      runs++
      await sql`insert into kept values (10)`.execute(trx)
      await add(trx, 2)
    })
    expect(await failed.catch(findUnavailableReason)).toBe('conflict')
    expect(runs).toBe(1)
    await add(db, 3)
    expect(await listKept()).toEqual([1, 3])
  })
})
