import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>

export type ConnectOptions = {
  poolSize?: number
  /** 0 for no limit: a migration may take its time, a request may not. */
  statementTimeoutMs?: number
  /** Told about an idle connection that died; the pool has already replaced it. */
  onConnectionLost?: (error: Error) => void
}

export function connect(databaseUrl: string, options: ConnectOptions = {}): Db {
  const { poolSize = 10, statementTimeoutMs = 10_000 } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'binnacle',
    max: poolSize,
    connectionTimeoutMillis: 1000,
    // The server gives up first; the driver's own limit is for a server that no longer answers at all.
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 2000,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  })
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', options.onConnectionLost ?? (() => undefined))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
