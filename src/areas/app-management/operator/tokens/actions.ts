import { lockAccounts } from '../../../../directory/accounts/store.ts'
import { accountIdOf, type Call } from '../../../../directory/caller.ts'
import { confirmOperator } from '../../../../directory/operators/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { recordEnd } from '../../tokens/actions.ts'
import { endTokensByKey } from '../../tokens/store.ts'
import { tokenNotFound } from './errors.ts'
import * as store from './store.ts'

/** Tokens are locked before accounts, as everywhere: so the operator is asked for after the token. */
export async function endTokenAsOperator(
  db: Db,
  call: Call,
  of: store.TokensOf,
  id: string,
): Promise<void> {
  const operatorId = accountIdOf(call.caller)
  await db.transaction().execute(async (trx) => {
    const found = await store.findToken(trx, of, id)
    const ended = found ? await endTokensByKey(trx, [found], call.at) : []
    const creators = ended.map(({ createdBy }) => createdBy)
    // A service account has no account to lock: it is confirmed by its client, after accounts.
    const accountIds = operatorId === null ? creators : [operatorId, ...creators]
    await lockAccounts(trx, accountIds, 'change')
    await confirmOperator(trx, call)
    if (ended.length === 0) throw tokenNotFound(id)
    await recordEnd(trx, call, ended, 'revoked by an operator')
  })
}
