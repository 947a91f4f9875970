import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LONG_WAITS, serve } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import type { Database } from './database.ts'

const ENOUGH = '1000000000'

/** The rate limiter counts every request and never refuses one; neither do the queues, on a busy machine. */
const NEVER_REFUSES = {
  ...LONG_WAITS,
  RATE_LIMIT_READ_BURST: ENOUGH,
  RATE_LIMIT_READS_PER_SECOND: ENOUGH,
  RATE_LIMIT_WRITE_BURST: ENOUGH,
  RATE_LIMIT_WRITES_PER_SECOND: ENOUGH,
}

export type BenchServer = Readonly<{
  url: string
  keyFile: string
  /** For a second one like it. */
  env: Record<string, string>
  pid: number
}>

/** Everything on, as in production. It stops with `running`. */
export async function startServer(
  database: Database,
  folder: string,
  running: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const keyFile = join(folder, 'key')
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: ORIGIN,
    ...NEVER_REFUSES,
    NAMED_STATEMENTS: String(database.hasNames),
    ...settings,
  }
  const server = await serve(env)
  running.defer(async () => void (await server.stop()))
  return { url: server.addresses[0] ?? '', keyFile, env, pid: server.child.pid ?? 0 }
}
