import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { installJobs, type JobQueues } from '../jobs.ts'
import { shippedFile } from '../shipped-files.ts'
import { connect, type Db, STARTUP_CONNECT_TIMEOUT_MS } from './connect.ts'
import { databaseTime } from './database-time.ts'

const FOLDER = shippedFile('migrations/')

/** What the roles of `serve` and `work` may do. */
const GRANTS = shippedFile('migrations/roles/grants.sql')

/**
 * A file that begins with this line runs outside a transaction. It holds one statement, `create index
 * concurrently`: several sent together are a transaction of their own.
 */
const NO_TRANSACTION = /^-- no transaction\r?\n/
const CREATED_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?(\w+) on /m

const APPLICATION = 'binnacle migrate'
const LOCK_TIMEOUT_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'
/** Four minutes in all, of which nobody waits for more than two seconds at a time. */
const MAX_TRIES = 80
const RETRY_MS = 1000

export type MigrateOptions = Readonly<{
  folder?: URL
  /** Called with a sentence while a lock of somebody else delays a migration. */
  onWait?: (message: string) => void
}>

/** Held by a run from beginning to end: a run decides file by file, so that two must not take turns. */
const LOCK = 0x62696e6e

/**
 * Applies the files of `migrations/` this database has not seen, in order, each in a transaction of
 * its own, brings the tables of the job engine and its queues up to date, and grants the
 * roles what they need. Needs a direct connection: the lock that keeps two runs apart does not pass a pooler.
 */
export async function migrate(
  databaseUrl: string,
  queues: JobQueues<Record<string, object>>,
  { folder = FOLDER, onWait = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const db = connect(databaseUrl, {
    size: 2,
    statementTimeoutMs: 0,
    maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS,
    applicationName: APPLICATION,
  })
  try {
    return await db.connection().execute(async (held) => {
      while (!(await tryLock(held))) await delay(100)
      const applied = await applyPending({ db, held, folder, onWait })
      await installJobs(db, queues)
      await applyGrants(db)
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

type Run = Required<MigrateOptions> & Readonly<{ db: Db; held: Db }>

async function applyPending({ db, held, folder, onWait }: Run): Promise<string[]> {
  await sql`
    create table if not exists migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  const files = await readFiles(folder)
  const applied = await listApplied(db)
  const unknown = [...applied].filter((name) => !files.has(name))
  if (unknown.length > 0)
    throw new Error(
      `This release does not have migrations that were applied to the database: ${unknown.join(', ')}. Run the release that has them, or restore a backup.`,
    )
  const pending = [...files].filter(([name]) => !applied.has(name))
  for (const [name, text] of pending) {
    for (let tries = 1; ; tries++) {
      const holders = reportHolders(held, name, onWait)
      const error = await apply(db, name, text).then(
        () => undefined,
        (failure: Error) => failure,
      )
      await holders.end()
      if (!error) break
      const isLocked = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE
      if (!isLocked || tries === MAX_TRIES)
        throw new Error(`Migration ${name} failed`, { cause: error })
      await delay(RETRY_MS)
    }
  }
  return pending.map(([name]) => name)
}

async function apply(db: Db, name: string, text: string): Promise<void> {
  if (NO_TRANSACTION.test(text)) {
    await buildIndex(db, text)
    return record(db, name)
  }
  await db.transaction().execute(async (trx) => {
    // Whoever waits for a lock keeps all later requests of the table waiting.
    await run(trx, `set local lock_timeout = ${LOCK_TIMEOUT_MS};\n${text}`)
    await record(trx, name)
  })
}

/** Nothing where the three roles of `deploy/cluster` do not exist. */
async function applyGrants(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_roles where rolname in ('binnacle_migrate', 'binnacle_serve', 'binnacle_work')`.execute(
    db,
  )
  if (rows.length < 3) return
  const text = await readFile(GRANTS, 'utf8')
  await db.transaction().execute((trx) => run(trx, text))
}

async function record(db: Db, name: string): Promise<void> {
  await sql`insert into migration (name, timestamp) values (${name}, ${databaseTime}::text)`.execute(
    db,
  )
}

/** Says who is in the way, shortly before the migration gives way. */
function reportHolders(held: Db, name: string, onWait: MigrateOptions['onWait']) {
  let asked: Promise<void> | undefined
  const timer = setTimeout(() => {
    asked = listHolders(held).then((holders) => {
      if (holders.length > 0)
        onWait?.(`Migration ${name} waits for a lock that is held by ${holders.join(', ')}.`)
    })
  }, LOCK_TIMEOUT_MS / 2)
  return {
    async end(): Promise<void> {
      clearTimeout(timer)
      await asked
    },
  }
}

async function listHolders(held: Db): Promise<string[]> {
  const { rows } = await sql<{ pid: number; application: string; state: string | null }>`
    select holder.pid, holder.application_name as application, holder.state
      from pg_stat_activity waiting
      join pg_stat_activity holder on holder.pid = any(pg_blocking_pids(waiting.pid))
     where waiting.datname = current_database() and waiting.application_name = ${APPLICATION}`.execute(
    held,
  )
  return rows.map(({ pid, application, state }) => `process ${pid} (${application}, ${state})`)
}

/** For whoever works on the database and does not migrate it. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = await listPending(db)
  if (pending.length === 0) return
  throw new Error(
    `The database is missing these migrations: ${pending.join(', ')}. Run "binnacle migrate" first.`,
  )
}

/** The migrations this database still needs. */
async function listPending(db: Db): Promise<string[]> {
  const applied = await listApplied(db)
  return (await listNames(FOLDER)).filter((name) => !applied.has(name))
}

async function listApplied(db: Db): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('migration') is not null as "isThere"`.execute(db)
  if (!tables[0]?.isThere) return new Set()
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** A run that was interrupted leaves an index that is invalid, or one that is built and not recorded. */
async function buildIndex(db: Db, text: string): Promise<void> {
  const index = CREATED_INDEX.exec(text)?.[1]
  if (index === undefined) throw new Error('A "no transaction" file creates an index concurrently.')
  const isValid = await isValidIndex(db, index)
  if (isValid) return
  if (isValid === false) await run(db, `drop index concurrently ${index}`)
  await run(db, text)
  if (!(await isValidIndex(db, index))) throw new Error(`The index ${index} is not valid.`)
}

/** Undefined when there is no such index. */
async function isValidIndex(db: Db, index: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${index})`.execute(
    db,
  )
  return rows[0]?.isValid
}

async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

async function listNames(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  return files.map((file) => file.replace(/\.sql$/, '')).sort()
}

async function readFiles(folder: URL): Promise<Map<string, string>> {
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(new URL(`${name}.sql`, folder), 'utf8'),
  ]
  return new Map(await Promise.all((await listNames(folder)).map(read)))
}
