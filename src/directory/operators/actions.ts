import type { Db, Trx } from '../../platform/db/connect.ts'
import { lockCallerShared } from '../accounts/actions.ts'
import type { Call } from '../caller.ts'
import { confirmSecondFactor } from '../step-up/actions.ts'
import { operatorRequired } from './errors.ts'

/** The transaction of an operator's change. */
export function runOperatorTransaction<T>(
  db: Db,
  call: Call,
  change: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await confirmOperator(trx, call)
    return change(trx)
  })
}

/**
 * Whether the caller still is an operator, still signed in, and has given a second factor if one is required.
 * Demoting them waits for this transaction.
 */
export async function confirmOperator(trx: Trx, call: Call): Promise<void> {
  const { caller } = call
  const state = await lockCallerShared(trx, caller)
  const isByClaim = caller.kind === 'user' && caller.token === null && caller.isOperatorByClaim
  if (!state || !(state.is_operator || isByClaim)) throw operatorRequired()
  await confirmSecondFactor(trx, call)
}
