import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { administer } from '../../../test/support/database/postgres.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { connect, STARTUP_CONNECT_TIMEOUT_MS } from './connect.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const database = useDatabase()

test('a connection killed between two statements fails the transaction, not the process', async () => {
  const lost: Error[] = []
  const db = connect(database.url, { onConnectionLost: (error) => void lost.push(error) })
  const work = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await administer(`select pg_terminate_backend(${rows[0]?.pid})`)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await sql`select 1`.execute(trx)
  })
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(isDatabaseUnavailable(error)).toBe(true)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a bug in a statement is not taken for the database being away', async () => {
  const error = await sql`select no_such_column`.execute(database.db).catch((reason) => reason)
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test('a request gives up after two seconds, whoever starts waits for a busy machine', async () => {
  const url = await openSlowly(database.url, 2500)
  const ask = async (options: Parameters<typeof connect>[1]) => {
    const db = connect(url, options)
    onTestFinished(() => db.destroy())
    return (await sql`select 1 as one`.execute(db)).rows
  }
  await expect(ask({})).rejects.toThrow('cannot connect')
  expect(await ask({ maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS })).toEqual([{ one: 1 }])
})

/** The same database as on a busy machine: what it answers arrives after a while. */
async function openSlowly(databaseUrl: string, ms: number): Promise<string> {
  const { port, hostname } = new URL(databaseUrl)
  const server = createServer((near) => {
    const far = createConnection(Number(port || 5432), hostname)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy())
    setTimeout(() => far.pipe(near), ms)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return url.href
}
