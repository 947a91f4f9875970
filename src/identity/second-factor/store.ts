import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { addMs, type RealTime } from '../../platform/time.ts'
import { type SecondFactorMethod, type SecondFactorNeed, USE_KEPT_MS } from './rules.ts'

/** A passkey or an authenticator app. Recovery codes alone are none. */
export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const need = await findSecondFactorNeed(db, accountId)
  return need?.hasSecondFactor ?? false
}

/** Undefined if there is no such account. */
export async function findSecondFactorNeed(
  db: Db,
  accountId: string,
): Promise<SecondFactorNeed | undefined> {
  const { rows } = await sql<SecondFactorNeed>`
    select is_operator as "isOperator",
           exists (select from organization_member as member
                     join organization on organization.id = member.organization_id
                    where member.account_id = account.id
                      and organization.requires_second_factor) as "isRequiredByOrganization",
           exists (select from passkey where passkey.account_id = account.id)
             or exists (select from totp_secret as totp where totp.account_id = account.id)
             as "hasSecondFactor"
      from account where id = ${accountId}`.execute(db)
  return rows[0]
}

export type SecondFactorUse = Readonly<{
  accountId: string
  /** The `sid` of access tokens: see `sessionIdOf`. */
  sessionId: string
  method: SecondFactorMethod
  at: RealTime
}>

/** The latest use counts, whichever is recorded last. */
export async function recordSecondFactor(
  trx: Db | Trx,
  { accountId, sessionId, method, at }: SecondFactorUse,
): Promise<void> {
  const use = { method, used_at: at, expires_at: addMs(at, USE_KEPT_MS) }
  await trx
    .insertInto('second_factor_use')
    .values({ account_id: accountId, session_id: sessionId, ...use })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'session_id'])
        .doUpdateSet(use)
        .where('second_factor_use.used_at', '<', at),
    )
    .execute()
}

/** When and how a second factor was last given in a session. */
export async function findSecondFactorUse(
  db: Db,
  accountId: string,
  sessionId: string,
): Promise<Readonly<{ method: SecondFactorMethod; usedAt: Date }> | undefined> {
  const row = await db
    .selectFrom('second_factor_use')
    .select(['method', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row && { ...row, method: row.method as SecondFactorMethod }
}

/** What was given in the browser's session counts for what is issued in it and outlives it. */
export async function copySecondFactorUse(
  db: Db,
  accountId: string,
  sessionId: string,
  toSessionId: string,
): Promise<void> {
  await sql`
    insert into second_factor_use (account_id, session_id, method, used_at, expires_at)
    select account_id, ${toSessionId}::uuid, method, used_at, expires_at from second_factor_use
     where account_id = ${accountId} and session_id = ${sessionId}
        on conflict (account_id, session_id) do update
       set method = excluded.method, used_at = excluded.used_at, expires_at = excluded.expires_at
     where second_factor_use.used_at < excluded.used_at`.execute(db)
}

/** So many at most; answers how many. */
export const deleteExpiredRows =
  (table: 'second_factor_use' | 'second_factor_failure' | 'passkey_challenge') =>
  async (db: Db, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where expires_at < ${before}
         order by expires_at limit ${limit} for update skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }

const TABLES = [
  'passkey',
  'totp_secret',
  'recovery_code',
  'second_factor_use',
  'second_factor_failure',
  'passkey_challenge',
] as const

/** Everything that is known of somebody's second factors. */
export async function deleteSecondFactors(trx: Trx, accountId: string): Promise<void> {
  for (const table of TABLES) {
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
}
