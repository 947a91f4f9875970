import { createHash } from 'node:crypto'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { eventNotFound, resourceOfAnother } from '../../errors.ts'
import { lockEvent } from '../events/store.ts'
import { requireSubscriptions } from '../footprints/actions.ts'
import * as store from './store.ts'
import type { NewResource, ResourceChange } from './wire.ts'

/** Says which resources of which subscriptions an event hits. Done twice, it is the same. */
export async function changeResources(
  db: Db,
  call: Call,
  trackingId: string,
  { add = [], remove = [] }: ResourceChange,
): Promise<void> {
  for (const { subscriptionId, targetResourceId } of add)
    refuseOther(subscriptionId, targetResourceId)
  const added = new Map(add.map(toRow).map((row) => [`${row.subscription_id} ${row.name}`, row]))
  const removed = remove.map(({ subscriptionId, name }) => ({
    subscription_id: subscriptionId.toLowerCase(),
    name,
  }))
  const rows = [...added.values()]
  await runOperatorTransaction(db, call, async (trx) => {
    if (!(await lockEvent(trx, trackingId))) throw eventNotFound(trackingId)
    await requireSubscriptions(trx, [...new Set(rows.map((row) => row.subscription_id))])
    await store.removeResources(trx, trackingId, removed)
    await store.putResources(trx, trackingId, rows)
    const touched = new Set([...rows, ...removed].map((row) => row.subscription_id))
    const count = (of: readonly { subscription_id: string }[], id: string) =>
      of.filter((row) => row.subscription_id === id).length
    await recordAudit(
      trx,
      actorOf(call),
      ...[...touched].map((id) => ({
        scopeId: id,
        action: 'event.change-resources' as const,
        target: `event ${trackingId}`,
        after: { added: count(rows, id), removed: count(removed, id) },
      })),
    )
  })
}

/** Shown to the wrong subscription, an id would tell it of somebody else's. */
function refuseOther(subscriptionId: string, resourceId: string | undefined): void {
  if (resourceId === undefined) return
  const [, named] = /^\/subscriptions\/([^/]+)/i.exec(resourceId) ?? []
  if (named !== undefined && named.toLowerCase() !== subscriptionId.toLowerCase()) {
    throw resourceOfAnother(resourceId, subscriptionId)
  }
}

/** One that was given no name has the one its target makes, so that it is the same one next time. */
function toRow({ subscriptionId, name, info = [], ...target }: NewResource) {
  const { targetResourceId, targetResourceType, targetRegion } = target
  const targetText = JSON.stringify(
    targetResourceId === undefined
      ? [targetResourceType, targetRegion, info]
      : [targetResourceId.toLowerCase()],
  )
  return {
    subscription_id: subscriptionId.toLowerCase(),
    tracking_id: '',
    name: name ?? createHash('sha256').update(targetText).digest('hex').slice(0, 32),
    target_resource_type: targetResourceType ?? null,
    target_resource_id: targetResourceId ?? null,
    target_region: targetRegion ?? null,
    info: JSON.stringify(info),
  }
}
