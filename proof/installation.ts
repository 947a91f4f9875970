import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { readSeal, type Seal } from '../src/platform/seal.ts'
import { withMigratedDatabase } from '../test/postgres.ts'

export type Installation = Readonly<{
  db: Db
  seal: Seal
  /** The settings that every process of it needs. */
  env: Readonly<{ DATABASE_URL: string; SECRET_KEY_FILE: string }>
}>

/** A migrated database and a key file, which exist while `use` runs. */
export async function withInstallation<T>(
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    return await withMigratedDatabase(async (databaseUrl) => {
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
