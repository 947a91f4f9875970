import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'

const ENOUGH = '1000000000'

/** The rate limiter counts every request and never refuses one; neither do the queues, on a busy machine. */
const NEVER_REFUSES = {
  ...LONG_WAITS,
  RATE_LIMITS: `readBurst=${ENOUGH},writeBurst=${ENOUGH}`,
}

export type BenchServer = Awaited<ReturnType<typeof startServer>>

/** Everything on, as in production. It stops with `running`. */
export async function startServer(
  databaseUrl: string,
  folder: string,
  running: AsyncDisposableStack,
  settings: Record<string, string> = {},
) {
  const keyFile = join(folder, 'key')
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const server = await serve({
    DATABASE_URL: databaseUrl,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: ORIGIN,
    ...NEVER_REFUSES,
    ...settings,
  })
  running.defer(async () => void (await server.stop()))
  const db = connect(databaseUrl, { statementTimeoutMs: 0 })
  running.defer(() => db.destroy())
  const url = server.addresses[0] ?? ''
  const installation = atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) })
  return { url, pid: server.child.pid ?? 0, databaseUrl, db, installation }
}
