import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { installJobs } from '../jobs.ts'
import { connect, type Db, PATIENT_CONNECT_MS } from './connect.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/**
 * A file that begins with this line runs outside a transaction (`create index concurrently`). It
 * holds one statement: several sent together are a transaction of their own.
 */
const NO_TRANSACTION = /^-- no transaction\r?\n/

/** Held by a run from beginning to end: a run decides file by file, so that two must not take turns. */
const LOCK = 0x62696e6e

/**
 * Applies the files of `migrations/` this database has not seen, in order, each in a transaction of
 * its own, and brings the tables of the job engine up to date. Needs a direct connection: the lock that keeps two runs apart does not pass a pooler.
 */
export async function migrate(databaseUrl: string, folder = FOLDER): Promise<string[]> {
  const db = connect(databaseUrl, {
    poolSize: 2,
    statementTimeoutMs: 0,
    connectTimeoutMs: PATIENT_CONNECT_MS,
  })
  try {
    return await db.connection().execute(async (held) => {
      while (!(await tryLock(held))) await delay(100)
      const applied = await applyPending(db, folder)
      await installJobs(databaseUrl)
      return applied
    })
  } finally {
    await db.destroy()
  }
}

/** Asked again and again instead of waited for: `create index concurrently` waits for whoever waits. */
async function tryLock(held: Db): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_lock(${LOCK}) as "isMine"`.execute(held)
  return rows[0]?.isMine === true
}

async function applyPending(db: Db, folder: URL): Promise<string[]> {
  const files = await readFiles(folder)
  const pending = await listPending(db, folder)
  for (const name of pending) {
    const disableTransactions = NO_TRANSACTION.test(files.get(name) ?? '')
    const { error } = await migratorOf(db, files).migrateUp({ disableTransactions })
    if (error) throw new Error(`Migration ${name} failed`, { cause: error })
  }
  return pending
}

/** For whoever works on the database and does not migrate it. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = await listPending(db)
  if (pending.length === 0) return
  throw new Error(`The database lacks ${pending.join(', ')}. Run "binnacle migrate" first.`)
}

/** The migrations this database still needs. */
async function listPending(db: Db, folder = FOLDER): Promise<string[]> {
  const migrations = await migratorOf(db, await readFiles(folder)).getMigrations()
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

async function readFiles(folder: URL): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return new Map(names.map((name, i) => [name.replace(/\.sql$/, ''), texts[i] ?? '']))
}
