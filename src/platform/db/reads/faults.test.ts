import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTcpProxy } from '../../../../test/support/database/tcp-proxy.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { openSharedReads, type Read } from '../shared-read.ts'
import { findUnavailableReason } from '../unavailable.ts'

const database = useDatabase()

type NumberRead = Read<number, unknown>

const SAME: NumberRead = {
  name: 'same',
  sql: 'select asked from unnest($1::int[]) as asked',
  toParameters: (keys) => [keys],
  toValue: (row) => row[0],
}
const PID: NumberRead = {
  ...SAME,
  name: 'connection',
  sql: 'select pg_backend_pid() from unnest($1::int[])',
}

function open(url = database.url, timeoutMs = 10_000) {
  const failures: unknown[] = []
  const reads = openSharedReads(url, {
    timeoutMs,
    maxWaitMs: 30_000,
    onRetry: (_read, error) => void failures.push(error),
  })
  onTestFinished(() => reads.close())
  return { reads, failures }
}

describe('an answer that cannot be right', () => {
  const MACADDR = 829
  const cannotParse = () => {
    throw new Error('not a macaddr')
  }

  test.each([
    [
      'too few rows',
      'select asked from unnest($1::int[]) as asked where asked > 1',
      '2 rows for 3',
    ],
    ['too many rows', 'select 1 from unnest($1::int[] || 1)', '4 rows for 3'],
    ['no statement', '-- $1', '0 rows for 3'],
    ['a value', "select macaddr '08:00:2b:01:02:03' from unnest($1::int[])", 'not a macaddr'],
  ])('%s: the batch fails after a second try, and its connection is closed', async (...fault) => {
    const [name, text, message] = fault
    pg.types.setTypeParser(MACADDR, cannotParse)
    onTestFinished(() => pg.types.setTypeParser(MACADDR, String))
    const { reads, failures } = open()
    const before = await reads.define(PID)(1)
    const toParameters: NumberRead['toParameters'] = (keys) =>
      name === 'no statement' ? [] : [keys]
    const find = reads.define({ ...SAME, name, sql: text, toParameters })
    const answers = await Promise.allSettled([1, 2, 3].map(find))
    const reason = { message: expect.stringContaining(message) }
    expect(answers).toMatchObject(answers.map(() => ({ status: 'rejected', reason })))
    expect(failures).toMatchObject([reason])
    expect(await reads.define(PID)(1)).not.toBe(before)
  })

  test('a row without its value: only its key fails', async () => {
    const { reads, failures } = open()
    const toValue = (row: unknown[]) => {
      if (row[0] === 2) throw new Error('no value')
      return row[0]
    }
    const answers = await Promise.allSettled([1, 2, 3].map(reads.define({ ...SAME, toValue })))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(failures).toEqual([])
  })

  test('none in time: the statement is sent once more, over a new connection', async () => {
    const proxy = await openTcpProxy(database.url)
    onTestFinished(proxy.close)
    const { reads, failures } = open(proxy.url, 500)
    const findPid = reads.define(PID)
    const before = await findPid(1)
    proxy.stallAll('swallow answers')
    expect(await findPid(1)).not.toBe(before)
    expect(failures.map(findUnavailableReason)).toEqual(['interrupted'])
  })
})

describe('a name that the server does not accept: the statement runs on a new connection', () => {
  const codesOf = (failures: readonly unknown[]) =>
    failures.map((error) => (error as { code: string }).code)

  /** Runs on the connection of the next read, which is the one that was used last. */
  async function runBefore(reads: ReturnType<typeof openSharedReads>, statement: string) {
    await sql`create or replace function run(statement text) returns int language plpgsql as
      $$ begin execute statement; return 1; end $$`.execute(database.db)
    const text = `select run('${statement.replaceAll("'", "''")}') from unnest($1::int[])`
    expect(await reads.define({ ...SAME, name: 'run', sql: text })(1)).toBe(1)
  }

  test('it has forgotten the statement', async () => {
    const { reads, failures } = open()
    const find = reads.define(SAME)
    expect(await find(5)).toBe(5)
    await runBefore(reads, 'deallocate all')
    expect(await find(6)).toBe(6)
    expect(codesOf(failures)).toEqual(['26000'])
    expect(await find(7)).toBe(7)
  })

  test('it has a statement of this name', async () => {
    const { reads, failures } = open()
    await runBefore(reads, `prepare "${SAME.name}" as select 'another'`)
    expect(await reads.define(SAME)(6)).toBe(6)
    expect(codesOf(failures)).toEqual(['42P05'])
  })

  test('a migration has changed the columns of its rows', async () => {
    await sql`create table moving (id int, value int)`.execute(database.db)
    await sql`insert into moving values (1, 7)`.execute(database.db)
    const { reads, failures } = open()
    const text = 'select moving.* from unnest($1::int[]) as asked join moving on id = asked'
    const find = reads.define<number, unknown>({ ...SAME, sql: text, toValue: (row) => row })
    expect(await find(1)).toEqual([1, 7])
    await sql`alter table moving alter column value type timestamptz using to_timestamp(value)`.execute(
      database.db,
    )
    expect(await find(1)).toEqual([1, new Date(7000)])
    expect(codesOf(failures)).toEqual(['0A000'])
    expect(await find(1)).toEqual([1, new Date(7000)])
  })
})
