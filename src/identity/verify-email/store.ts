import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Verification } from './rules.ts'

export const findVerification = (db: Db, accountId: string): Promise<Verification | undefined> =>
  db
    .selectFrom('email_verification')
    .select(['hash', 'expires_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Ends the one that was mailed before. */
export async function putVerification(
  trx: Trx,
  accountId: string,
  verification: Verification,
): Promise<void> {
  await trx
    .insertInto('email_verification')
    .values({ account_id: accountId, ...verification })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(verification))
    .execute()
}

export async function deleteVerification(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('email_verification').where('account_id', '=', accountId).execute()
}
