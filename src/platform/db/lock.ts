import { sql } from 'kysely'
import type { Db, Trx } from './connect.ts'
import { sendStatements } from './pipeline/send-statements.ts'
import { type Statements, toWrite } from './pipeline/statements.ts'

/** Held until the transaction ends: for what has no row to lock yet. The first word says what is meant. */
export const lockByName = (trx: Trx, ...name: readonly string[]): Promise<void> =>
  sendStatements(trx, toLock(trx, ...name))

/** The same, to be sent with other statements. */
export const toLock = (db: Db, ...name: readonly string[]): Statements<void> =>
  toWrite(
    sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(name)}, 0))`.compile(db),
  )
