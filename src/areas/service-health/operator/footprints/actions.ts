import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import { lockSubscriptions } from '../../../../directory/subscriptions/store.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { subscriptionsUnknown } from '../../errors.ts'
import { keyOfServiceRegion } from '../../rules.ts'
import { registerServiceRegions } from '../registry/actions.ts'
import * as store from './store.ts'
import type { FootprintChange, FootprintLoad, FootprintServiceRegion } from './wire.ts'

/** Each subscription has this footprint afterwards, whatever it had. Done twice, it is the same. */
export async function loadFootprints(db: Db, call: Call, { value }: FootprintLoad): Promise<void> {
  const footprints = new Map(
    value.map(({ subscriptionId, footprint }) => [subscriptionId.toLowerCase(), footprint]),
  )
  const ids = [...footprints.keys()]
  await runOperatorTransaction(db, call, async (trx) => {
    await requireSubscriptions(trx, ids)
    await registerServiceRegions(trx, [...footprints.values()].flat())
    await store.clearFootprints(trx, ids)
    await store.insertServiceRegions(
      trx,
      [...footprints].flatMap(([id, serviceRegions]) =>
        serviceRegions.map((serviceRegion) => toRow(id, serviceRegion)),
      ),
    )
    await recordAudit(
      trx,
      actorOf(call),
      ...[...footprints].map(([id, serviceRegions]) => ({
        scopeId: id,
        action: 'footprint.set' as const,
        target: `subscription ${id}`,
        after: { serviceRegions: serviceRegions.length },
      })),
    )
  })
}

export async function changeFootprint(
  db: Db,
  call: Call,
  id: string,
  { add = [], remove = [] }: FootprintChange,
): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    await requireSubscriptions(trx, [id])
    if (remove.length > 0) {
      const keys = remove.map(({ service, region }) => keyOfServiceRegion(service, region))
      await store.deleteServiceRegions(trx, id, keys)
    }
    await registerServiceRegions(trx, add)
    await store.insertServiceRegions(
      trx,
      add.map((serviceRegion) => toRow(id, serviceRegion)),
    )
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'footprint.change',
      target: `subscription ${id}`,
      after: { add, remove },
    })
  })
}

export async function requireSubscriptions(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set(await lockSubscriptions(trx, ids))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw subscriptionsUnknown(unknown)
}

const toRow = (subscriptionId: string, { service, region }: FootprintServiceRegion) => ({
  subscription_id: subscriptionId,
  key: keyOfServiceRegion(service, region),
  service,
  region,
})
