import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { databaseTime } from '../../platform/db/database-time.ts'
import type { AccountPassword, OneUseLink } from '../../platform/db/tables.ts'
import { toEmailKey } from '../../platform/mail/address.ts'
import type { RealTime } from '../../platform/time.ts'

export type SignInAccount = Readonly<{
  id: string
  name: string
  disabledAt: Date | null
  validAfter: Date | null
  passwordSetAt: Date | null
  salt: Buffer | null
  hash: Buffer | null
}>

const selectAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('account_password as password', 'password.account_id', 'account.id')
    .select([
      'account.id',
      'account.name',
      'account.disabled_at as disabledAt',
      'account.tokens_valid_after as validAfter',
      'password.updated_at as passwordSetAt',
      'password.salt',
      'password.hash',
    ])

/** By e-mail address or by name. */
export function findByLogin(db: Db, login: string): Promise<SignInAccount | undefined> {
  const key = toEmailKey(login.trim())
  const query = selectAccounts(db)
  return key.includes('@')
    ? query
        .innerJoin('account_email as mail', 'mail.account_id', 'account.id')
        .where('mail.key', '=', key)
        .executeTakeFirst()
    : query
        .innerJoin('owner_name as owner', 'owner.owner_id', 'account.id')
        .where('owner.key', '=', key)
        .executeTakeFirst()
}

export const findSignInAccount = (db: Db, id: string): Promise<SignInAccount | undefined> =>
  selectAccounts(db).where('account.id', '=', id).executeTakeFirst()

/** When the password was set; none if there is no password. */
export async function findPasswordTime(db: Db, accountId: string): Promise<Date | null> {
  const password = await db
    .selectFrom('account_password')
    .select('updated_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return password?.updated_at ?? null
}

export async function putPassword(trx: Trx, password: Insertable<AccountPassword>): Promise<void> {
  await trx
    .insertInto('account_password')
    .values(password)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(password))
    .execute()
}

export async function deletePassword(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('account_password').where('account_id', '=', accountId).execute()
}

/** Who vouches for an account: an issuer that is trusted, or `local` for who signs in here. */
export async function listIssuers(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_identity')
    .select('issuer')
    .where('account_id', '=', accountId)
    .orderBy('issuer')
    .execute()
  return rows.map(({ issuer }) => issuer)
}

/** What issuers said of the groups of an account opens nothing any more; roles in organizations stay. */
export async function endGroups(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('account_group')
    .set({ ends_at: sql`least(ends_at, ${databaseTime})` })
    .where('account_id', '=', accountId)
    .execute()
}

/** Those that could still be used. */
export async function deleteOpenLinks(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('one_use_link')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Only those: whoever asks for a mail has proven nothing, and must not end what an operator has made. */
export async function deleteOpenMailedLinks(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('one_use_link')
    .where('account_id', '=', accountId)
    .where('is_mailed', '=', true)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteOpenSignInLinks(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('one_use_link')
    .where('account_id', '=', accountId)
    .where('signs_in', '=', true)
    .where('used_at', 'is', null)
    .execute()
}

/** Those that an account made, for whomever. */
export async function deleteOpenLinksMadeBy(trx: Trx, makerId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('one_use_link')
    .where('made_by', '=', makerId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertLink(trx: Trx, link: Insertable<OneUseLink>): Promise<void> {
  await trx.insertInto('one_use_link').values(link).execute()
}

/** A link of one kind is never taken for the other: to set a password, or to sign an operator in. */
export type LinkKind = 'password' | 'sign-in-link'

/** The account a link is for, while it can be used. */
export async function findLink(
  db: Db,
  kind: LinkKind,
  hash: Buffer,
  now: RealTime,
): Promise<string | undefined> {
  const link = await db
    .selectFrom('one_use_link')
    .select('account_id')
    .where('hash', '=', hash)
    .where('signs_in', '=', kind === 'sign-in-link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link?.account_id
}

/** Undefined when it has been used meanwhile: the condition is part of the update. */
export async function useLink(
  trx: Trx,
  kind: LinkKind,
  hash: Buffer,
  now: RealTime,
): Promise<string | undefined> {
  const link = await trx
    .updateTable('one_use_link')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('signs_in', '=', kind === 'sign-in-link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return link?.account_id
}

/** Used or not; so many at most, and answers how many. */
export async function deleteExpiredLinks(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from one_use_link where ctid = any(array(
      select ctid from one_use_link where expires_at < ${before}
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Bearer tokens issued before this moment are refused. */
export async function endBearers(trx: Trx, accountId: string, at: RealTime): Promise<void> {
  await trx
    .updateTable('account')
    .set({ tokens_valid_after: at })
    .where('id', '=', accountId)
    .execute()
}
