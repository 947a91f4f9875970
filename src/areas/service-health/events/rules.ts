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

/** Who looks: a subscription, its tenant, and the keys it finds events under. */
export type Reader = Readonly<{
  subscriptionId: string
  tenantId: string
  keys: ReadonlySet<string>
  /** Through fetchEventDetails, by somebody who may. */
  seesDetails: boolean
}>

/**
 * The event as one subscription sees it: with the sensitive parts only for whom they are, and with
 * no id of another subscription or tenant.
 */
export function seenBy(
  { properties }: PublishedRecord,
  audience: (typeof AUDIENCES)[number],
  reader: Reader,
): EventProperties {
  const hidesDetails = properties.isEventSensitive === true && !reader.seesDetails
  const { summary, description, impact, ...rest } = properties
  return {
    ...rest,
    ...(!hidesDetails && summary !== undefined && { summary }),
    ...(!hidesDetails && description !== undefined && { description }),
    impact: impact.map((service) => ({
      ...service,
      impactedRegions: service.impactedRegions.map(({ updates, ...region }) => ({
        ...region,
        ...ownIds(service.impactedService, region.impactedRegion, audience, reader),
        ...(!hidesDetails && { updates: updates ?? [] }),
      })),
    })),
  }
}

/** Those of the reader where it uses the service in the region, or where the event names it. */
function ownIds(
  service: string,
  region: string,
  audience: string,
  { keys, subscriptionId, tenantId }: Reader,
) {
  const isHit = audience === 'subscriptions' || keys.has(keyOfServiceRegion(service, region))
  return {
    impactedSubscriptions: isHit ? [subscriptionId] : [],
    impactedTenants: isHit ? [tenantId] : [],
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
