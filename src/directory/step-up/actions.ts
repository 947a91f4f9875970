import type { Db } from '../../platform/db/connect.ts'
import type { Call } from '../caller.ts'
import { secondFactorRequired } from './errors.ts'
import { isAsked, needsConfirmation } from './rules.ts'
import { readSecondFactorState } from './store.ts'

/** Refuses a caller who has to give a second factor first. */
export async function confirmSecondFactor(db: Db, call: Call): Promise<void> {
  const { caller, source, stepUp } = call
  if (!isAsked(caller) || stepUp === 'off') return
  // Whoever makes calls has to say how people are asked: nobody passes because it was forgotten.
  if (stepUp === undefined)
    throw new Error('The call does not say whether a second factor is asked for.')
  const { account, sessionId, isOperatorByClaim, secondFactorAt } = caller
  const found = await readSecondFactorState(db, account.id, sessionId)
  if (!found) return
  const state = {
    ...found,
    isOperator: found.isOperator || isOperatorByClaim,
    usedAt: found.usedAt ?? secondFactorAt,
  }
  if (!needsConfirmation(state, stepUp.areOperatorsObliged, stepUp.realTime())) return
  const session = sessionId === null ? undefined : { accountId: account.id, sessionId, source }
  throw secondFactorRequired(session && stepUp.offer(session))
}
