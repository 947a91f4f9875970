import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { isUniqueViolation } from '../../platform/db/conflict.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { containing } from '../../platform/db/containing.ts'
import { ifGiven } from '../../platform/db/if-given.ts'
import { lockByName } from '../../platform/db/lock.ts'
import { NO_NAME } from '../../platform/db/statement-names.ts'
import type { Account } from '../../platform/db/tables.ts'
import { toEmailKey } from '../../platform/mail/address.ts'

export type AccountRow = Selectable<Account>

/** In the order they came, from after one on; found by name or e-mail. Folding A to Z alone takes a third of the time. */
export function listAccounts(
  db: Db,
  {
    after,
    search,
    limit,
  }: { after?: string | undefined; search?: string | undefined; limit: number },
): Promise<AccountRow[]> {
  return (
    db
      .selectFrom('account')
      .selectAll()
      .where((row) => ifGiven(after, (given) => row('id', '>', given)))
      .where((row) =>
        ifGiven(search, (text) =>
          row.or([
            row(sql`name collate "C"`, 'ilike', containing(text)),
            row(sql`email collate "C"`, 'ilike', containing(text)),
          ]),
        ),
      )
      .orderBy('id')
      .limit(limit)
      // Whether all accounts are to be read depends on how many have the text.
      .$if(search !== undefined, (query) => query.modifyEnd(sql.raw(NO_NAME)))
      .execute()
  )
}

export async function hasAccount(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Every operator who can sign in, and these accounts, locked in one order: two operators who disable
 * each other must not both succeed.
 */
export function lockOperatorsAnd(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('account')
    .select(['id', 'is_operator', 'disabled_at'])
    .where((row) =>
      row.or([
        row.and([row('is_operator', '=', true), row('disabled_at', 'is', null)]),
        row('id', 'in', ids),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locked in one order. What only refers to an account, as a new member does, waits for `alone` and not for `change`. */
export async function lockAccounts(
  trx: Trx,
  ids: readonly string[],
  purpose: 'alone' | 'change' = 'alone',
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(purpose === 'alone', (query) => query.forUpdate())
    .$if(purpose === 'change', (query) => query.forNoKeyUpdate())
    .execute()
}

export function setAccount(
  trx: Trx,
  id: string,
  change: Updateable<Account>,
): Promise<AccountRow | undefined> {
  return trx
    .updateTable('account')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Shared: disabling, demoting or signing out the account waits until this transaction has ended. */
export function shareAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** The same for a service account. */
export function shareClientState(trx: Trx, id: string) {
  return trx
    .selectFrom('oauth_client')
    .select(['is_operator', 'disabled_at', 'tokens_valid_after'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Whether somebody has ended the session or the grant that an access token names. Those of service accounts name none. */
export async function isSessionEnded(
  trx: Trx,
  accountId: string,
  sessionId: string | null,
  grantId: string | null = null,
): Promise<boolean> {
  const ids = [sessionId, grantId].filter((id) => id !== null)
  if (ids.length === 0) return false
  const row = await trx
    .selectFrom('ended_session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return row !== undefined
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

/** False when the e-mail belongs to another account. */
export async function claimEmail(trx: Trx, email: string, accountId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account_email')
    .values({ key: toEmailKey(email), account_id: accountId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertAccount(trx: Trx, account: Insertable<Account>): Promise<void> {
  await trx.insertInto('account').values(account).execute()
}

export async function insertIdentity(
  trx: Trx,
  issuer: string,
  subject: string,
  accountId: string,
  linkedBy: string | null = null,
): Promise<void> {
  await trx
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: accountId, linked_by: linkedBy })
    .execute()
}

/** The account of whoever an issuer calls by this name. */
export async function findIdentity(
  db: Db,
  issuer: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

/** When the issuer said last that the person had signed out there. */
export async function findLogout(
  db: Db,
  issuer: string,
  subject: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('account_identity')
    .select('logged_out_at')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.logged_out_at ?? undefined
}

/** Those at other issuers than this one. So many at most: an operator cannot connect more. */
export function listIdentities(db: Db, accountId: string, except: string) {
  return db
    .selectFrom('account_identity')
    .select(['issuer', 'subject'])
    .where('account_id', '=', accountId)
    .where('issuer', '<>', except)
    .orderBy('issuer')
    .orderBy('subject')
    .limit(100)
    .execute()
}

/** False when the account does not have it. */
export async function deleteIdentity(
  trx: Trx,
  issuer: string,
  subject: string,
  accountId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('account_identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those that an operator connected, with whichever account. Answers these accounts. */
export async function deleteIdentitiesLinkedBy(trx: Trx, operatorId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('account_identity')
    .where('linked_by', '=', operatorId)
    .returning('account_id')
    .execute()
  return [...new Set(rows.map(({ account_id }) => account_id))].sort()
}

/** The account, unless a logout of that moment or later is known. */
export async function recordLogout(
  trx: Trx,
  issuer: string,
  subject: string,
  at: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('account_identity')
    .set({ logged_out_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where((eb) => eb.or([eb('logged_out_at', 'is', null), eb('logged_out_at', '<', at)]))
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Held until the transaction ends: a second request for the first operator waits for the answer. */
export async function lockAccountTable(trx: Trx): Promise<void> {
  await sql`lock table account in share row exclusive mode`.execute(trx)
}

export async function findOperatorName(trx: Trx): Promise<string | undefined> {
  const operator = await trx
    .selectFrom('account')
    .select('name')
    .where('is_operator', '=', true)
    .limit(1)
    .executeTakeFirst()
  return operator?.name
}

/** False when another account has the e-mail. The account's old one is free from then on. */
export async function changeEmail(trx: Trx, accountId: string, email: string): Promise<boolean> {
  try {
    await trx
      .updateTable('account_email')
      .set({ key: toEmailKey(email) })
      .where('account_id', '=', accountId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
