import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { readSeal } from '../src/platform/seal.ts'
import { atOrigin, type Health, ORIGIN, openHealth } from '../test/health-calls.ts'
import { withMigratedDatabase } from '../test/postgres.ts'
import { serve } from '../test/processes.ts'

/** Area B on two processes that share a database and a key; each request goes to the next of them. */
export async function withHealth<T>(use: (health: Health, db: Db) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    return await withMigratedDatabase(async (databaseUrl) => {
      const db = connect(databaseUrl)
      const env = {
        DATABASE_URL: databaseUrl,
        SECRET_KEY_FILE: keyFile,
        PUBLIC_URL: ORIGIN,
        RATE_LIMITS: 'false',
      }
      const nodes = await Promise.all([1, 2].map(() => serve(env)))
      let turn = 0
      const health = openHealth(
        atOrigin({
          url: () => nodes[turn++ % nodes.length]?.addresses[0] ?? '',
          db: () => db,
          seal: readSeal(keyFile),
        }),
      )
      try {
        await health.addOperator()
        return await use(health, db)
      } finally {
        await Promise.all(nodes.map((node) => node.stop()))
        await db.destroy()
      }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
