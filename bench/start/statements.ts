import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../src/platform/db/connect.ts'
import type { DB } from '../../src/platform/db/tables.ts'

/** The texts that a store sends: a bare server sends the same. */
export async function recordStatements(
  pool: pg.Pool,
  run: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = []
  const dialect = new PostgresDialect({ pool })
  await run(new Kysely<DB>({ dialect, log: ({ query }) => void texts.push(query.sql) }))
  return texts
}
