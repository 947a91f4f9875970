import type { components } from '../../../../client/generated/service-health.ts'

type Event = components['schemas']['Event']
type Properties = components['schemas']['EventProperties']
export type EventType = NonNullable<Properties['eventType']>
export type EventLevel = NonNullable<Properties['eventLevel']>
export type EventStatus = NonNullable<Properties['status']>

export const TYPE_NAMES: Readonly<Record<EventType, string>> = {
  ServiceIssue: 'Service issue',
  EmergingIssues: 'Emerging issue',
  SecurityAdvisory: 'Security advisory',
  PlannedMaintenance: 'Planned maintenance',
  HealthAdvisory: 'Health advisory',
  Billing: 'Billing',
  RCA: 'Root cause analysis',
}

const LEVEL_ORDER: Readonly<Record<EventLevel, number>> = {
  Critical: 0,
  Error: 1,
  Warning: 2,
  Informational: 3,
}

export const titleOf = ({ name, properties }: Event): string => properties.title || name
export const typeOf = ({ properties }: Event): string =>
  properties.eventType ? TYPE_NAMES[properties.eventType] : ''
export const isDrill = ({ properties }: Event): boolean => properties.isDrill === true
export const isActive = ({ properties }: Event): boolean => properties.status === 'Active'

const LOWEST_PRIORITY = 99

/** Active before resolved, then the highest priority. */
export const rankOf = (event: Event): number =>
  (isActive(event) ? 0 : LOWEST_PRIORITY + 1) + (event.properties.priority ?? LOWEST_PRIORITY)

/** The order in which events need attention: of the same rank the newest first. */
export const byAttention = (one: Event, other: Event): number =>
  rankOf(one) - rankOf(other) ||
  timeOf(other.properties.lastUpdateTime) - timeOf(one.properties.lastUpdateTime)

/** 0 where there is none. */
const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text))

/** Some installations send the first day of year 1 for "unknown". */
export function endOf({ properties: { impactMitigationTime: end } }: Event): string | undefined {
  return end === undefined || end.startsWith('0001-') ? undefined : end
}

export type ServiceRegion = Readonly<{
  service: string
  /** Nothing: in all of them. */
  region: string | undefined
  status: EventStatus | undefined
  updatedAt: string | undefined
  /** Whether the event says that this subscription is affected here. */
  isOwn: boolean
  /** Of this service in this region, the newest first. */
  updates: readonly Readonly<{ at: string; text: string }>[]
}>

/** Each service in each region that an event is about. */
export function serviceRegionsOf({ properties: { impact = [] } }: Event): ServiceRegion[] {
  return impact.flatMap(({ impactedService: service = '', impactedRegions = [] }) => {
    const everywhere = { service, region: undefined, status: undefined, updatedAt: undefined }
    if (impactedRegions.length === 0) return [{ ...everywhere, isOwn: false, updates: [] }]
    return impactedRegions.map((region) => ({
      service,
      region: region.impactedRegion,
      status: region.status,
      updatedAt: region.lastUpdateTime,
      isOwn: (region.impactedSubscriptions ?? []).length > 0,
      updates: updatesIn(region),
    }))
  })
}

const updatesIn = ({ updates = [] }: components['schemas']['ImpactedServiceRegion']) =>
  updates
    .map(({ updateDateTime: at = '', summary: text = '' }) => ({ at, text }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))

/** As in "Storage (West US, East US); Cache". */
export function whereOf({ properties: { impact = [] } }: Event): string {
  const services = impact.map(({ impactedService = '', impactedRegions = [] }) => {
    const regions = impactedRegions.flatMap(({ impactedRegion }) => impactedRegion ?? [])
    return regions.length > 0 ? `${impactedService} (${regions.join(', ')})` : impactedService
  })
  return services.join('; ')
}

export type Update = Readonly<{
  at: string
  text: string
  tags: readonly string[]
  serviceRegions: readonly string[]
}>

/** The newest first. Each is in every region it was sent for, and is read once, with the names of all of them. */
export function updatesOf({ properties: { impact = [] } }: Event): Update[] {
  const found = new Map<string, Update>()
  for (const { impactedService = '', impactedRegions = [] } of impact) {
    for (const { impactedRegion, updates = [] } of impactedRegions) {
      const serviceRegion = impactedRegion
        ? `${impactedService} in ${impactedRegion}`
        : impactedService
      for (const { updateDateTime: at = '', summary: text = '', eventTags: tags = [] } of updates) {
        const key = `${at} ${text}`
        const serviceRegions = [...(found.get(key)?.serviceRegions ?? []), serviceRegion]
        found.set(key, { at, text, tags, serviceRegions })
      }
    }
  }
  return [...found.values()]
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

export type Groups = Readonly<{
  current: Event[]
  upcoming: Event[]
  advisories: Event[]
  drills: Event[]
}>

const HAPPENS: ReadonlySet<EventType | undefined> = new Set<EventType>([
  'ServiceIssue',
  'EmergingIssues',
  'PlannedMaintenance',
])

/** Whether it stands for time in which something did not work as usual. */
export const isOfImpact = (event: Event): boolean =>
  !isDrill(event) && HAPPENS.has(event.properties.eventType)

/** What happens now, maintenance that is yet to begin, what is only to be known, and exercises. */
export function groupActive(events: readonly Event[], now: Date): Groups {
  const groups: Groups = { current: [], upcoming: [], advisories: [], drills: [] }
  for (const event of events.filter(isActive).toSorted(byAttention)) {
    groups[groupOf(event, now)].push(event)
  }
  return groups
}

function groupOf(event: Event, now: Date): keyof Groups {
  const { eventType, impactStartTime } = event.properties
  if (isDrill(event)) return 'drills'
  if (!HAPPENS.has(eventType)) return 'advisories'
  return timeOf(impactStartTime) > now.getTime() ? 'upcoming' : 'current'
}

/** When the last of what happened was over. */
export function findClearSince(events: readonly Event[]): string | undefined {
  const ends = events
    .filter((event) => !isActive(event) && isOfImpact(event))
    .map((event) => endOf(event) ?? event.properties.lastUpdateTime)
    .filter((end) => end !== undefined)
  return ends.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0]
}

export type TypeCount = Readonly<{
  type: EventType
  count: number
  levels: readonly (readonly [EventLevel, number])[]
}>

/** How many there are of each type, and of each level in it, the worst first. Drills do not count. */
export function countByType(events: readonly Event[]): TypeCount[] {
  const types = Object.keys(TYPE_NAMES) as EventType[]
  const counted = events.filter((event) => !isDrill(event))
  return types.flatMap((type) => {
    const ofType = counted.filter(({ properties }) => properties.eventType === type)
    return ofType.length === 0 ? [] : [{ type, count: ofType.length, levels: countLevels(ofType) }]
  })
}

function countLevels(events: readonly Event[]): [EventLevel, number][] {
  const levels = Object.keys(LEVEL_ORDER) as EventLevel[]
  return levels
    .map((level): [EventLevel, number] => [
      level,
      events.filter(({ properties }) => properties.eventLevel === level).length,
    ])
    .filter(([, count]) => count > 0)
}

const REVIEWS: readonly (readonly [tag: string, title: string])[] = [
  ['Final PIR', 'Post-incident review'],
  ['Preliminary PIR', 'Preliminary post-incident review'],
]

/** The title of the description: once an event has a review, the description is that review. */
export function findDescriptionTitle({ properties: { eventTags = [] } }: Event): string {
  return REVIEWS.find(([tag]) => eventTags.includes(tag))?.[1] ?? 'Description'
}
