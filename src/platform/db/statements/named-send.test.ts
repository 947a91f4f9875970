import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { type ConnectOptions, connect, type Db, type Trx } from '../connect.ts'
import { createStatementNaming } from '../statement-names.ts'
import { createNamedSend, NameFailure } from './named-send.ts'

const database = useDatabase()

beforeEach(async () => {
  await sql`drop table if exists kept; create table kept (id int)`.execute(database.db)
})

/** One connection, so that each statement meets what the one before has prepared. */
function open(options: ConnectOptions = {}): Db {
  const db = connect(database.url, { size: 1, ...options })
  onTestFinished(() => db.destroy())
  return db
}

const add = (db: Db | Trx, id: number) =>
  sql<Record<string, unknown>>`insert into kept (id) values (${id}) returning *`.execute(db)
const listKept = async () =>
  (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows.map(
    ({ id }) => id,
  )
const addColumn = (name: string) =>
  sql`alter table kept add column ${sql.ref(name)} int`.execute(database.db)
const listPrepared = async (db: Db) =>
  (
    await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements`.execute(db)
  ).rows

test('a statement with values is prepared once for a connection, one without is not', async () => {
  const db = open()
  for (const id of [1, 2, 3]) await add(db, id)
  await sql`select 1`.execute(db)
  await sql`select 1; select 2`.execute(db)
  expect(await listPrepared(db)).toMatchObject([{ statement: expect.stringContaining('kept') }])
})

test('nothing is prepared with names off', async () => {
  const db = open({ naming: createStatementNaming({ isOn: false }) })
  await add(db, 1)
  expect(await listPrepared(db)).toEqual([])
})

/** What makes the next use of a prepared statement fail, and with which state. */
const FAILURES: Record<string, (db: Db | Trx) => Promise<unknown>> = {
  'a migration (0A000)': () => addColumn('more'),
  'no such statement (26000)': (db) => sql`deallocate all`.execute(db),
}

describe.each(Object.keys(FAILURES))('%s', (name) => {
  const fail = FAILURES[name] as (typeof FAILURES)[string]

  test('outside a transaction the statement runs again', async () => {
    const db = open()
    await add(db, 1)
    await fail(db)
    expect((await add(db, 2)).rows).toMatchObject([{ id: 2 }])
    expect(await listKept()).toEqual([1, 2])
  })

  test('inside a transaction all of it runs again, once', async () => {
    const db = open()
    await add(db, 1)
    await fail(db)
    let runs = 0
    await db.transaction().execute(async (trx) => {
      runs++
      await sql`insert into kept values (10)`.execute(trx)
      await add(trx, 2)
    })
    expect(runs).toBe(2)
    expect(await listKept()).toEqual([1, 2, 10])
  })

  test('also if the transaction goes on after the failure', async () => {
    const db = open()
    await add(db, 1)
    await fail(db)
    await db.transaction().execute((trx) => add(trx, 2).catch(() => undefined))
    expect(await listKept()).toEqual([1, 2])
  })
})

test('another statement of the name (42P05): the statement runs again', async () => {
  const db = open()
  await add(db, 1)
  const [{ name } = { name: '' }] = await listPrepared(db)
  const other = open()
  await sql`prepare ${sql.ref(name)} as select 1`.execute(other)
  expect((await add(other, 2)).rows).toEqual([{ id: 2 }])
  expect(await listKept()).toEqual([1, 2])
})

test('after one migration every connection has names again, after two the process has none', async () => {
  const errors: unknown[] = []
  const naming = createStatementNaming({ onTurnedOff: (error) => void errors.push(error) })
  const db = open({ naming, size: 3 })
  const addAtOnce = () => Promise.all([1, 2, 3].map((id) => add(db, id)))
  await addAtOnce()
  await addColumn('first')
  await addAtOnce()
  await addAtOnce()
  expect(errors).toEqual([])
  expect((await listPrepared(db)).length).toBeGreaterThan(1)
  await addColumn('second')
  await addAtOnce()
  expect(errors).toMatchObject([{ code: '0A000' }])
  const other = open({ naming })
  await add(other, 4)
  expect(await listPrepared(other)).toEqual([])
})

test('a transaction that is repeated keeps what failed in it for another reason', async () => {
  const db = open()
  await add(db, 1)
  await addColumn('more')
  const failed = db.transaction().execute(async (trx) => {
    await add(trx, 2)
    await sql`select no_such_column`.execute(trx)
  })
  await expect(failed).rejects.toMatchObject({ code: '42703' })
  expect(await listKept()).toEqual([1])
})

test('a value that cannot be sent leaves the name to the next statement', async () => {
  const errors: unknown[] = []
  const naming = createStatementNaming({ onTurnedOff: (error) => void errors.push(error) })
  const db = open({ naming })
  const circular: { self?: object } = {}
  circular.self = circular
  const echo = (value: object) =>
    sql<{ value: object }>`select ${value}::jsonb as value`.execute(db)
  for (const _ of [1, 2, 3]) await expect(echo(circular)).rejects.toThrow('circular')
  expect((await echo({ a: 1 })).rows).toEqual([{ value: { a: 1 } }])
  expect(errors).toEqual([])
})

test('a statement that another was sent behind is not sent again, because their order may matter', async () => {
  const client = new pg.Client({
    connectionString: database.url,
    pipeline: true,
  } as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const { send } = createNamedSend(client, createStatementNaming().forPool(), 10_000)
  const first = () => send('select 1 + $1::int as n', [1])
  await first()
  await client.query('deallocate all')
  const [one, other] = await Promise.allSettled([first(), send('select 2 + $1::int as n', [1])])
  expect(one).toMatchObject({ reason: expect.any(NameFailure) })
  expect(other).toMatchObject({ value: { rows: [{ n: 3 }] } })
})
