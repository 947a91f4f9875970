import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPgbouncer } from '../../test/support/database/pgbouncer.ts'
import { administer } from '../../test/support/database/postgres.ts'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { insertOrganization, insertPerson } from '../../test/support/world/world.ts'
import { connect } from '../platform/db/connect.ts'
import { createStatementNaming } from '../platform/db/statement-names.ts'
import { openLog } from '../platform/log.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'
import { readConfig } from '../settings.ts'
import { startServer } from './serve.ts'

vi.setConfig({ testTimeout: 60_000 })

const database = useDatabase()

const FREE_PORTS = { PORT: '0', METRICS_ADDRESS: '127.0.0.1:0', RATE_LIMITS: 'false' }

/** With everything that a process has, and what it warns of. */
async function start(databaseUrl: string, env: Record<string, string> = {}) {
  const warnings: string[] = []
  const isOfNames = (line: string) => line.includes('NAMED_STATEMENTS')
  const log = openLog('warn', {
    write: (line) => void (isOfNames(line) && warnings.push(line)),
  })
  const config = readConfig({ DATABASE_URL: databaseUrl, ...FREE_PORTS, ...LONG_WAITS, ...env })
  const server = await startServer(config, { log, metrics: makeMetrics() })
  onTestFinished(() => server.stop(0))
  return { url: server.addresses[0] as string, warnings }
}

const CLIENTS = 6
/** Fewer connections than clients, so that each transaction may get another one. */
const FEW = 3

/** Reads and changes, from several clients at once, until it is stopped. Answers every status. */
async function load(url: string) {
  const call = caller({ url })
  const statuses: string[] = []
  let isOver = false
  async function run(): Promise<void> {
    const person = await insertPerson(database.db)
    const { name } = await insertOrganization(database.db, { [person.id]: 'admin' })
    const send = async (method: string, path: string, body?: object) => {
      const answer = await call(person.token, method, `/v0.1${path}`, body)
      statuses.push(answer.status < 300 ? 'fine' : `${method} ${path}: ${answer.text}`)
      return answer
    }
    while (!isOver) {
      await send('GET', '/user')
      await send('PATCH', '/user', { display_name: 'Ada' })
      await send('GET', `/orgs/${name}`)
      await send('PATCH', `/orgs/${name}`, { display_name: 'The organization' })
      const { body } = await send('POST', '/api_tokens', NEW_TOKEN)
      await send('DELETE', `/api_tokens/${body.id}`)
    }
  }
  const running = Promise.all(Array.from({ length: CLIENTS }, run))
  return {
    /** So many more requests. */
    async pass(count: number) {
      const before = statuses.length
      await expect.poll(() => statuses.length).toBeGreaterThan(before + count)
    },
    async stop() {
      isOver = true
      await running
      return [...new Set(statuses)]
    },
  }
}

/** Both at once, as in one file of migrations. */
const migrateTables = (column: string) =>
  administer(
    `alter table account add column ${column} int; alter table organization add column ${column} int`,
    database.name,
  )

test('a migration under load: no request fails; after a second one the process uses no names', async () => {
  const { url, warnings } = await start(database.url)
  const requests = await load(url)
  await requests.pass(100)
  await migrateTables('first')
  await requests.pass(100)
  expect(warnings).toEqual([])
  await migrateTables('second')
  await requests.pass(100)
  expect(await requests.stop()).toEqual(['fine'])
  expect(warnings).toEqual([expect.stringMatching(/"0A000".*NAMED_STATEMENTS=false/)])
})

test('PgBouncer in transaction mode: no request fails, and the process uses no names', async () => {
  const pooler = await startPgbouncer(database.url, FEW)
  onTestFinished(pooler.stop)
  const { url, warnings } = await start(pooler.url)
  const requests = await load(url)
  await requests.pass(200)
  expect(await requests.stop()).toEqual(['fine'])
  expect(warnings).toEqual([expect.stringMatching(/"(26000|42P05)".*NAMED_STATEMENTS=false/)])
})

test('PgBouncer in transaction mode: transactions whose names fail run again, each once', async () => {
  const pooler = await startPgbouncer(database.url, FEW)
  onTestFinished(pooler.stop)
  const errors: unknown[] = []
  const naming = createStatementNaming({ onTurnedOff: (error) => void errors.push(error) })
  const db = connect(pooler.url, { naming })
  onTestFinished(() => db.destroy())
  await sql`create table if not exists done (id int)`.execute(database.db)
  let runs = 0
  const insert = (id: number) =>
    db.transaction().execute(async (trx) => {
      runs++
      await sql`insert into done values (${id})`.execute(trx)
      await sql`select ${id}::int`.execute(trx)
    })
  const ids = Array.from({ length: 100 }, (_, id) => id)
  await Promise.all(ids.map(insert))
  const { rows } = await sql<{ id: number }>`select id from done order by id`.execute(database.db)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(runs).toBeGreaterThan(ids.length)
  expect(errors).toHaveLength(1)
})

test('PgBouncer in transaction mode and NAMED_STATEMENTS=false: nothing is warned of', async () => {
  const pooler = await startPgbouncer(database.url, FEW)
  onTestFinished(pooler.stop)
  const { url, warnings } = await start(pooler.url, { NAMED_STATEMENTS: 'false' })
  const requests = await load(url)
  await requests.pass(100)
  expect(await requests.stop()).toEqual(['fine'])
  expect(warnings).toEqual([])
})
