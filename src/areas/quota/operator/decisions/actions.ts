import { actorOf } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/caller.ts'
import { operate } from '../../../../platform/db/operate.ts'
import { type EngineDeps, endPart, grant } from '../../deciding/actions.ts'
import { refuseGrant } from '../../deciding/rules.ts'
import { findFacts } from '../../deciding/store.ts'
import { decidedAlready, grantRefused, partNotFound } from '../../errors.ts'
import { lockPart, type PartKey } from '../../requests/store.ts'
import type { Decision } from './wire.ts'

const DENIED = 'QuotaNotAvailableForResource'

/** A person's word on a part that waits for one. Who comes second is told so. */
export async function decideByHand(
  deps: EngineDeps,
  call: Call,
  key: PartKey,
  { decision, reason, limit, code = DENIED }: Decision,
): Promise<void> {
  const actor = actorOf(call)
  await operate(deps.db, call, async (trx) => {
    const part = await lockPart(trx, key)
    if (!part) throw partNotFound()
    if (part.state !== 'InProgress' || part.granted_limit !== null) throw decidedAlready()
    if (decision === 'deny') {
      const ending = { code, message: `Denied: ${reason}` }
      await endPart(trx, part, actor, { to: 'Failed', only: 'undecided', ...ending })
      return
    }
    const granted = limit ?? part.asked_limit
    const wrong = refuseGrant(granted, await findFacts(trx, part))
    if (wrong) throw grantRefused(wrong)
    await grant(trx, deps, part, actor, { limit: granted, reason: `because: ${reason}` })
  })
}
