import { randomBytes } from 'node:crypto'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import { findRepeated } from '../../../../directory/repeats/actions.ts'
import { listKnownSubscriptions } from '../../../../directory/subscriptions/store.ts'
import { announce } from '../../../../platform/db/changes/announce.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import {
  audienceDoesNotFit,
  drillForOthers,
  eventActiveAlready,
  eventExists,
  eventNotFound,
  eventResolvedAlready,
  eventTooLarge,
  finalReviewThere,
  regionsTooMany,
  serviceRegionUnknown,
  subscriptionsUnknown,
} from '../../errors.ts'
import { type PublishedRecord, withGuids } from '../../events/rules.ts'
import { inputProperties } from '../../events/wire.ts'
import { type Audience, EVENTS_TOPIC, reachOf } from '../../rules.ts'
import { addImpact, MOST_BYTES, MOST_REGIONS } from '../impact/rules.ts'
import { makeGuid, registerEventNames } from '../registry/actions.ts'
import type { RegisteredNames } from '../registry/wire.ts'
import { toRow } from '../stored-event/rules.ts'
import {
  type Change,
  type Creation,
  deriveEvent,
  type EventState,
  isForOthers,
  judgeChange,
  judgeGrowth,
  type Maker,
  type Revision,
  revise,
  saysMore,
  serviceRegionsOf,
  toStoredProperties,
} from './rules.ts'
import * as store from './store.ts'
import type { AudienceInput, NewEvent, NewImpact } from './wire.ts'

/** The properties that an operator can send. */
export const EVENT_PROPERTIES: readonly string[] = Object.keys(inputProperties)

export type Published = Readonly<{
  trackingId: string
  audience: Audience['kind']
  record: PublishedRecord
  revisions: number
  /** Services and regions that this very change made known. */
  registered?: RegisteredNames
}>

/** Publishes a new event. A repeat under the same key publishes nothing. */
export async function publishEvent(db: Db, call: Call, input: NewEvent): Promise<Published> {
  const change = prepareEvent(input)
  const done = await runOperatorTransaction(db, call, async (trx) => {
    const trackingId = input.trackingId?.toUpperCase() ?? makeTrackingId()
    const repeated = await findRepeated(trx, call, trackingId)
    if (repeated !== undefined) return findPublished(trx, repeated)
    const revision = { ...makerOf(call), at: call.at, change }
    const state = deriveEvent([revision])
    const names = { added: change.impact }
    const { guids, registered } = await registerEventNames(
      trx,
      names,
      input.allowUnknownNames ?? false,
    )
    const row = toRow(trackingId, state, guids)
    refuseExcess(row.record, change)
    if (!(await store.insertEvent(trx, row))) throw eventExists(trackingId)
    const published = await publish(trx, call, { row, number: 1, revision, state })
    return { ...published, registered }
  })
  announce(db, EVENTS_TOPIC)
  return done
}

/** Adds one revision to an event; what the event is now follows from all of them. */
export async function reviseEvent(
  db: Db,
  call: Call,
  trackingId: string,
  change: Exclude<Change, Creation>,
  allowUnknownNames = false,
): Promise<Published> {
  const done = await runOperatorTransaction(db, call, async (trx) => {
    const repeated = await findRepeated(trx, call, trackingId)
    if (repeated !== undefined) return findPublished(trx, repeated)
    const before = await store.lockEvent(trx, trackingId)
    if (!before) throw eventNotFound(trackingId)
    const revisions = (await store.listRevisions(trx, trackingId)).map(toRevision)
    const state = deriveEvent(revisions)
    refuse(judgeChange(state, change))
    if (change.kind === 'audience') refuseOthers(state.isDrill, change.audience)
    // Later than the one before, whatever the clocks of two nodes say.
    const at = new Date(Math.max(call.at.getTime(), before.last_update_time.getTime() + 1))
    const revision = { ...makerOf(call), at, change }
    const revised = revise(state, revision)
    const { guids, registered } = await registerEventNames(
      trx,
      { added: ('impact' in change && change.impact) || [], before: servicesOf(state) },
      allowUnknownNames,
    )
    const row = toRow(trackingId, revised, guids)
    refuseExcess(row.record, change)
    await store.replaceEvent(trx, row)
    const step = { row, number: revisions.length + 1, revision, state: revised }
    return { ...(await publish(trx, call, step)), registered }
  })
  announce(db, EVENTS_TOPIC)
  return done
}

/** A misspelt id would reach nobody, and nobody would notice. */
export async function requireNamed(db: Db, audience: Audience): Promise<void> {
  if (audience.kind !== 'subscriptions') return
  const known = new Set(await listKnownSubscriptions(db, audience.subscriptions))
  const unknown = audience.subscriptions.filter((id) => !known.has(id))
  if (unknown.length > 0) throw subscriptionsUnknown(unknown)
}

type Step = Readonly<{
  row: ReturnType<typeof toRow>
  number: number
  revision: Revision
  state: EventState
}>

/** The revision itself, whom it reaches, and that it happened. */
async function publish(
  trx: Trx,
  call: Call,
  { row, number, revision, state }: Step,
): Promise<Published> {
  const { at, change, madeBy, madeByType } = revision
  const { tracking_id: trackingId, audience, record } = row
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
  const reach = { trackingId, lastUpdateTime: at, isActive: row.status === 'Active' }
  await store.setReach(trx, reach, reachOf(state.audience, serviceRegionsOf(state)))
  await recordAudit(trx, actor, {
    scopeId: 'platform',
    action: `event.${change.kind}`,
    target: `event ${trackingId}`,
    after: { revision: number, ...(state.isDrill && { isDrill: true }) },
  })
  return { trackingId, audience, record: JSON.parse(record), revisions: number }
}

const servicesOf = ({ impact }: EventState) =>
  impact.map(({ impactedService }) => ({ impactedService }))

export async function findPublished(db: Db, trackingId: string): Promise<Published> {
  const found = await store.findEvent(db, trackingId)
  if (!found) throw eventNotFound(trackingId)
  return toPublished(found)
}

export const toPublished = ({ guids, ...found }: store.PublishedRow): Published => ({
  ...found,
  record: withGuids(found.record as unknown as PublishedRecord, guids),
})

function refuse(verdict: ReturnType<typeof judgeChange>): void {
  if (!verdict) return
  if (verdict.fault === 'unknown place') throw serviceRegionUnknown(verdict.serviceRegion)
  if (verdict.fault === 'final review there') throw finalReviewThere()
  if (verdict.fault === 'too many regions') throw regionsTooMany(verdict.regions, MOST_REGIONS)
  if (verdict.fault === 'too large') throw eventTooLarge(MOST_BYTES)
  throw verdict.fault === 'resolved already' ? eventResolvedAlready() : eventActiveAlready()
}

function refuseOthers(isDrill: boolean, audience: Audience): void {
  if (isForOthers(isDrill, audience)) throw drillForOthers()
}

function refuseExcess(record: string, change: Change): void {
  if (saysMore(change) && Buffer.byteLength(record) > MOST_BYTES) throw eventTooLarge(MOST_BYTES)
}

export function toAudience({ kind, subscriptions }: AudienceInput): Audience {
  if ((kind === 'subscriptions') !== (subscriptions !== undefined)) throw audienceDoesNotFit()
  if (kind !== 'subscriptions') return { kind }
  return { kind, subscriptions: [...new Set(subscriptions?.map((id) => id.toLowerCase()))] }
}

/** The event as it would be created; refused when it is a drill for others or visibly too large. */
export function prepareEvent(input: NewEvent): Creation {
  const change = toCreation(input)
  refuseOthers(change.isDrill === true, change.audience)
  refuse(judgeGrowth(addImpact([], change.impact, ''), change, true))
  return change
}

const toCreation = (input: NewEvent): Creation => ({
  kind: 'create',
  audience: toAudience(input.audience),
  eventType: input.eventType,
  isEventSensitive: input.isEventSensitive ?? false,
  ...(input.isDrill && { isDrill: true }),
  facts: toStoredProperties(input.properties ?? {}),
  impact: toImpact(input.impact ?? []),
  eventTags: input.eventTags ?? [],
  ...(input.imported && { imported: input.imported }),
})

/** A service that was given no permanent id has the one its name makes. */
export const toImpact = (impact: readonly NewImpact[]) =>
  impact.map(({ impactedService, impactedServiceGuid, impactedRegions = [] }) => ({
    impactedService,
    impactedServiceGuid: impactedServiceGuid ?? makeGuid(impactedService),
    impactedRegions,
  }))

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

export const toRevision = (row: store.RevisionRow): Revision => ({
  at: row.at,
  madeBy: row.made_by,
  madeByType: row.made_by_type as Maker,
  change: row.change as unknown as Change,
})
