import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { isUniqueViolation } from '../../../platform/db/conflict.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Account, OwnerKind } from '../../../platform/db/tables.ts'

export type AccountRow = Selectable<Account>

/** False when somebody else has the name, in any spelling. */
export async function claimName(
  trx: Trx,
  name: string,
  ownerId: string,
  ownerKind: OwnerKind,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('owner_name')
    .values({ key: name.toLowerCase(), owner_id: ownerId, owner_kind: ownerKind })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False when the e-mail belongs to another account. */
export async function claimEmail(trx: Trx, email: string, accountId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account_email')
    .values({ key: email.toLowerCase(), account_id: accountId })
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
): Promise<void> {
  await trx
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: accountId })
    .execute()
}

export async function hasIdentity(trx: Trx, issuer: string, subject: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
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

/** False when somebody else has the name. The owner's old name is free from then on. */
export async function changeName(trx: Trx, ownerId: string, name: string): Promise<boolean> {
  try {
    await trx
      .updateTable('owner_name')
      .set({ key: name.toLowerCase() })
      .where('owner_id', '=', ownerId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export type FreedName = Readonly<{
  ownerId: string
  freedBy: string
  /** Who can take it back besides the owner. */
  adminIds: readonly string[]
  at: Date
}>

export async function putFreedName(trx: Trx, name: string, freed: FreedName): Promise<void> {
  const { ownerId, freedBy, adminIds, at } = freed
  const row = { owner_id: ownerId, freed_by: freedBy, admin_ids: [...adminIds], freed_at: at }
  await trx
    .insertInto('freed_name')
    .values({ key: name.toLowerCase(), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export function findFreedName(trx: Trx, name: string) {
  return trx
    .selectFrom('freed_name')
    .select(['owner_id', 'freed_by', 'admin_ids', 'freed_at'])
    .where('key', '=', name.toLowerCase())
    .executeTakeFirst()
}

export async function countKeptNames(trx: Trx, ownerId: string, since: Date): Promise<number> {
  const { kept } = await trx
    .selectFrom('freed_name')
    .select((expression) => expression.fn.countAll<bigint>().as('kept'))
    .where('owner_id', '=', ownerId)
    .where('freed_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(kept)
}

const MOST_DELETED = 100

/** A few with every name that comes: the table does not grow by what nobody keeps any more. */
export async function deleteNamesFreedBefore(trx: Trx, since: Date): Promise<void> {
  await sql`
    delete from freed_name where key in (
      select key from freed_name where freed_at <= ${since}
       order by freed_at limit ${MOST_DELETED} for update skip locked)`.execute(trx)
}

/** False when it was not kept. */
export async function deleteFreedName(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('freed_name')
    .where('key', '=', name.toLowerCase())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** False when another account has the e-mail. The account's old one is free from then on. */
export async function changeEmail(trx: Trx, accountId: string, email: string): Promise<boolean> {
  try {
    await trx
      .updateTable('account_email')
      .set({ key: email.toLowerCase() })
      .where('account_id', '=', accountId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export async function releaseName(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('owner_name').where('owner_id', '=', ownerId).execute()
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
