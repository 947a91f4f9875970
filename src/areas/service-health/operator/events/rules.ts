import type { EventProperties, InputProperties, MAKERS } from '../../events/wire.ts'
import type { Audience } from '../../rules.ts'
import {
  addImpact,
  changeImpact,
  countRegions,
  findUnknown,
  type ImpactedService,
  MOST_BYTES,
  MOST_REGIONS,
  meansOf,
  type Region,
  type Service,
  type ServiceRegion,
  type Status,
  statusesOf,
} from '../impact/rules.ts'
import type { EventReview } from './wire.ts'

export type Maker = (typeof MAKERS)[number]

type UpdateText = Readonly<{
  summary?: string
  eventTags?: readonly string[]
  where?: readonly ServiceRegion[]
}>
/** Stored, and answered to operators, with these names: `facts` are the properties that were sent. */
export type Change = Readonly<
  | {
      kind: 'create'
      audience: Audience
      eventType: NonNullable<EventProperties['eventType']>
      isEventSensitive: boolean
      /** Absent if it is none. */
      isDrill?: true
      facts: Partial<InputProperties>
      impact: readonly ImpactedService[]
      eventTags: readonly string[]
      imported?: Readonly<{ createdBy: string; createdByType: Maker; createdAt: string }>
    }
  | (UpdateText & {
      kind: 'update'
      facts?: Partial<InputProperties>
      /** Services and regions that are hit from now on too. */
      impact?: readonly ImpactedService[]
    })
  | (UpdateText & { kind: 'resolve'; impactMitigationTime?: string })
  | (UpdateText & { kind: 'reopen' })
  | { kind: 'review'; stage: EventReview['stage']; description: string; summary?: string }
  | { kind: 'false-positive'; summary?: string }
  | { kind: 'audience'; audience: Audience }
>
export type Creation = Extract<Change, { kind: 'create' }>

/** One thing that was said about an event. They are only ever added. */
export type Revision = Readonly<{
  at: Date
  madeBy: string
  madeByType: Maker
  change: Change
}>

/** An event as its revisions make it. */
export type EventState = Readonly<{
  audience: Audience
  eventType: Creation['eventType']
  isEventSensitive: boolean
  isDrill: boolean
  properties: Partial<InputProperties>
  impact: readonly Service[]
  /** Counts as long as nothing that is hit has a status. */
  ownStatus: Status
  tags: readonly string[]
  created: Readonly<{ at: string; by: string; byType: Maker }>
  modified: Readonly<{ at: string; by: string; byType: Maker }>
}>

const TAG = {
  falsePositive: 'False Positive',
  preliminary: 'Preliminary PIR',
  final: 'Final PIR',
} as const

const TIMES = ['impactStartTime', 'impactMitigationTime'] as const

/** As they are kept: times in UTC, whatever zone they were given in. */
export function toStoredProperties(given: Partial<InputProperties>): Partial<InputProperties> {
  const times = TIMES.flatMap((name) => {
    const time = given[name]
    return time === undefined ? [] : [[name, toUtc(time)]]
  })
  return { ...given, ...Object.fromEntries(times) }
}

export const toUtc = (time: string) => new Date(time).toISOString()

export function deriveEvent(revisions: readonly Revision[]): EventState {
  const [first, ...rest] = revisions
  if (first?.change.kind !== 'create') throw new Error('an event begins with its creation')
  return rest.reduce(revise, begin(first, first.change))
}

function begin({ at, madeBy, madeByType }: Revision, change: Creation): EventState {
  const {
    audience,
    eventType,
    isEventSensitive,
    isDrill = false,
    facts,
    eventTags,
    imported,
  } = change
  const made = { at: at.toISOString(), by: madeBy, byType: madeByType }
  return {
    audience,
    eventType,
    isEventSensitive,
    isDrill,
    properties: facts,
    impact: addImpact([], change.impact, made.at),
    ownStatus: 'Active',
    tags: [...new Set(eventTags)],
    created: imported
      ? { at: toUtc(imported.createdAt), by: imported.createdBy, byType: imported.createdByType }
      : made,
    modified: made,
  }
}

/** What follows from one more revision. */
export function revise(
  before: EventState,
  { at, madeBy, madeByType, change }: Revision,
): EventState {
  const now = at.toISOString()
  const event = { ...before, modified: { at: now, by: madeBy, byType: madeByType } }
  switch (change.kind) {
    case 'update': {
      const wider = { ...event, impact: addImpact(event.impact, change.impact ?? [], now) }
      const updated = say(
        { ...wider, properties: { ...event.properties, ...change.facts } },
        change,
        now,
      )
      return setMitigationTime(before, updated)
    }
    case 'resolve':
      return setMitigationTime(
        before,
        say(event, change, now, 'Resolved'),
        change.impactMitigationTime === undefined ? now : toUtc(change.impactMitigationTime),
      )
    case 'reopen':
      return setMitigationTime(before, say(event, change, now, 'Active'))
    case 'review': {
      const properties = { ...event.properties, description: change.description }
      return say({ ...event, properties }, { ...change, eventTags: [TAG[change.stage]] }, now)
    }
    case 'false-positive':
      return say(event, { ...change, eventTags: [TAG.falsePositive] }, now)
    case 'audience':
      return { ...event, audience: change.audience }
    default:
      throw new Error('an event is created once')
  }
}

/** Adds an update to the regions meant, gives them the status, and the event the tags. */
function say(event: EventState, said: UpdateText, now: string, status?: Status): EventState {
  const { summary, eventTags = [], where } = said
  const update = { updateDateTime: now, eventTags: [...eventTags] }
  const touch = (region: Region): Region => ({
    ...region,
    lastUpdateTime: now,
    status: status ?? region.status,
    updates: summary === undefined ? region.updates : [...region.updates, { summary, ...update }],
  })
  const hasUpdates = countMeant(event.impact, where) > 0
  return {
    ...event,
    impact: changeImpact(event.impact, where, status, touch),
    ownStatus: status ?? event.ownStatus,
    // Without a region there is no place for updates: what is said is the summary then.
    properties:
      hasUpdates || summary === undefined ? event.properties : { ...event.properties, summary },
    tags: [...new Set([...event.tags, ...eventTags])],
  }
}

function countMeant(
  impact: readonly Service[],
  where: readonly ServiceRegion[] | undefined,
): number {
  const isMeant = meansOf(where)
  return impact
    .flatMap((service) => service.impactedRegions.map((region) => isMeant(service, region)))
    .filter(Boolean).length
}

/** The impact has an end when nothing is active any more, and none once something is again. */
function setMitigationTime(before: EventState, event: EventState, end?: string): EventState {
  const { impactMitigationTime: _, ...properties } = event.properties
  const isOver = statusOf(event) === 'Resolved'
  if (isOver && end !== undefined)
    return { ...event, properties: { ...properties, impactMitigationTime: end } }
  const isBack = !isOver && statusOf(before) === 'Resolved'
  return isBack ? { ...event, properties } : event
}

/** An event is over when all that is hit is over. */
export function statusOf({ impact, ownStatus }: EventState): Status {
  const statuses = statusesOf(impact, undefined)
  if (statuses.length === 0) return ownStatus
  return statuses.every((status) => status === 'Resolved') ? 'Resolved' : 'Active'
}

const TYPE_RANK: Partial<Record<EventState['eventType'], number>> = {
  ServiceIssue: 0,
  PlannedMaintenance: 1,
}
const LOWEST_TYPE = 2
const LEVEL_RANK = { Critical: 0, Error: 1, Warning: 2, Informational: 3 } as const

/** 0 to 23, 0 the most urgent: what is active before what is over, then by type, then by level. */
export function priorityOf(event: EventState): number {
  const status = statusOf(event) === 'Active' ? 0 : 1
  const type = TYPE_RANK[event.eventType] ?? LOWEST_TYPE
  return 12 * status + 4 * type + LEVEL_RANK[event.properties.eventLevel ?? 'Informational']
}

export type ChangeFault =
  | { fault: 'unknown place'; serviceRegion: ServiceRegion }
  | { fault: 'resolved already' }
  | { fault: 'active already' }
  | { fault: 'final review there' }
  | { fault: 'too many regions'; regions: number }
  | { fault: 'too large' }

/** Whether a change makes sense for the event as it is. */
export function judgeChange(event: EventState, change: Change): ChangeFault | undefined {
  const isBehind = change.kind === 'review' && change.stage === 'preliminary'
  if (isBehind && event.tags.includes(TAG.final)) return { fault: 'final review there' }
  const where = 'where' in change ? change.where : undefined
  // An update may be for what it adds itself.
  const added = change.kind === 'update' ? (change.impact ?? []) : []
  const impact = addImpact(event.impact, added, '')
  const unknown = findUnknown(impact, where)
  if (unknown) return { fault: 'unknown place', serviceRegion: unknown }
  const met = statusesOf(impact, where)
  const statuses = met.length > 0 ? met : [statusOf(event)]
  if (change.kind === 'resolve' && !statuses.includes('Active'))
    return { fault: 'resolved already' }
  if (change.kind === 'reopen' && !statuses.includes('Resolved')) return { fault: 'active already' }
  return judgeGrowth(impact, change, added.length > 0)
}

/** A drill is for subscriptions that were named: nobody else is to take it for an event. */
export const isForOthers = (isDrill: boolean, audience: Audience) =>
  isDrill && audience.kind !== 'subscriptions'

/** What can be seen to be too much before it is worked out. */
export function judgeGrowth(
  impact: readonly Service[],
  change: Change,
  isWider: boolean,
): ChangeFault | undefined {
  const regions = countRegions(impact)
  if (isWider && regions > MOST_REGIONS) return { fault: 'too many regions', regions }
  const { summary = '', where } = 'summary' in change ? (change as UpdateText) : {}
  const isTooMuch = summary.length * countMeant(impact, where) > MOST_BYTES
  return isTooMuch ? { fault: 'too large' } : undefined
}

/** An event that is full can still be resolved, reopened and be for others, as long as nothing is said. */
export function saysMore(change: Change): boolean {
  switch (change.kind) {
    case 'audience':
      return false
    case 'resolve':
    case 'reopen':
      return change.summary !== undefined || (change.eventTags ?? []).length > 0
    case 'false-positive':
      return change.summary !== undefined
    default:
      return true
  }
}

/** Where the event is, as its reach is computed from it. */
export const serviceRegionsOf = ({ impact }: Pick<EventState, 'impact'>) =>
  impact.map(({ impactedService, impactedRegions, everywhere }) => ({
    impactedService,
    impactedRegions: impactedRegions.map(({ impactedRegion }) => impactedRegion),
    isEverywhere: everywhere !== undefined,
  }))
