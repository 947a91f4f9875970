import { sql } from 'kysely'
import type { Trx } from './connect.ts'

/** Held until the transaction ends: for what has no row to lock yet. The first word says what is meant. */
export async function lockByName(trx: Trx, ...name: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(name)}, 0))`.execute(trx)
}
