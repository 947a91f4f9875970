import { actorOf, recordAudit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/caller.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { operate } from '../../../../platform/db/operate.ts'
import { subscriptionsUnknown } from '../../errors.ts'
import { keyOfPlace } from '../../rules.ts'
import { registerPlaces } from '../registry/actions.ts'
import * as store from './store.ts'
import type { FootprintChange, FootprintLoad, FootprintPlace } from './wire.ts'

/** Each subscription has this footprint afterwards, whatever it had. Done twice, it is the same. */
export async function loadFootprints(db: Db, call: Call, { value }: FootprintLoad): Promise<void> {
  const footprints = new Map(
    value.map(({ subscriptionId, footprint }) => [subscriptionId.toLowerCase(), footprint]),
  )
  const ids = [...footprints.keys()]
  await operate(db, call, async (trx) => {
    await requireSubscriptions(trx, ids)
    await registerPlaces(trx, [...footprints.values()].flat())
    await store.clearFootprints(trx, ids)
    await store.addPlaces(
      trx,
      [...footprints].flatMap(([id, places]) => places.map((place) => toRow(id, place))),
    )
    await recordAudit(
      trx,
      actorOf(call),
      ...[...footprints].map(([id, places]) => ({
        scopeId: id,
        action: 'footprint.set',
        target: `subscription ${id}`,
        after: { places: places.length },
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
  await operate(db, call, async (trx) => {
    await requireSubscriptions(trx, [id])
    if (remove.length > 0) {
      const keys = remove.map(({ service, region }) => keyOfPlace(service, region))
      await store.removePlaces(trx, id, keys)
    }
    await registerPlaces(trx, add)
    await store.addPlaces(
      trx,
      add.map((place) => toRow(id, place)),
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
  const known = new Set(await store.lockSubscriptions(trx, ids))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw subscriptionsUnknown(unknown)
}

const toRow = (subscriptionId: string, { service, region }: FootprintPlace) => ({
  subscription_id: subscriptionId,
  key: keyOfPlace(service, region),
  service,
  region,
})
