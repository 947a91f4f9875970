import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { DEFAULT_ADMISSION } from './admission.ts'
import { openPool, type PoolOptions } from './pool.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>

/** For what is done once, on a machine that may be busy with much else. */
export const STARTUP_CONNECT_TIMEOUT_MS = 30_000

export const DEFAULTS = {
  ...DEFAULT_ADMISSION,
  applicationName: 'binnacle',
  size: 10,
  // A request may not take its time; a migration, with 0, may.
  statementTimeoutMs: 10_000,
}

export type ConnectOptions = Partial<Omit<PoolOptions, 'databaseUrl'>>

export const connect = (databaseUrl: string, options: ConnectOptions = {}): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool({ ...DEFAULTS, ...options, databaseUrl }) }),
  })
