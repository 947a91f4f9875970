import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>

/** For what is done once, on a machine that may be busy with much else. */
export const PATIENT_CONNECT_MS = 30_000

export type ConnectOptions = {
  poolSize?: number
  /** 0 for no limit: a migration may take its time, a request may not. */
  statementTimeoutMs?: number
  /** How long a request may wait for a connection. Whoever starts has more time. */
  connectTimeoutMs?: number | undefined
  /** Told about a connection that died; the pool replaces it. */
  onConnectionLost?: (error: Error) => void
}

export function connect(databaseUrl: string, options: ConnectOptions = {}): Db {
  const { poolSize = 10, statementTimeoutMs = 10_000, connectTimeoutMs = 1000 } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'binnacle',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // The server gives up first; the driver's own limit is for a server that no longer answers at all.
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 2000,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  })
  // Without a listener, losing a connection would end the process: one that is idle, or one that is
  // held between two statements. Whoever holds it learns of it from its next statement.
  const onLost = options.onConnectionLost ?? (() => undefined)
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
