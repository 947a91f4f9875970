import { CompiledQuery, sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { useWireTap } from '../../../../test/support/database/wire-tap.ts'
import { type ConnectOptions, connect, type Db, type Trx } from '../connect.ts'
import { toLock } from '../lock.ts'
import { LostConnection } from '../unavailable.ts'
import { joinStatements, type Statements, toConstant, toStatements, toWrite } from './statements.ts'
import { runPipelined } from './transaction.ts'

const database = useDatabase()
const tap = useWireTap(database.url)

beforeEach(async () => {
  await sql`drop table if exists kept; create table kept (id int primary key)`.execute(database.db)
})

/** One connection, so that each transaction gets it from the one before. */
function open(options: ConnectOptions = {}, url = database.url): Db {
  const db = connect(url, { size: 1, ...options })
  onTestFinished(() => db.destroy())
  return db
}

const add = (db: Db, id: number) => toWrite(sql`insert into kept (id) values (${id})`.compile(db))
const echo = (db: Db, value: number) =>
  toStatements(
    sql<{ value: number }>`select ${value}::int as value`.compile(db),
    ([row]) => row?.value,
  )
const count = (db: Db) =>
  toStatements(
    sql<{ kept: number }>`select count(*)::int as kept from kept where id > ${0}`.compile(db),
    ([row]) => row?.kept,
  )
const listKept = async () =>
  (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows.map(
    ({ id }) => id,
  )
const pidOf = (db: Db) =>
  toStatements(
    sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(db),
    ([row]) => row?.pid as number,
  )
/** Begins with a read, and commits with these. */
const run = <T>(db: Db, last: (trx: Trx) => Statements<T>) =>
  runPipelined(db, echo(db, 1), async (trx, _found, commit) => commit(last(trx)))

describe('a transaction', () => {
  test('takes two round trips, and its values come in the order of its statements', async () => {
    const db = open({}, tap.url)
    await run(db, (trx) => add(trx, 0))
    const before = tap.roundTrips
    const first = joinStatements(
      echo(db, 1),
      joinStatements(echo(db, 2), toConstant('x')),
      echo(db, 3),
    )
    const value = await runPipelined(db, first, async (trx, found, commit) => {
      const [, , kept] = await commit(joinStatements(add(trx, 1), add(trx, 2), count(trx)))
      return { found, kept }
    })
    expect(value).toEqual({ found: [1, [2, 'x'], 3], kept: 2 })
    expect(tap.roundTrips - before).toBe(2)
  })

  test('commits at its end if it did not before', async () => {
    const db = open()
    await runPipelined(db, echo(db, 1), (trx) => sql`insert into kept values (1)`.execute(trx))
    expect(await listKept()).toEqual([1])
  })

  test('has the time limits of every transaction', async () => {
    const db = open({ statementTimeoutMs: 4321 })
    const query = sql<{ limits: string[] }>`
      select array[current_setting('statement_timeout'),
                   current_setting('idle_in_transaction_session_timeout')] as limits`
    const limits = toStatements(query.compile(db), ([row]) => row?.limits)
    expect(await runPipelined(db, limits, async (_trx, found) => found)).toEqual([
      '4321ms',
      '4321ms',
    ])
  })

  test('reads after a lock what was committed while it waited for it', async () => {
    const db = open()
    const first = joinStatements(toLock(db, 'kept'), count(db))
    let waiting: Promise<number | undefined> | undefined
    await database.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('["kept"]', 0))`.execute(trx)
      waiting = runPipelined(db, first, async (_trx, [, kept]) => kept)
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_stat_activity
             where datname = current_database() and wait_event = 'advisory'`.execute(database.db)
          return rows.length
        })
        .toBe(1)
      await sql`insert into kept values (1)`.execute(trx)
    })
    expect(await waiting).toBe(1)
  })

  test('gives each statement its time, however many are sent with it', async () => {
    const db = open({ statementTimeoutMs: 3000 })
    const sleep = toWrite(sql`select pg_sleep(${1.5})`.compile(db))
    const first = joinStatements(sleep, sleep, sleep, echo(db, 4))
    expect(await runPipelined(db, first, async (_trx, [, , , value]) => value)).toBe(4)
  })
})

describe('a transaction that fails', () => {
  const later = async (db: Db) => run(db, (trx) => joinStatements(pidOf(trx), add(trx, 9)))

  test.each([
    [
      'the first statement of the last statements',
      (trx: Trx) => joinStatements(add(trx, 1), add(trx, 2)),
    ],
    ['the last statement', (trx: Trx) => joinStatements(add(trx, 2), add(trx, 1))],
  ])('at %s keeps nothing, and the connection is used again', async (_what, last) => {
    const db = open()
    const [pid] = await run(db, (trx) => joinStatements(pidOf(trx), add(trx, 1)))
    await expect(run(db, last)).rejects.toMatchObject({ code: '23505' })
    expect((await later(db))[0]).toBe(pid)
    expect(await listKept()).toEqual([1, 9])
  })

  test('between the two keeps nothing', async () => {
    const db = open()
    const failing = runPipelined(db, echo(db, 1), async (trx) => {
      await sql`insert into kept values (1)`.execute(trx)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await later(db)
    expect(await listKept()).toEqual([9])
  })

  test('at its first statements sends nothing more', async () => {
    const db = open()
    const first = joinStatements(toWrite(sql`select 1 / ${0}::int`.compile(db)), echo(db, 1))
    const failing = runPipelined(db, first, async (trx, _found, commit) => commit(add(trx, 1)))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    await later(db)
    expect(await listKept()).toEqual([9])
  })

  test('and goes on all the same is no success', async () => {
    const db = open()
    const failing = runPipelined(db, echo(db, 1), async (trx) => {
      await sql`insert into kept values (1)`.execute(trx)
      await sql`select no_such_column`.execute(trx).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await listKept()).toEqual([])
  })

  test('with its connection is in doubt, and the next gets another connection', async () => {
    const db = open()
    const end = toWrite(sql`select pg_terminate_backend(pg_backend_pid())`.compile(db))
    const failing = run(db, (trx) => joinStatements(add(trx, 1), end))
    await expect(failing).rejects.toSatisfy(
      (error) => error instanceof LostConnection || (error as { code: string }).code === '57P01',
    )
    await later(db)
    expect(await listKept()).toEqual([9])
  })
})

test('a server that falls silent behind its first answers is noticed once, not once per statement', async () => {
  const db = open({ statementTimeoutMs: 1000 }, tap.url)
  const sleep = toWrite(sql`select pg_sleep(${0.6})`.compile(db))
  await runPipelined(db, echo(db, 1), async () => undefined)
  const startedAt = performance.now()
  const first = joinStatements(sleep, ...Array.from({ length: 9 }, () => sleep))
  const failing = runPipelined(db, first, async () => undefined)
  // The first answer has passed, the second has not.
  setTimeout(tap.freeze, 900)
  onTestFinished(tap.restore)
  await expect(failing).rejects.toThrow(LostConnection)
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

describe('refused before anything is sent', () => {
  test('a change together with the begin', async () => {
    const db = open()
    expect(() => runPipelined(db, add(db, 1), async () => undefined)).toThrow('no select')
    expect(await listKept()).toEqual([])
  })

  test('a value that the driver might not be able to write', async () => {
    const db = open()
    const circular: { self?: object } = {}
    circular.self = circular
    for (const value of [circular, [circular], { a: 1 }]) {
      const failing = run(db, (trx) =>
        joinStatements(add(trx, 1), toWrite(CompiledQuery.raw('select $1', [value])), add(trx, 2)),
      )
      await expect(failing).rejects.toThrow('must be text')
    }
    await run(db, (trx) => add(trx, 9))
    expect(await listKept()).toEqual([9])
  })
})

/** What makes the next use of a prepared statement fail. */
const FAILURES: Record<string, (db: Db) => Promise<unknown>> = {
  'a migration (0A000)': () => sql`alter table kept add column more int`.execute(database.db),
  'no such statement (26000)': (db) => sql`deallocate all`.execute(db),
}

describe.each(Object.keys(FAILURES))('names after %s', (name) => {
  const fail = FAILURES[name] as (typeof FAILURES)[string]
  const look = (db: Db) => toWrite(sql`select * from kept where id > ${0}`.compile(db))
  const put = (db: Db, id: number) =>
    toWrite(sql`insert into kept (id) values (${id}) returning *`.compile(db))

  test('in the first statements: all of the transaction runs again, once', async () => {
    const db = open()
    const begin = (id: number) =>
      runPipelined(db, joinStatements(look(db), look(db)), (trx, _found, commit) => {
        runs++
        return commit(add(trx, id))
      })
    let runs = 0
    await begin(1)
    await fail(db)
    await begin(2)
    expect([runs, await listKept()]).toEqual([2, [1, 2]])
  })

  test('in the last statements: all of the transaction runs again, and nothing of the first run', async () => {
    const db = open()
    let runs = 0
    const submit = (...ids: number[]) =>
      // Without a value, and so without a name.
      runPipelined(db, pidOf(db), (trx, _found, commit) => {
        runs++
        return commit(joinStatements(...ids.map((id) => put(trx, id))))
      })
    await submit(1)
    await fail(db)
    await submit(2, 3, 4)
    expect([runs, await listKept()]).toEqual([3, [1, 2, 3, 4]])
  })
})
