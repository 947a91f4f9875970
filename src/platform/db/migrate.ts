import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { connect, type Db } from './connect.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** A file that begins with this line runs outside a transaction (`create index concurrently`). */
const NO_TRANSACTION = '-- no transaction\n'

/**
 * Applies the files of `migrations/` this database has not seen, in order, each in a transaction of
 * its own. Needs a direct connection: the lock that keeps two runs apart does not pass a pooler.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const db = connect(databaseUrl, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    const files = await readFiles()
    const applied: string[] = []
    for (;;) {
      const [name] = await listPending(db)
      if (name === undefined) return applied
      const disableTransactions = files.get(name)?.startsWith(NO_TRANSACTION) ?? false
      const { error, results } = await migratorOf(db, files).migrateUp({ disableTransactions })
      if (error) throw new Error(`Migration ${name} failed`, { cause: error })
      applied.push(...(results ?? []).map((result) => result.migrationName))
    }
  } finally {
    await db.destroy()
  }
}

/** The migrations this database still needs. */
export async function listPending(db: Db): Promise<string[]> {
  const migrations = await migratorOf(db, await readFiles()).getMigrations()
  return migrations.filter((migration) => !migration.executedAt).map(({ name }) => name)
}

function migratorOf(db: Db, files: ReadonlyMap<string, string>): Migrator {
  const provider: MigrationProvider = {
    getMigrations: async () =>
      Object.fromEntries(
        [...files].map(([name, text]) => [
          name,
          { up: async (trx: Kysely<unknown>) => void (await sql.raw(text).execute(trx)) },
        ]),
      ),
  }
  return new Migrator({
    db,
    provider,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
}

async function readFiles(): Promise<Map<string, string>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  return new Map(names.map((name, i) => [name.replace(/\.sql$/, ''), texts[i] ?? '']))
}
