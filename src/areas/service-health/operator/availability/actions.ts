import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { foldCase } from '../../../../platform/fold-case.ts'
import { MOST_STATES } from '../../availability/rules.ts'
import { resourceOfAnother } from '../../errors.ts'
import { requireSubscriptions } from '../footprints/actions.ts'
import * as store from './store.ts'
import type { AvailabilityChange, NewAvailability } from './wire.ts'

/** Sets how resources are, from now on. Done twice, it is the same. */
export async function changeAvailability(
  db: Db,
  call: Call,
  subscriptionId: string,
  { set = [], remove = [] }: AvailabilityChange,
): Promise<void> {
  for (const resourceId of [...set.map((given) => given.resourceId), ...remove])
    requireOwn(subscriptionId, resourceId)
  const rows = new Map(set.map(toRow).map((row) => [row.key, row]))
  const removed = remove.map(foldCase)
  await runOperatorTransaction(db, call, async (trx) => {
    // Locked, so that two changes of one resource come one after the other.
    await requireSubscriptions(trx, [subscriptionId])
    await store.noteChanges(trx, subscriptionId, [...rows.values()], call.at)
    await store.removeStates(trx, subscriptionId, removed)
    await store.endStates(trx, subscriptionId, [...rows.values()], call.at)
    await store.putStates(trx, subscriptionId, [...rows.values()], call.at)
    await store.trimHistory(trx, subscriptionId, [...rows.keys()], MOST_STATES)
    await recordAudit(trx, actorOf(call), {
      scopeId: subscriptionId,
      action: 'availability.change',
      target: `subscription ${subscriptionId}`,
      after: { set: rows.size, removed: removed.length },
    })
  })
}

/** Shown to the wrong subscription, an id would tell it of somebody else's. */
function requireOwn(subscriptionId: string, resourceId: string): void {
  const [, , named = ''] = resourceId.split('/')
  if (named.toLowerCase() !== subscriptionId) throw resourceOfAnother(resourceId, subscriptionId)
}

const toRow = ({ resourceId, availabilityState, ...texts }: NewAvailability): store.NewState => ({
  key: foldCase(resourceId),
  resourceId,
  state: availabilityState,
  title: texts.title ?? null,
  summary: texts.summary ?? null,
  reasonType: texts.reasonType ?? null,
  location: texts.location ?? null,
})
