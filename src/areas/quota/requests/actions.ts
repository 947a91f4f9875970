import { createHash, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import { holds, type Precondition } from '../../../platform/etag.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Turns } from '../../../platform/turns.ts'
import {
  changedMeanwhile,
  requestNotFound,
  requestSent,
  resourceRepeated,
  resourcesUnknown,
  resourceTypeDiffers,
  superseded,
  unitDiffers,
} from '../errors.ts'
import { etagOfLimit, requireOffer } from '../limits/actions.ts'
import { findTwice, keyOfName, type Place, placeOf } from '../rules.ts'
import { findSame, isOpen, REPEAT_WINDOW_MS, spell } from './rules.ts'
import * as store from './store.ts'

export type Wished = Readonly<{
  name: string
  limit: number
  unit?: string | undefined
  resourceType?: string | undefined
}>

export type Asking = Readonly<{
  subscriptionId: string
  providerId: string
  location: string
  wishes: readonly Wished[]
  precondition: Precondition
}>

export type AskDeps = Readonly<{ db: Db; jobs: Jobs; turns: Turns }>

/**
 * One request for all that is wished. Repeated, it is the same request; while an open one asks for
 * something else, that one is superseded, unless the provider may know of it already.
 */
export async function askForQuota(
  { db, jobs, turns }: AskDeps,
  call: Call,
  asking: Asking,
): Promise<store.RequestRow> {
  const place = placeOf(asking.subscriptionId, asking)
  const wishes = asking.wishes.map((wish) => ({ ...wish, resourceKey: keyOfName(wish.name) }))
  const twice = findTwice(
    wishes.map(({ name }) => name),
    keyOfName,
  )
  if (twice !== undefined) throw resourceRepeated(twice)
  const fingerprint = createHash('sha256')
    .update(spell(place.providerKey, place.locationKey, wishes))
    .digest()
  const keys = wishes.map(({ resourceKey }) => resourceKey).sort()
  const names = keys.map((key) => JSON.stringify([...Object.values(place), key]))
  const ask = async (trx: Trx) => {
    // Sorted, so that two requests on two nodes cannot wait for each other.
    for (const key of keys) await lockByName(trx, 'quota', ...Object.values(place), key)
    const repeated = await findRepeated(trx, call, place, fingerprint)
    if (repeated) return readBack(trx, place, repeated)
    const id = randomUUIDv7()
    for (;;) {
      const found = await store.findAskable(trx, place, keys, fingerprint)
      const offer = await requireOffer(trx, asking, found)
      const askable = new Map(offer.rows.map((row) => [row.key, row]))
      refuseWrong(wishes, askable, offer.provider, asking.precondition)
      const same = await findOpen(trx, place, wishes, offer.rows)
      if (same) return readBack(trx, place, same)
      // What ended meanwhile may have changed the limit: look again.
      if (!(await supersede(trx, call, place, offer.rows, id))) continue
      return insert(trx, jobs, call, place, { id, wishes, askable, fingerprint })
    }
  }
  return turns(names, () => db.transaction().execute(ask))
}

type Keyed = Wished & Readonly<{ resourceKey: string }>

async function findRepeated(
  trx: Trx,
  call: Call,
  { subscriptionId }: Place,
  fingerprint: Buffer,
): Promise<string | undefined> {
  const { clientRequestId, at } = call
  if (clientRequestId === undefined) return undefined
  const since = new Date(at.getTime() - REPEAT_WINDOW_MS)
  const actorId = actorOf(call).id
  return store.findRepeated(trx, { subscriptionId, actorId, clientRequestId, fingerprint, since })
}

async function readBack(trx: Trx, place: Place, id: string): Promise<store.RequestRow> {
  const found = await store.findRequest(trx, { place, id })
  if (!found) throw requestNotFound(id)
  return found
}

function refuseWrong(
  wishes: readonly Keyed[],
  askable: ReadonlyMap<string, store.Askable>,
  provider: string,
  precondition: Precondition,
): void {
  const unknown = wishes.filter(({ resourceKey }) => !askable.has(resourceKey))
  if (unknown.length > 0) {
    throw resourcesUnknown(
      unknown.map(({ name }) => name),
      provider,
    )
  }
  for (const { name, unit, resourceType, resourceKey } of wishes) {
    const row = askable.get(resourceKey)
    if (!row) continue
    if (unit !== undefined && unit.toLowerCase() !== row.unit.toLowerCase()) {
      throw unitDiffers(name, unit, row.unit)
    }
    if (
      resourceType !== undefined &&
      resourceType.toLowerCase() !== row.resourceType?.toLowerCase()
    ) {
      throw resourceTypeDiffers(name, resourceType, row.resourceType)
    }
    if (!holds(precondition, etagOfLimit(row))) throw changedMeanwhile()
  }
}

async function findOpen(
  trx: Trx,
  place: Place,
  wishes: readonly Keyed[],
  rows: readonly store.Askable[],
): Promise<string | undefined> {
  const open = toOpen(rows)
  const same = findSame(wishes, open)
  if (same === undefined || open.size === wishes.length) return same
  const keys = wishes.map(({ resourceKey }) => resourceKey)
  return (await store.isOvertaken(trx, place, keys, same)) ? undefined : same
}

const toOpen = (rows: readonly store.Askable[]) =>
  new Map(
    rows.flatMap(({ key, openRequestId, openLimit, openIsSame }) =>
      openRequestId === null || openLimit === null
        ? []
        : [[key, { requestId: openRequestId, askedLimit: openLimit, isSame: openIsSame }]],
    ),
  )

/** False when one of them ended by itself before it could be. */
async function supersede(
  trx: Trx,
  call: Call,
  { subscriptionId }: Place,
  rows: readonly store.Askable[],
  by: string,
): Promise<boolean> {
  for (const { name, openId, openRequestId } of rows) {
    if (openId === null || openRequestId === null) continue
    const key = { subscriptionId, requestId: openRequestId, subRequestId: openId }
    const ended = await store.movePart(trx, key, {
      to: 'Failed',
      only: 'unsent',
      set: { ...superseded(by), ended_at: call.at },
    })
    if (!ended) {
      const part = await store.lockPart(trx, key)
      if (part && isOpen(part.state)) throw requestSent(name, openRequestId)
      return false
    }
    await recordAudit(trx, actorOf(call), {
      scopeId: subscriptionId,
      action: 'quota.supersede',
      target: `quota request ${openRequestId}`,
      after: { resource: name, by },
    })
  }
  return true
}

type NewRequest = Readonly<{
  id: string
  wishes: readonly Keyed[]
  askable: ReadonlyMap<string, store.Askable>
  fingerprint: Buffer
}>

async function insert(
  trx: Trx,
  jobs: Jobs,
  call: Call,
  { subscriptionId, providerKey, locationKey }: Place,
  { id, wishes, askable, fingerprint }: NewRequest,
): Promise<store.RequestRow> {
  const actor = actorOf(call)
  const submittedAt = new Date(Math.floor(call.at.getTime() / 1000) * 1000)
  const parts = wishes.map(({ resourceKey, limit }, number) => {
    const resource = askable.get(resourceKey) as store.Askable
    const of = { subscriptionId, id, providerKey, locationKey }
    return { ...toPart(resource, limit, call.at, of), number }
  })
  const request = {
    subscription_id: subscriptionId,
    id,
    provider_key: providerKey,
    location_key: locationKey,
    submitted_at: submittedAt,
    actor_id: actor.id,
    requested_by: requesterOf(call),
    client_request_id: call.clientRequestId ?? null,
    fingerprint,
  }
  await store.insertRequest(trx, request, parts)
  await jobs.enqueue(
    trx,
    'quota.decide',
    parts.map((part) => ({ subscriptionId, requestId: id, subRequestId: part.id })),
  )
  await recordAudit(trx, actor, {
    scopeId: subscriptionId,
    action: 'quota.ask',
    target: `quota request ${id}`,
    after: Object.fromEntries(parts.map(({ name, asked_limit }) => [name, asked_limit])),
  })
  return { id, submittedAt, parts }
}

function toPart(
  { key, name, displayName, unit, resourceType }: store.Askable,
  limit: number,
  at: Date,
  of: { subscriptionId: string; id: string; providerKey: string; locationKey: string },
): Omit<store.PartRow, 'number'> {
  return {
    subscription_id: of.subscriptionId,
    request_id: of.id,
    id: randomUUIDv7(),
    provider_key: of.providerKey,
    location_key: of.locationKey,
    resource_key: key,
    name,
    display_name: displayName,
    unit,
    resource_type: resourceType,
    asked_limit: limit,
    granted_limit: null,
    state: 'Accepted',
    code: null,
    message: 'Accepted, and not looked at yet.',
    created_at: at,
    sent_at: null,
    tries: 0,
    last_error: null,
    gave_up_at: null,
    ended_at: null,
  }
}

function requesterOf({ caller }: Call): string {
  if (caller.kind === 'user') return caller.account.name
  return caller.kind === 'service' ? caller.clientId : caller.token.id
}
