import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { actorOf, recordAudit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/caller.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { operate } from '../../../../platform/db/operate.ts'
import { foldCase } from '../../../../platform/fold-case.ts'
import {
  audienceDoesNotFit,
  eventActiveAlready,
  eventExists,
  eventNotFound,
  eventResolvedAlready,
  finalReviewThere,
  placeUnknown,
  requestRepeatedOtherwise,
  subscriptionsUnknown,
  textUnstorable,
} from '../../errors.ts'
import type { PublishedRecord } from '../../events/rules.ts'
import { type Audience, isStorable, reachOf } from '../../rules.ts'
import { listKnown } from '../footprints/store.ts'
import {
  type Change,
  type Creation,
  deriveEvent,
  type EventState,
  judgeChange,
  type Maker,
  priorityOf,
  type Revision,
  statusOf,
  toFacts,
} from './rules.ts'
import * as store from './store.ts'
import type { NewEvent, NewImpact, WhomItReaches } from './wire.ts'

export type Published = Readonly<{ row: store.EventRow; revisions: number }>

/** Publishes a new event. Asked again under the same request id, it is not published again. */
export async function publishEvent(db: Db, call: Call, wish: NewEvent): Promise<Published> {
  const change = toCreation(wish)
  if (!isStorable(change)) throw textUnstorable()
  return operate(db, call, async (trx) => {
    const wished = wish.trackingId?.toUpperCase()
    const repeated = await findRepeated(trx, call, change, wished)
    if (repeated) return read(trx, repeated)
    const trackingId = wished ?? makeTrackingId()
    const revision = { ...makerOf(call), at: call.at, change }
    const state = deriveEvent([revision])
    if (!(await store.insertEvent(trx, toRow(trackingId, state)))) throw eventExists(trackingId)
    await publish(trx, call, { trackingId, number: 1, revision, state })
    return read(trx, trackingId)
  })
}

/** Adds one revision to an event; what the event is now follows from all of them. */
export async function reviseEvent(
  db: Db,
  call: Call,
  trackingId: string,
  change: Exclude<Change, Creation>,
): Promise<Published> {
  if (!isStorable(change)) throw textUnstorable()
  return operate(db, call, async (trx) => {
    const repeated = await findRepeated(trx, call, change, trackingId)
    if (repeated) return read(trx, repeated)
    const before = await store.lockEvent(trx, trackingId)
    if (!before) throw eventNotFound(trackingId)
    const revisions = (await store.listRevisions(trx, trackingId)).map(toRevision)
    refuse(judgeChange(deriveEvent(revisions), change))
    // Later than the one before, whatever the clocks of two nodes say.
    const at = new Date(Math.max(call.at.getTime(), before.last_update_time.getTime() + 1))
    const revision = { ...makerOf(call), at, change }
    const state = deriveEvent([...revisions, revision])
    await store.replaceEvent(trx, toRow(trackingId, state))
    await publish(trx, call, { trackingId, number: revisions.length + 1, revision, state })
    return read(trx, trackingId)
  })
}

/** The event that this caller's request of the same name was about. Another request under it is refused. */
async function findRepeated(
  trx: Trx,
  call: Call,
  change: Change,
  trackingId: string | undefined,
): Promise<string | undefined> {
  if (call.clientRequestId === undefined) return undefined
  const { id } = actorOf(call)
  await store.lockRequest(trx, id, call.clientRequestId)
  const earlier = await store.findRequest(trx, id, call.clientRequestId)
  if (!earlier) return undefined
  const isSame = isDeepStrictEqual(earlier.change, JSON.parse(JSON.stringify(change)))
  if (!isSame || (trackingId !== undefined && trackingId !== earlier.tracking_id)) {
    throw requestRepeatedOtherwise(call.clientRequestId)
  }
  return earlier.tracking_id
}

/** A misspelt id would reach nobody, and nobody would notice. */
async function requireNamed(trx: Trx, audience: Audience): Promise<void> {
  if (audience.kind !== 'subscriptions') return
  const known = new Set(await listKnown(trx, audience.subscriptions))
  const unknown = audience.subscriptions.filter((id) => !known.has(id))
  if (unknown.length > 0) throw subscriptionsUnknown(unknown)
}

type Step = Readonly<{ trackingId: string; number: number; revision: Revision; state: EventState }>

/** The revision itself, whom it reaches, and that it happened: for us, and for whoever is to be told. */
async function publish(
  trx: Trx,
  call: Call,
  { trackingId, number, revision, state }: Step,
): Promise<void> {
  const { at, change, madeBy, madeByType } = revision
  const actor = actorOf(call)
  if ('audience' in change) await requireNamed(trx, change.audience)
  await store.insertRevision(trx, {
    tracking_id: trackingId,
    number,
    at,
    change: JSON.stringify(change),
    made_by: madeBy,
    made_by_type: madeByType,
    actor_id: actor.id,
    client_request_id: call.clientRequestId ?? null,
  })
  const isActive = statusOf(state) === 'Active'
  const reach = { trackingId, lastUpdateTime: at, isActive }
  await store.setReach(trx, reach, reachOf(state.audience, placesOf(state)))
  const record = JSON.stringify(toRecord(state))
  await store.insertOutbox(trx, { id: randomUUIDv7(), tracking_id: trackingId, number, at, record })
  await recordAudit(trx, actor, {
    scopeId: 'platform',
    action: `event.${change.kind}`,
    target: `event ${trackingId}`,
    after: { revision: number },
  })
}

const placesOf = ({ impact }: EventState) =>
  impact.map(({ impactedService, impactedRegions, isEverywhere }) => ({
    impactedService,
    impactedRegions: impactedRegions.map(({ impactedRegion }) => impactedRegion),
    isEverywhere,
  }))

async function read(trx: Trx, trackingId: string): Promise<Published> {
  const row = await store.findEvent(trx, trackingId)
  if (!row) throw eventNotFound(trackingId)
  const revisions = await store.listRevisions(trx, trackingId)
  return { row, revisions: revisions.length }
}

function refuse(verdict: ReturnType<typeof judgeChange>): void {
  if (!verdict) return
  if (verdict.fault === 'unknown place') throw placeUnknown(verdict.place)
  if (verdict.fault === 'final review there') throw finalReviewThere()
  throw verdict.fault === 'resolved already' ? eventResolvedAlready() : eventActiveAlready()
}

export function toAudience({ kind, subscriptions }: WhomItReaches): Audience {
  if ((kind === 'subscriptions') !== (subscriptions !== undefined)) throw audienceDoesNotFit()
  if (kind !== 'subscriptions') return { kind }
  return { kind, subscriptions: [...new Set(subscriptions?.map((id) => id.toLowerCase()))] }
}

const toCreation = (wish: NewEvent): Creation => ({
  kind: 'create',
  audience: toAudience(wish.audience),
  eventType: wish.eventType,
  isEventSensitive: wish.isEventSensitive ?? false,
  facts: toFacts(wish.properties ?? {}),
  impact: toImpact(wish.impact ?? []),
  eventTags: wish.eventTags ?? [],
  ...(wish.imported && { imported: wish.imported }),
})

/** A service that was given no permanent id has the one its name makes. */
export const toImpact = (impact: readonly NewImpact[]) =>
  impact.map(({ impactedService, impactedServiceGuid, impactedRegions = [] }) => ({
    impactedService,
    impactedServiceGuid: impactedServiceGuid ?? guidOf(impactedService),
    impactedRegions,
  }))

function guidOf(service: string): string {
  const hash = createHash('sha256').update(`service ${service.trim().toLowerCase()}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
/** As readers know them: four characters, a hyphen, and here five, so that ours do not run out. */
function makeTrackingId(): string {
  const letters = [...randomBytes(9)].map((byte) => LETTERS[byte % LETTERS.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

function makerOf({ caller }: Call): { madeBy: string; madeByType: Maker } {
  if (caller.kind === 'user') {
    return { madeBy: caller.account.name, madeByType: caller.token ? 'Key' : 'User' }
  }
  if (caller.kind === 'service') return { madeBy: caller.clientId, madeByType: 'Application' }
  return { madeBy: caller.token.id, madeByType: 'Key' }
}

const toRevision = (row: store.RevisionRow): Revision => ({
  at: row.at,
  madeBy: row.made_by,
  madeByType: row.made_by_type as Maker,
  change: row.change as unknown as Change,
})

const lower = (texts: readonly string[]) => [...new Set(texts.map((text) => foldCase(text)))]

function toRow(trackingId: string, event: EventState) {
  const { facts, impact, eventType, isEventSensitive, modified } = event
  const regions = impact.flatMap(({ impactedRegions }) => impactedRegions)
  const time = (text: string | undefined) => (text === undefined ? null : new Date(text))
  return {
    tracking_id: trackingId,
    audience: event.audience.kind,
    record: JSON.stringify(toRecord(event)),
    is_sensitive: isEventSensitive,
    last_update_time: new Date(modified.at),
    status: statusOf(event),
    event_type: eventType,
    event_sub_type: facts.eventSubType ?? null,
    event_level: facts.eventLevel ?? null,
    level: facts.level ?? null,
    priority: priorityOf(event),
    is_hir: facts.isHIR ?? null,
    platform_initiated: facts.platformInitiated ?? null,
    impact_start_time: time(facts.impactStartTime),
    impact_mitigation_time: time(facts.impactMitigationTime),
    services: lower(impact.map(({ impactedService }) => impactedService)),
    regions: lower(regions.map(({ impactedRegion }) => impactedRegion)),
  }
}

function toRecord(event: EventState): PublishedRecord {
  const { facts, impact, eventType, isEventSensitive, tags, created, modified } = event
  return {
    systemData: {
      createdAt: created.at,
      createdBy: created.by,
      createdByType: created.byType,
      lastModifiedAt: modified.at,
      lastModifiedBy: modified.by,
      lastModifiedByType: modified.byType,
    },
    properties: {
      ...facts,
      eventType,
      isEventSensitive,
      status: statusOf(event),
      priority: priorityOf(event),
      lastUpdateTime: modified.at,
      eventTags: [...tags],
      impact: impact.map(({ isEverywhere: _, ...service }) => structuredClone(service)) as never,
    },
  }
}
