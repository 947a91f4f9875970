import type { Fields, Filter } from '../../../platform/filter/filter.ts'
import {
  ALL_REGIONS,
  canonicalizeRegion,
  canonicalizeService,
  keyOfServiceRegion,
} from '../rules.ts'
import {
  type AUDIENCES,
  EVENT_LEVELS,
  EVENT_SUB_TYPES,
  EVENT_TYPES,
  type Event,
  type EventProperties,
  LEVELS,
  STATUSES,
} from './wire.ts'

type Impact = NonNullable<EventProperties['impact']>[number]
type Region = NonNullable<Impact['impactedRegions']>[number]

/** On the wire every field may be absent; what was published names its services and regions. */
type PublishedImpact = Omit<Impact, 'impactedRegions'> &
  Readonly<{
    impactedService: string
    impactedRegions: (Region & { impactedRegion: string })[]
  }>

/** An event as it was published, before anybody in particular looks at it. */
export type PublishedRecord = Readonly<{
  systemData: Event['systemData']
  properties: Omit<EventProperties, 'impact'> & Readonly<{ impact: PublishedImpact[] }>
}>

/** Whatever guid a service was published with, it is told with the one that is registered for it. */
export function withGuids(
  { systemData, properties }: PublishedRecord,
  guids: Readonly<Record<string, string>> | null,
): PublishedRecord {
  if (!guids) return { systemData, properties }
  const impact = properties.impact.map((service) => {
    const guid = guids[canonicalizeService(service.impactedService)]
    return guid === undefined ? service : { ...service, impactedServiceGuid: guid }
  })
  return { systemData, properties: { ...properties, impact } }
}

/** Ids of the reader that an event shows in one of its regions. */
export type RegionIds = Readonly<{ impactedSubscriptions: string[]; impactedTenants: string[] }>

/** A service in a region, of one event. `isNamed`: the event names its subscriptions. */
export type EventRegion = Readonly<{ trackingId: string; key: string; isNamed: boolean }>

export type Reader = Readonly<{
  /** Under which it finds events. */
  keys: ReadonlySet<string>
  idsAt: (region: EventRegion) => RegionIds
  /** Through fetchEventDetails, by somebody who may. */
  seesDetails: boolean
}>

const NO_IDS: RegionIds = { impactedSubscriptions: [], impactedTenants: [] }

/** A subscription has its ids where it uses the service in the region, or where the event names it. */
export function readerOf(
  subscriptionId: string,
  tenantId: string,
  keys: ReadonlySet<string>,
): Reader {
  const own = { impactedSubscriptions: [subscriptionId], impactedTenants: [tenantId] }
  return {
    keys,
    idsAt: ({ key, isNamed }) => (isNamed || keys.has(key) ? own : NO_IDS),
    seesDetails: false,
  }
}

export type PublishedEvent = Readonly<{
  tracking_id: string
  audience: (typeof AUDIENCES)[number]
  record: PublishedRecord
}>

/** Whether the resources of an event are for owners and contributors only: they reveal as much as its text. */
export const hasRestrictedResources = ({ properties }: PublishedRecord): boolean =>
  properties.isEventSensitive === true || properties.eventType === 'SecurityAdvisory'

/**
 * The event as one reader sees it: with the sensitive parts only for whom they are, and with no id
 * of another subscription or tenant.
 */
export function seenBy(
  { tracking_id: trackingId, audience, record: { properties } }: PublishedEvent,
  reader: Reader,
): EventProperties {
  const hidesDetails = properties.isEventSensitive === true && !reader.seesDetails
  const isNamed = audience === 'subscriptions'
  const { summary, description, impact, ...rest } = properties
  return {
    ...rest,
    ...(!hidesDetails && summary !== undefined && { summary }),
    ...(!hidesDetails && description !== undefined && { description }),
    impact: impact.map((service) => ({
      ...service,
      impactedRegions: service.impactedRegions.map(({ updates, ...region }) => {
        const key = keyOfServiceRegion(service.impactedService, region.impactedRegion)
        return {
          ...region,
          ...reader.idsAt({ trackingId, key, isNamed }),
          ...(!hidesDetails && { updates: updates ?? [] }),
        }
      }),
    })),
  }
}

const SENTINEL = '0001-01-01T00:00:00'

export type EventOptions = Readonly<{ vendorNamespace: string; mitigationSentinel: boolean }>

export function toEvent(
  row: PublishedEvent,
  reader: Reader,
  { vendorNamespace, mitigationSentinel }: EventOptions,
): Event {
  const type = `/providers/${vendorNamespace}.ResourceHealth/events`
  const properties = seenBy(row, reader)
  const isOpen = mitigationSentinel && properties.impactMitigationTime === undefined
  return {
    id: `${type}/${row.tracking_id}`,
    name: row.tracking_id,
    type,
    systemData: row.record.systemData,
    properties: isOpen ? { ...properties, impactMitigationTime: SENTINEL } : properties,
  }
}

/** `many`: an event has any number of them. `all`: the value that stands for all of them. */
export const EVENT_FIELDS = {
  service: { type: 'text', many: true, canonicalize: canonicalizeService },
  region: { type: 'text', many: true, canonicalize: canonicalizeRegion, all: ALL_REGIONS },
  eventType: { type: 'text', known: EVENT_TYPES, knownValuesOnly: true },
  eventSubType: { type: 'text', known: EVENT_SUB_TYPES, knownValuesOnly: true },
  eventLevel: { type: 'text', known: EVENT_LEVELS, knownValuesOnly: true },
  level: { type: 'text', known: LEVELS, knownValuesOnly: true },
  status: { type: 'text', known: STATUSES, knownValuesOnly: true },
  trackingId: { type: 'text' },
  priority: { type: 'integer' },
  isHIR: { type: 'boolean' },
  platformInitiated: { type: 'boolean' },
  impactStartTime: { type: 'time' },
  impactMitigationTime: { type: 'time' },
  lastUpdateTime: { type: 'time' },
} as const satisfies Fields
export type EventField = keyof typeof EVENT_FIELDS
export type EventFilter = Filter<EventField>
