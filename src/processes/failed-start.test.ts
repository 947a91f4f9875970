import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
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

const fail = async (): Promise<never> => {
  throw new Error('not today')
}

/** The start fails with the message and leaves no database session. */
async function failToStart(
  settings: Record<string, string>,
  message: string,
  extend?: () => Promise<never>,
): Promise<void> {
  const before = await listSessions()
  const ports = { HOST: '127.0.0.1', PORT: '0', TLS_PORT: '0', METRICS_ADDRESS: '127.0.0.1:0' }
  const env = { DATABASE_URL: database.url, ...LONG_WAITS, ...ports, ...settings }
  const watch = { log: pino({ level: 'silent' }), metrics: makeMetrics() }
  const started = startServer(readConfig(env), watch, undefined, extend ? { extend } : {})
  await expect(started).rejects.toThrow(message)
  const listLeft = async () => (await listSessions()).filter((pid) => !before.includes(pid))
  await expect.poll(listLeft).toEqual([])
}

test('a server that does not start leaves no database session', () =>
  failToStart({}, 'not today', fail))

test.each([
  ['PORT', ''],
  ['TLS_PORT', ''],
  ['METRICS_ADDRESS', '127.0.0.1:'],
])('a taken port names its setting and leaves no database session: %s', async (name, host) => {
  const certificate = makeCertificate()
  onTestFinished(() => certificate.remove())
  const port = await takePort()
  await failToStart(
    { ...certificate.settings, [name]: `${host}${port}` },
    `Port ${port} of 127.0.0.1 is already in use. Set ${name} to another port`,
  )
})

test.each([
  ['HOST', ''],
  ['METRICS_ADDRESS', ':0'],
])('an address that the machine does not have names its setting: %s', (name, port) =>
  // An address for documentation, which no machine has.
  failToStart({ [name]: `192.0.2.1${port}` }, `Set ${name} to one of its addresses.`),
)
