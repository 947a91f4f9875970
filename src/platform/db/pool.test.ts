import { Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openTcpProxy } from '../../../test/support/database/tcp-proxy.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { type ConnectOptions, connect, type Db } from './connect.ts'
import { findUnavailableReason } from './unavailable.ts'

const database = useDatabase()

/** One connection, so that the next statement gets the same one if it was handed back. */
function open(url: string, options: ConnectOptions = {}): Db {
  const db = connect(url, { size: 1, statementTimeoutMs: 300, ...options })
  onTestFinished(() => db.destroy())
  return db
}

async function pidOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a connection that another request must not get', () => {
  test('the server did not answer in time', async () => {
    const proxy = await openTcpProxy(database.url)
    const db = open(proxy.url)
    onTestFinished(proxy.close)
    await sql`select 1`.execute(db)
    proxy.stallAll('swallow both ways')
    expect(findUnavailableReason(await failureOf(sql`select 1`.execute(db)))).toBe('interrupted')
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test.each(['begin', 'commit'])('it stalled at %s', async (word) => {
    const proxy = await openTcpProxy(database.url)
    const db = open(proxy.url)
    onTestFinished(proxy.close)
    await sql`create table if not exists kept (word text)`.execute(database.db)
    const before = await pidOf(db)
    proxy.stallAt(word, 'swallow answers')
    const failed = await failureOf(
      db.transaction().execute((trx) => sql`insert into kept values ('lost')`.execute(trx)),
    )
    expect(findUnavailableReason(failed)).toBe('interrupted')
    expect(proxy.countStalled()).toBe(1)
    // On a connection inside an open transaction this would be answered and never committed.
    await sql`insert into kept values (${word})`.execute(db)
    const { rows } = await sql`select word from kept where word = ${word}`.execute(database.db)
    expect(rows).toEqual([{ word }])
    expect(await pidOf(db)).not.toBe(before)
  })

  test('it is inside a transaction that nobody ended', async () => {
    const db = open(database.url)
    const before = await pidOf(db)
    await sql`begin`.execute(db)
    expect(await pidOf(db)).not.toBe(before)
  })

  test('several statements in one text failed in a transaction', async () => {
    const db = open(database.url)
    const before = await pidOf(db)
    await failureOf(sql`begin; select no_such_column; commit`.execute(db))
    expect(await pidOf(db)).not.toBe(before)
  })

  test('it is read-only', async () => {
    const db = open(database.url)
    await sql`create table if not exists kept (word text)`.execute(database.db)
    const before = await pidOf(db)
    await sql`set session characteristics as transaction read only`.execute(db)
    const failed = await failureOf(sql`insert into kept values ('none')`.execute(db))
    expect(findUnavailableReason(failed)).toBe('read-only')
    expect(await pidOf(db)).not.toBe(before)
  })

  test('the server ended it', async () => {
    const db = open(database.url)
    const failed = await failureOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
    expect(findUnavailableReason(failed)).toBe('interrupted')
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})

describe('a connection that fails under a statement is told by where it failed', () => {
  /** Fails with the statement under way; the driver hears of it as of any failure of a socket. */
  async function failDuringStatement(fail: (socket: Socket) => void): Promise<unknown> {
    const connecting = vi.spyOn(Socket.prototype, 'connect')
    onTestFinished(() => connecting.mockRestore())
    const db = open(database.url, { statementTimeoutMs: 20_000 })
    await sql`select 1`.execute(db)
    const [socket] = connecting.mock.contexts as Socket[]
    const failed = failureOf(sql`select pg_sleep(10)`.execute(db))
    // Once the statement is sent: before that, the driver would refuse it by itself.
    setImmediate(() => fail(socket as Socket))
    const error = await failed
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    return error
  }

  test.each([
    'ECONNRESET',
    'EIO',
    'ENOBUFS',
    'ENOTCONN',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
  ])('%s', async (code) => {
    const failed = await failDuringStatement((socket) =>
      socket.destroy(Object.assign(new Error('failed'), { code })),
    )
    expect(failed).toMatchObject({ cause: { code } })
    expect(findUnavailableReason(failed)).toBe('interrupted')
  })

  test('an answer that is not of the protocol', async () => {
    const failed = await failDuringStatement((socket) =>
      socket.emit('data', Buffer.from([0x7e, 0, 0, 0, 4])),
    )
    expect(findUnavailableReason(failed)).toBe('interrupted')
  })

  test('a value that the driver cannot send is an error of Binnacle', async () => {
    const db = open(database.url)
    const circular: { self?: object } = {}
    circular.self = circular
    const failed = await failureOf(sql`select ${circular}::jsonb`.execute(db))
    expect(failed).toBeInstanceOf(Error)
    expect(findUnavailableReason(failed)).toBeUndefined()
  })
})

test('a statement that failed leaves its connection to the next caller', async () => {
  const db = open(database.url)
  const before = await pidOf(db)
  await failureOf(sql`select no_such_column`.execute(db))
  await failureOf(db.transaction().execute((trx) => sql`select no_such_column`.execute(trx)))
  expect(await pidOf(db)).toBe(before)
})

test('a transaction has time limits where a pooler drops those of the connection', async () => {
  const db = open(database.url)
  await sql`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`.execute(db)
  const failed = await failureOf(
    db.transaction().execute((trx) => sql`select pg_sleep(5)`.execute(trx)),
  )
  expect(failed).toMatchObject({ code: '57014' })
  const limit = await db
    .transaction()
    .execute((trx) => sql`show idle_in_transaction_session_timeout`.execute(trx))
  expect(limit.rows).toEqual([{ idle_in_transaction_session_timeout: '300ms' }])
})

describe('a connection that cannot be had is told by where it failed', () => {
  const cases: [string, (url: URL) => void][] = [
    ['an unknown database', (url) => (url.pathname = '/no_such_database')],
    ['an unknown user', (url) => (url.username = 'no_such_user')],
    ['a port without a server', (url) => (url.port = '1')],
    ['a name that is not in DNS', (url) => (url.hostname = 'no-such-host.invalid')],
    ['TLS that the server does not have', (url) => url.searchParams.set('sslmode', 'require')],
  ]
  test.each(cases)('%s', async (_name, change) => {
    const url = new URL(database.url)
    change(url)
    const reasons: string[] = []
    const db = open(url.href, { onUnavailable: (reason) => void reasons.push(reason) })
    const failed = await failureOf(sql`select 1`.execute(db))
    expect(findUnavailableReason(failed)).toBe('cannot connect')
    expect(reasons).toEqual(['cannot connect'])
  })

  test('too many waiting', async () => {
    const db = open(database.url, { maxWaitMs: 100 })
    await db.connection().execute(async () => {
      const failed = await failureOf(sql`select 1`.execute(db))
      expect(findUnavailableReason(failed)).toBe('too many waiting')
    })
  })
})
