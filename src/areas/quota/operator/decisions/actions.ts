import { actorOf } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import { type DecidingDeps, endSubRequest, grant } from '../../deciding/actions.ts'
import { refuseGrant } from '../../deciding/rules.ts'
import { findRuleInput } from '../../deciding/store.ts'
import { decidedAlready, deniedByOperator, subRequestNotFound } from '../../errors.ts'
import { lockSubRequest, type SubRequestKey } from '../../requests/store.ts'
import type { Decision } from './wire.ts'

/** A person's word on a sub-request that waits for one. Who comes second is told so. */
export async function decideByHand(
  deps: DecidingDeps,
  call: Call,
  key: SubRequestKey,
  { decision, reason, limit, code }: Decision,
): Promise<void> {
  const actor = actorOf(call)
  await runOperatorTransaction(deps.db, call, async (trx) => {
    const subRequest = await lockSubRequest(trx, key)
    if (!subRequest) throw subRequestNotFound()
    if (subRequest.state !== 'InProgress' || subRequest.granted_limit !== null)
      throw decidedAlready()
    if (decision === 'deny') {
      const failure = deniedByOperator(reason, code)
      await endSubRequest(trx, subRequest, actor, { to: 'Failed', only: 'undecided', ...failure })
      return
    }
    const granted = limit ?? subRequest.asked_limit
    const refusal = refuseGrant(granted, await findRuleInput(trx, subRequest))
    if (refusal) throw refusal
    await grant(trx, deps, subRequest, actor, { limit: granted, reason: `because: ${reason}` })
  })
}
