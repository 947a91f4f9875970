import type { Db } from '../../platform/db/connect.ts'
import { sendStatements } from '../../platform/db/pipeline/send-statements.ts'
import {
  mapStatements,
  type Statements,
  toConstant,
} from '../../platform/db/pipeline/statements.ts'
import type { RequestError } from '../../platform/errors.ts'
import type { Call } from '../caller.ts'
import { secondFactorRequired } from './errors.ts'
import { isAsked, needsConfirmation } from './rules.ts'
import { readSecondFactorState } from './store.ts'

/** Why the caller has to give a second factor first, or nothing. No statement for whoever is not asked. */
export function judgeSecondFactor(db: Db, call: Call): Statements<RequestError | undefined> {
  const { caller, source, stepUp } = call
  if (!isAsked(caller) || stepUp === 'off') return toConstant(undefined)
  // Whoever makes calls has to say how people are asked: nobody passes because it was forgotten.
  if (stepUp === undefined)
    throw new Error('The call does not say whether a second factor is asked for.')
  const { account, sessionId, isOperatorByClaim, secondFactorAt } = caller
  return mapStatements(readSecondFactorState(db, account.id, sessionId), (found) => {
    if (!found) return undefined
    const state = {
      ...found,
      isOperator: found.isOperator || isOperatorByClaim,
      usedAt: found.usedAt ?? secondFactorAt,
    }
    if (!needsConfirmation(state, stepUp.areOperatorsObliged, stepUp.realTime())) return undefined
    const session = sessionId === null ? undefined : { accountId: account.id, sessionId, source }
    return secondFactorRequired(session && stepUp.offer(session))
  })
}

/** The same, thrown. A promise only if something must be read. */
export function confirmSecondFactor(db: Db, call: Call): Promise<void> | undefined {
  const judged = judgeSecondFactor(db, call)
  if (judged.queries.length === 0) return undefined
  return sendStatements(db, judged).then((refusal) => {
    if (refusal) throw refusal
  })
}
