import type { EventProperties, Facts } from '../../events/wire.ts'
import type { Audience } from '../../rules.ts'

type Status = 'Active' | 'Resolved'
export type Maker = 'User' | 'Application' | 'ManagedIdentity' | 'Key'

/** A service and, unless all of it is meant, one of its regions. */
export type Place = Readonly<{ impactedService: string; impactedRegion?: string }>
export type ImpactedService = Readonly<{
  impactedService: string
  impactedServiceGuid?: string
  impactedRegions: readonly string[]
}>

type Said = Readonly<{ summary?: string; eventTags?: readonly string[]; where?: readonly Place[] }>
export type Change = Readonly<
  | {
      kind: 'create'
      audience: Audience
      eventType: NonNullable<EventProperties['eventType']>
      isEventSensitive: boolean
      facts: Partial<Facts>
      impact: readonly ImpactedService[]
      eventTags: readonly string[]
      imported?: Readonly<{ createdBy: string; createdByType: Maker; createdAt: string }>
    }
  | (Said & {
      kind: 'update'
      facts?: Partial<Facts>
      /** Services and regions that are hit from now on too. */
      impact?: readonly ImpactedService[]
    })
  | (Said & { kind: 'resolve'; impactMitigationTime?: string })
  | (Said & { kind: 'reopen' })
  | { kind: 'review'; stage: 'preliminary' | 'final'; description: string; summary?: string }
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

type Update = { summary: string; updateDateTime: string; eventTags: string[] }
type Region = Readonly<{
  impactedRegion: string
  status: Status
  lastUpdateTime: string
  updates: readonly Update[]
}>
type Service = Readonly<{
  impactedService: string
  impactedServiceGuid?: string
  impactedRegions: readonly Region[]
  /** Hit in all its regions, whichever are named: said once, it stays so. */
  isEverywhere: boolean
}>

/** An event as its revisions make it. */
export type EventState = Readonly<{
  audience: Audience
  eventType: Creation['eventType']
  isEventSensitive: boolean
  facts: Partial<Facts>
  impact: readonly Service[]
  /** Counts as long as no region has a status. */
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
export function toFacts(given: Partial<Facts>): Partial<Facts> {
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
  const { audience, eventType, isEventSensitive, facts, eventTags, imported } = change
  const made = { at: at.toISOString(), by: madeBy, byType: madeByType }
  return {
    audience,
    eventType,
    isEventSensitive,
    facts,
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
      const told = say({ ...wider, facts: { ...event.facts, ...change.facts } }, change, now)
      return settle(before, told)
    }
    case 'resolve':
      return settle(
        before,
        say(event, change, now, 'Resolved'),
        change.impactMitigationTime === undefined ? now : toUtc(change.impactMitigationTime),
      )
    case 'reopen':
      return settle(before, say(event, change, now, 'Active'))
    case 'review': {
      const facts = { ...event.facts, description: change.description }
      return say({ ...event, facts }, { ...change, eventTags: [TAG[change.stage]] }, now)
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
function say(event: EventState, said: Said, now: string, status?: Status): EventState {
  const { summary, eventTags = [], where } = said
  const update = { updateDateTime: now, eventTags: [...eventTags] }
  const touch = (region: Region): Region => ({
    ...region,
    lastUpdateTime: now,
    status: status ?? region.status,
    updates: summary === undefined ? region.updates : [...region.updates, { summary, ...update }],
  })
  const impact = event.impact.map((service) => ({
    ...service,
    impactedRegions: service.impactedRegions.map((region) =>
      isMeant(service, region, where) ? touch(region) : region,
    ),
  }))
  const isHeard = impact.some(({ impactedRegions }) => impactedRegions.length > 0)
  return {
    ...event,
    impact,
    ownStatus: status ?? event.ownStatus,
    // Without a region there is no place for updates: what is said is the summary then.
    facts: isHeard || summary === undefined ? event.facts : { ...event.facts, summary },
    tags: [...new Set([...event.tags, ...eventTags])],
  }
}

/** The impact has an end when nothing is active any more, and none once something is again. */
function settle(before: EventState, event: EventState, end?: string): EventState {
  const { impactMitigationTime: _, ...facts } = event.facts
  const isOver = statusOf(event) === 'Resolved'
  if (isOver && end !== undefined)
    return { ...event, facts: { ...facts, impactMitigationTime: end } }
  const isBack = !isOver && statusOf(before) === 'Resolved'
  return isBack ? { ...event, facts } : event
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function isMeant(service: Service, region: Region, where: readonly Place[] | undefined): boolean {
  if (where === undefined) return true
  return where.some(
    ({ impactedService, impactedRegion }) =>
      same(impactedService, service.impactedService) &&
      (impactedRegion === undefined || same(impactedRegion, region.impactedRegion)),
  )
}

function addImpact(
  known: readonly Service[],
  added: readonly ImpactedService[],
  now: string,
): Service[] {
  const services = new Map(known.map((service) => [service.impactedService.toLowerCase(), service]))
  for (const { impactedRegions, ...service } of added) {
    const key = service.impactedService.toLowerCase()
    const before = services.get(key) ?? { ...service, impactedRegions: [], isEverywhere: false }
    const isEverywhere = before.isEverywhere || impactedRegions.length === 0
    const names = new Set(
      before.impactedRegions.map(({ impactedRegion: name }) => name.toLowerCase()),
    )
    const fresh = impactedRegions.filter((name) => {
      const isNew = !names.has(name.toLowerCase())
      names.add(name.toLowerCase())
      return isNew
    })
    const regions = fresh.map((impactedRegion) => ({
      impactedRegion,
      status: 'Active' as const,
      lastUpdateTime: now,
      updates: [],
    }))
    const all = [...before.impactedRegions, ...regions]
    services.set(key, { ...before, impactedRegions: all, isEverywhere })
  }
  return [...services.values()]
}

/** With regions, an event is over when all of them are. */
export function statusOf({ impact, ownStatus }: EventState): Status {
  const regions = impact.flatMap(({ impactedRegions }) => impactedRegions)
  if (regions.length === 0) return ownStatus
  return regions.every(({ status }) => status === 'Resolved') ? 'Resolved' : 'Active'
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
  return 12 * status + 4 * type + LEVEL_RANK[event.facts.eventLevel ?? 'Informational']
}

export type ChangeFault =
  | { fault: 'unknown place'; place: Place }
  | { fault: 'resolved already' }
  | { fault: 'active already' }
  | { fault: 'final review there' }

/** Whether a change makes sense for the event as it is. */
export function judgeChange(event: EventState, change: Change): ChangeFault | undefined {
  const isBehind = change.kind === 'review' && change.stage === 'preliminary'
  if (isBehind && event.tags.includes(TAG.final)) return { fault: 'final review there' }
  const where = 'where' in change ? change.where : undefined
  const meant = event.impact.flatMap((service) =>
    service.impactedRegions.filter((region) => isMeant(service, region, where)),
  )
  const stray = where?.find(
    (place) =>
      !event.impact.some((service) =>
        service.impactedRegions.some((region) => isMeant(service, region, [place])),
      ),
  )
  if (stray) return { fault: 'unknown place', place: stray }
  const statuses = meant.length > 0 ? meant.map(({ status }) => status) : [statusOf(event)]
  if (change.kind === 'resolve' && !statuses.includes('Active'))
    return { fault: 'resolved already' }
  if (change.kind === 'reopen' && !statuses.includes('Resolved')) return { fault: 'active already' }
  return undefined
}
