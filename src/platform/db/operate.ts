import type { Call } from '../caller.ts'
import { RequestError } from '../errors.ts'
import type { Db, Trx } from './connect.ts'

export const operatorRequired = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'This is for operators of the installation, and this account is not one. Ask an operator.',
  )

/** The transaction of an operator's change. */
export function operate<T>(db: Db, call: Call, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await confirmOperator(trx, call)
    return change(trx)
  })
}

/**
 * Whether the caller still is an operator, read again under a lock that whoever disables, demotes or
 * signs them out has to wait for: none of these may be overtaken by what it should have prevented.
 */
export async function confirmOperator(trx: Trx, { caller }: Call): Promise<void> {
  if (caller.kind !== 'user' || caller.token !== null) throw operatorRequired()
  const row = await trx
    .selectFrom('account')
    .select(['is_operator', 'disabled_at', 'tokens_valid_after'])
    .where('id', '=', caller.account.id)
    .forShare()
    .executeTakeFirst()
  const isOperator = row?.is_operator || caller.isOperatorByClaim
  const isEnded =
    !row ||
    row.disabled_at ||
    (row.tokens_valid_after && caller.signedInAt < row.tokens_valid_after)
  if (!isOperator || isEnded) throw operatorRequired()
}
