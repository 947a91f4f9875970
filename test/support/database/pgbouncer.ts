import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'

const LONGEST_START_MS = 20_000
/** PgBouncer in transaction mode in front of the server of an address: `url` leads through it. */
export async function startPgbouncer(databaseUrl: string, poolSize: number) {
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configOf(new URL(databaseUrl), String(port), poolSize))
  // It refuses to run as root, so another user has to read its settings.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (text) => (log += text))
  const ended = once(child, 'exit')
  const url = Object.assign(new URL(databaseUrl), {
    hostname: '127.0.0.1',
    port: String(port),
  }).href
  try {
    await waitUntilOpen(url)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`pgbouncer does not answer:\n${log}`, { cause: error })
  }
  return {
    url,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const configOf = (
  { hostname, port, username, password }: URL,
  listenPort: string,
  poolSize: number,
) => `
[databases]
* = host=${hostname} port=${port || 5432} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout
log_connections = 0
log_disconnections = 0
`

async function waitUntilOpen(url: string): Promise<void> {
  const until = performance.now() + LONGEST_START_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (performance.now() > until) throw error
      await delay(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
