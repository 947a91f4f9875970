import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import { serve } from '../test/support/processes/processes.ts'
import { withInstallation } from './installation.ts'

const LONGEST_START_MS = 60_000
/** A process looks after its keys every minute. */
const LONGEST_ROTATION_MS = 150_000
const CHUNK = 50_000

/** A node starts and rotates its keys, however many expired rows the sign-in has left behind. */
export function proveExpiredRows(rows: number): Promise<boolean> {
  return withInstallation(async ({ db, env }) => {
    await insertExpired(db, rows)
    return startAndRotate(db, env, rows)
  })
}

async function insertExpired(db: Db, rows: number): Promise<void> {
  for (let start = 0; start < rows; start += CHUNK) {
    await sql`
      insert into oauth_record (kind, id_hash, sealed, expires_at)
      select 'Session', sha256(number::text::bytea), sha256(number::text::bytea),
             now() - interval '2 days'
        from generate_series(${start}::integer, ${Math.min(rows, start + CHUNK) - 1}::integer)
             as number`.execute(db)
  }
}

const countRows = async (db: Db) =>
  Number(
    (await sql<{ rows: string }>`select count(*) as rows from oauth_record`.execute(db)).rows[0]
      ?.rows,
  )

async function startAndRotate(db: Db, env: Record<string, string>, rows: number): Promise<boolean> {
  const startedAt = performance.now()
  const server = await serve(env)
  const startMs = Math.round(performance.now() - startedAt)
  try {
    const [url = ''] = server.addresses
    const listKeys = async () => (await fetch(`${url}/oauth2/jwks`)).text()
    const before = await listKeys()
    await sql`update oauth_signing_key set starts_at = starts_at - interval '60 days'`.execute(db)
    const rotatesAt = performance.now()
    while ((await listKeys()) === before && performance.now() - rotatesAt < LONGEST_ROTATION_MS) {
      await delay(500)
    }
    const isRotated = (await listKeys()) !== before
    const rotationMs = Math.round(performance.now() - rotatesAt)
    // The run that deletes follows the keys.
    for (let tries = 0; tries < 60 && (await countRows(db)) === rows; tries++) await delay(1000)
    const left = await countRows(db)
    console.log(`expired rows: ${rows}`)
    console.log(`started after: ${startMs} ms`)
    console.log(`keys rotated: ${isRotated ? `after ${rotationMs} ms` : 'no'}`)
    console.log(`rows left after the first run began: ${left}`)
    return startMs < LONGEST_START_MS && isRotated && left < rows
  } finally {
    await server.stop()
  }
}
