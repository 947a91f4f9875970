import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { LONG_WAITS } from '../../test/support/processes/processes.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'
import { readConfig } from '../settings.ts'
import { startServer } from './serve.ts'

const database = useDatabase()

async function listSessions(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

async function takePort(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  return String((taken.address() as AddressInfo).port)
}

const anyPort = async (): Promise<string> => '0'
const fail = async (): Promise<never> => {
  throw new Error('not today')
}
test.each([
  ['while it is built', anyPort, fail, 'not today'],
  ['because its port is taken', takePort, undefined, 'EADDRINUSE'],
] as const)(
  'a server that does not start leaves no database session: %s',
  async (_why, getPort, extend, message) => {
    const before = await listSessions()
    const ports = { HOST: '127.0.0.1', PORT: await getPort(), METRICS_PORT: '0' }
    const config = readConfig({ DATABASE_URL: database.url, ...LONG_WAITS, ...ports })
    const watch = { log: pino({ level: 'silent' }), metrics: makeMetrics() }
    const started = startServer(config, watch, undefined, extend ? { extend } : {})
    await expect(started).rejects.toThrow(message)
    const listLeft = async () => (await listSessions()).filter((pid) => !before.includes(pid))
    await expect.poll(listLeft).toEqual([])
  },
)
