import { expect, onTestFinished, test, vi } from 'vitest'
import { startPgbouncer } from '../../test/support/database/pgbouncer.ts'
import { administer } from '../../test/support/database/postgres.ts'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { insertOrganization, insertPerson } from '../../test/support/world/world.ts'
import { openLog } from '../platform/log.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'
import { readConfig } from '../settings.ts'
import { startServer } from './serve.ts'

vi.setConfig({ testTimeout: 60_000 })

const database = useDatabase()

const FREE_PORTS = { PORT: '0', METRICS_ADDRESS: '127.0.0.1:0', RATE_LIMITS: 'false' }

async function start(databaseUrl: string, env: Record<string, string> = {}) {
  const config = readConfig({ DATABASE_URL: databaseUrl, ...FREE_PORTS, ...LONG_WAITS, ...env })
  const server = await startServer(config, {
    log: openLog('silent', { write: () => undefined }),
    metrics: makeMetrics(),
  })
  onTestFinished(() => server.stop(0))
  return server.addresses[0] as string
}

const CLIENTS = 6
/** Fewer connections than clients, so that each transaction may get another one. */
const FEW = 3

const toOutcome = ({ status }: { status: number }) =>
  status < 300 ? 'fine' : status === 503 ? 'try again' : undefined

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
      statuses.push(toOutcome(answer) ?? `${method} ${path}: ${answer.text}`)
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
      return [...new Set(statuses.splice(0))].toSorted()
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

test('a migration under load: each connection may fail once, with 503, and is replaced', async () => {
  const requests = await load(await start(database.url))
  expect(await requests.pass(100)).toEqual(['fine'])
  await migrateTables('more')
  expect(['fine', 'try again']).toEqual(expect.arrayContaining(await requests.pass(200)))
  expect(await requests.pass(100)).toEqual(['fine'])
  await requests.stop()
})

test('PgBouncer in transaction mode and NAMED_STATEMENTS=false: no request fails', async () => {
  const pooler = await startPgbouncer(database.url, FEW)
  onTestFinished(pooler.stop)
  const requests = await load(await start(pooler.url, { NAMED_STATEMENTS: 'false' }))
  await requests.pass(200)
  expect(await requests.stop()).toEqual(['fine'])
})
