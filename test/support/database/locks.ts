import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../src/platform/db/connect.ts'
import type { Answer } from '../http/http.ts'

/**
 * Holds a lock while the calls are made, sees that all of them wait for it, lets go, and answers
 * with what came of them.
 */
export async function whileHolding<Result = Answer>(
  db: Db,
  lock: (trx: Trx) => Promise<unknown>,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  let pending: Promise<Result>[] = []
  await db.transaction().execute(async (trx) => {
    await lock(trx)
    pending = calls.map((make) => make())
    await waitForWaiters(db, calls.length)
  })
  return Promise.all(pending)
}

export async function waitForWaiters(db: Db, expected: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.waiting === expected) return
    await delay(10)
  }
  throw new Error(`${expected} calls should wait for the lock, and do not`)
}

export const lockOwner = (id: string) => (trx: Trx) =>
  sql`select from owner_name where owner_id = ${id} for update`.execute(trx)

export const revoke = (tokenId: string) => (trx: Trx) =>
  sql`update api_token set revoked_at = now() where id = ${tokenId}`.execute(trx)
