import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSeal, type Seal } from '../src/platform/crypto/seal.ts'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'

export type Installation = Readonly<{
  db: Db
  seal: Seal
  /** The settings that every process of it needs. */
  env: Readonly<{ DATABASE_URL: string; SECRET_KEY_FILE: string }>
}>

type WithDatabase<T> = (use: (databaseUrl: string) => Promise<T>) => Promise<T>

/** A migrated database and a key file, which exist while `use` runs. */
export async function withInstallation<T>(
  use: (installation: Installation) => Promise<T>,
  withDatabase: WithDatabase<T> = withMigratedDatabase,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    return await withDatabase(async (databaseUrl) => {
      const db = connect(databaseUrl)
      const env = { DATABASE_URL: databaseUrl, SECRET_KEY_FILE: keyFile }
      try {
        return await use({ db, seal: readSeal(keyFile), env })
      } finally {
        await db.destroy()
      }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
