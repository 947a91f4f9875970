import type { Insertable } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import type { ApiToken } from '../../../platform/db/tables.ts'

export async function insertToken(trx: Trx, token: Insertable<ApiToken>): Promise<void> {
  await trx.insertInto('api_token').values(token).execute()
}

/**
 * False when the account has used up its tokens. The condition is part of the update, so that
 * creators who come at once wait for each other's count instead of all reading the same one.
 */
export async function raiseTokenCount(
  trx: Trx,
  accountId: string,
  limit: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set((account) => ({ token_count: account('token_count', '+', 1) }))
    .where('id', '=', accountId)
    .where('token_count', '<', limit)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
