import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import { DEFAULT_ADMISSION } from './admission.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { createStatementNaming } from './statement-names.ts'
import { repeatWithoutNames } from './statements/named-send.ts'
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

/** For a process that runs each statement once, and has nothing to gain from names. */
export const RUNS_ONCE = { naming: createStatementNaming({ isOn: false }) }

export const connect = (databaseUrl: string, options: ConnectOptions = {}): Db =>
  new Database({
    dialect: new PostgresDialect({ pool: openPool({ ...DEFAULTS, ...options, databaseUrl }) }),
  })

/** All transactions of the pool can be repeated, whoever runs them. */
class Database extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return repeatable(super.transaction())
  }
}

function repeatable(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder)
  return Object.assign(builder, {
    execute: <T>(change: (trx: Trx) => Promise<T>) => repeatWithoutNames(() => execute(change)),
    setAccessMode: refuseSettings,
    setIsolationLevel: refuseSettings,
  })
}

function refuseSettings(): never {
  throw new Error('a transaction with settings of its own could not be repeated')
}
