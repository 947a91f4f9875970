import type { Db } from '../../../platform/db/connect.ts'
import {
  type DecidingDeps,
  decideSubRequest,
  endSubRequest,
  grant,
  quotaProcessAt,
} from '../deciding/actions.ts'
import { type RuleSet, refuseGrant } from '../deciding/rules.ts'
import { findRuleInput } from '../deciding/store.ts'
import { deniedByOperator } from '../errors.ts'
import { lockSubRequest, type SubRequestRow } from '../requests/store.ts'
import type { SubRequestJob } from '../rules.ts'
import * as store from './store.ts'

/** How an emulator ends a sub-request. Without a limit, all that was requested is granted. */
export type ScriptedEnd =
  | Readonly<{ kind: 'grant'; limit?: number }>
  | Readonly<{ kind: 'deny'; code?: string; reason?: string }>

const BY_SCRIPT: RuleSet = { decrease: 'ask', withinHeadroom: 'ask', beyondHeadroom: 'ask' }
const REASON = 'The emulator is configured to deny it.'

export const findSubRequest = (db: Db, job: SubRequestJob): Promise<SubRequestRow | undefined> =>
  store.findSubRequest(db, job)

/** As where a person decides. What nobody could grant ends here. */
export const holdSubRequest = (deps: DecidingDeps, job: SubRequestJob): Promise<void> =>
  decideSubRequest({ ...deps, quotaRules: BY_SCRIPT }, job)

/** In place of that person, unless somebody has decided meanwhile. */
export async function endByScript(
  deps: DecidingDeps,
  job: SubRequestJob,
  end: ScriptedEnd,
): Promise<void> {
  const actor = quotaProcessAt(deps.productTime)
  await deps.db.transaction().execute(async (trx) => {
    const subRequest = await lockSubRequest(trx, job)
    if (subRequest?.state !== 'InProgress' || subRequest.granted_limit !== null) return
    if (end.kind === 'deny') {
      const failure = deniedByOperator(end.reason ?? REASON, end.code)
      await endSubRequest(trx, subRequest, actor, { to: 'Failed', ...failure })
      return
    }
    const limit = Math.min(end.limit ?? subRequest.asked_limit, subRequest.asked_limit)
    const refusal = refuseGrant(limit, await findRuleInput(trx, subRequest))
    if (refusal) {
      const { code, message } = refusal
      await endSubRequest(trx, subRequest, actor, { to: 'Failed', code, message })
      return
    }
    await grant(trx, deps, subRequest, actor, { limit, reason: 'as configured in the emulator.' })
  })
}
