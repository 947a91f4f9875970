import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../src/platform/db/connect.ts'
import type { DB } from '../../src/platform/db/tables.ts'

export type Statement = Readonly<{ text: string; values: readonly unknown[] }>

/** What a store sends: a bare server sends the same. */
export async function recordStatements(
  pool: pg.Pool,
  run: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const dialect = new PostgresDialect({ pool })
  const log = ({ query: { sql: text, parameters: values } }: Sent) =>
    void statements.push({ text, values })
  await run(new Kysely<DB>({ dialect, log }))
  return statements
}

type Sent = Readonly<{ query: Readonly<{ sql: string; parameters: readonly unknown[] }> }>
