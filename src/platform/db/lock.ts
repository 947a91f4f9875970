import { sql } from 'kysely'
import type { Trx } from './connect.ts'

/** Held until the transaction ends: for what has no row to lock yet. The first word says what is meant. */
export async function lockByName(trx: Trx, ...name: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(name)}, 0))`.execute(trx)
}

/**
 * For ending all that an account can act with, together with `shareAccounts` for what it changes while
 * it is signed in. The first lock of a transaction: fixed lock order prevents deadlock.
 */
export const lockAccountAlone = (trx: Trx, accountId: string) =>
  lockByName(trx, 'account', accountId)

/** An account cannot be disabled or reset until this transaction has ended, nor the other way round. */
export async function shareAccounts(trx: Trx, accountIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(accountIds)].sort()) {
    const name = JSON.stringify(['account', id])
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx)
  }
}
