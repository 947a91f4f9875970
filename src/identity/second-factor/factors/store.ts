import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Passkey, TotpSecret } from '../../../platform/db/tables.ts'
import { addMs, type RealTime } from '../../../platform/time.ts'
import { CHALLENGE_LIFETIME_MS, FAILURES_KEPT_MS, MOST_PASSKEYS } from '../rules.ts'

/** In the order they were added. */
export const listPasskeys = (db: Db, accountId: string) =>
  db
    .selectFrom('passkey')
    .select(['credential_id', 'public_key', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .limit(MOST_PASSKEYS)
    .execute()

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** False when the credential is registered already, with whichever account. */
export async function insertPasskey(trx: Trx, passkey: Insertable<Passkey>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function setPasskeyUsed(
  db: Db,
  credentialId: Buffer,
  counter: number,
  at: RealTime,
): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ counter: String(counter), last_used_at: at })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** Its name; undefined when the account has no such passkey. */
export async function deletePasskey(
  trx: Trx,
  accountId: string,
  credentialId: Buffer,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export const findTotp = (db: Db, accountId: string) =>
  db
    .selectFrom('totp_secret')
    .select(['sealed_secret', 'confirmed_at', 'last_used_step'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export async function putTotp(trx: Trx, secret: Insertable<TotpSecret>): Promise<void> {
  await trx
    .insertInto('totp_secret')
    .values(secret)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(secret))
    .execute()
}

/** False when a code of this step or a later one was accepted before: the condition is part of the update. */
export async function useTotpStep(trx: Trx, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp_secret')
    .set({ last_used_step: String(step) })
    .where('account_id', '=', accountId)
    .where('last_used_step', '<', String(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when there is none. */
export async function deleteTotp(trx: Trx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('totp_secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function deleteRecoveryCodes(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

export async function insertRecoveryCodes(
  trx: Trx,
  accountId: string,
  hashes: readonly Buffer[],
  at: RealTime,
): Promise<void> {
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, hash, created_at: at })))
    .execute()
}

/** False when it is unknown or used. */
export async function useRecoveryCode(
  trx: Trx,
  accountId: string,
  hash: Buffer,
  at: RealTime,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Of one browser, or of all that the account does not know, while they count. */
export const findFailures = (db: Db, accountId: string, browser: string, now: RealTime) =>
  db
    .selectFrom('second_factor_failure')
    .select(['failures', 'failed_at as failedAt'])
    .where('account_id', '=', accountId)
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function addFailure(
  trx: Trx,
  accountId: string,
  browser: string,
  at: RealTime,
): Promise<void> {
  const expires_at = addMs(at, FAILURES_KEPT_MS)
  await trx
    .insertInto('second_factor_failure')
    .values({ account_id: accountId, browser, failures: 1, failed_at: at, expires_at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'browser']).doUpdateSet({
        // Older ones are forgotten, swept or not.
        failures: sql`case when second_factor_failure.expires_at > ${at}
                           then second_factor_failure.failures + 1 else 1 end`,
        failed_at: at,
        expires_at,
      }),
    )
    .execute()
}

export async function deleteFailures(trx: Trx, accountId: string, browser: string): Promise<void> {
  await trx
    .deleteFrom('second_factor_failure')
    .where('account_id', '=', accountId)
    .where('browser', '=', browser)
    .execute()
}

export type Challenge = Readonly<{
  /** Of the sign-in or session of one browser. */
  contextHash: Buffer
  purpose: 'give' | 'enrol'
  accountId: string
  challengeHash: Buffer
}>

/** The last one counts. */
export async function putChallenge(
  db: Db,
  { contextHash, purpose, accountId, challengeHash }: Challenge,
  at: RealTime,
): Promise<void> {
  const key = { account_id: accountId, context_hash: contextHash, purpose }
  const challenge = {
    challenge_hash: challengeHash,
    expires_at: addMs(at, CHALLENGE_LIFETIME_MS),
  }
  await db
    .insertInto('passkey_challenge')
    .values({ ...key, ...challenge })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'context_hash', 'purpose']).doUpdateSet(challenge),
    )
    .execute()
}

/** False when it is unknown, used, expired, or of another browser, purpose or account. */
export async function useChallenge(
  db: Db,
  { contextHash, purpose, accountId, challengeHash }: Challenge,
  now: RealTime,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('context_hash', '=', contextHash)
    .where('purpose', '=', purpose)
    .where('account_id', '=', accountId)
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
