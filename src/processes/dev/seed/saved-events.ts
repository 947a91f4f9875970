import { EVENT_PROPERTIES } from '../../../areas/service-health/operator/events/actions.ts'
import {
  isObject,
  isText,
  type Json,
  objectsIn,
  propertiesOf,
  textOf,
  textsOf,
  toTime,
} from './json.ts'

/** An element of a list of events as an event of a seed. */
export function toEvent(item: Json) {
  const properties = propertiesOf(item)
  const services = objectsIn(properties.impact)
  const regions = services.flatMap(toRegions)
  const impacted = regions.flatMap(({ of }) => textsOf(of.impactedSubscriptions))
  const [, ofId] = /^\/subscriptions\/([^/]+)/i.exec(textOf(item.id)) ?? []
  const subscriptions = [...new Set(impacted.length > 0 || ofId === undefined ? impacted : [ofId])]
  const changes = toChanges(properties, regions)
  const imported = toImported(item.systemData)
  const at = toPublication(imported?.createdAt ?? toTime(properties.lastUpdateTime), changes)
  return {
    ...(at !== undefined && { at }),
    ...(imported && { imported }),
    trackingId: textOf(item.name),
    eventType: properties.eventType,
    isEventSensitive: properties.isEventSensitive === true,
    audience:
      subscriptions.length > 0
        ? { kind: 'subscriptions' as const, subscriptions }
        : { kind: 'everyone' as const },
    impact: services.map(toImpact),
    eventTags: textsOf(properties.eventTags),
    properties: toProperties(properties),
    allowUnknownNames: true,
    changes,
  }
}

/** Before its first change, which would otherwise get a later time. */
function toPublication(time: string | undefined, [first]: readonly Change[]): string | undefined {
  if (!first || (time !== undefined && time < first.at)) return time
  return new Date(new Date(first.at).getTime() - 1).toISOString()
}

const toImpact = ({ impactedService, impactedServiceGuid, impactedRegions }: Json) => ({
  impactedService,
  ...(isText(impactedServiceGuid) && { impactedServiceGuid }),
  impactedRegions: objectsIn(impactedRegions).map(({ impactedRegion }) => impactedRegion),
})

function toProperties(properties: Json): Json {
  const impactStartTime = toTime(properties.impactStartTime)
  const given = Object.entries(properties).filter(
    ([name, value]) => EVENT_PROPERTIES.includes(name) && value !== null,
  )
  return {
    ...Object.fromEntries(given),
    ...(impactStartTime !== undefined && { impactStartTime }),
  }
}

function toImported(systemData: unknown) {
  if (!isObject(systemData)) return undefined
  const { createdBy, createdByType } = systemData
  const createdAt = toTime(systemData.createdAt)
  if (createdAt === undefined || !isText(createdBy) || !isText(createdByType)) return undefined
  return { createdBy, createdByType, createdAt }
}

type ServiceRegion = Readonly<{ impactedService: string; impactedRegion: string }>
type Region = Readonly<{ serviceRegion: ServiceRegion; of: Json }>
type Change = Readonly<{
  at: string
  kind: 'update' | 'resolve'
  summary?: string
  eventTags?: readonly string[]
  where?: readonly ServiceRegion[]
  impactMitigationTime?: string
}>

const toRegions = ({ impactedService, impactedRegions }: Json): Region[] =>
  objectsIn(impactedRegions).map((of) => ({
    serviceRegion: {
      impactedService: textOf(impactedService),
      impactedRegion: textOf(of.impactedRegion),
    },
    of,
  }))

/** The updates in the order of their times, then what is over. */
function toChanges(properties: Json, regions: readonly Region[]): Change[] {
  const updates = toUpdates(regions)
  const last = updates.at(-1)
  const at = toTime(properties.lastUpdateTime) ?? last?.at ?? toTime(properties.impactStartTime)
  if (at === undefined) return updates
  if (properties.status !== 'Resolved') return [...updates, ...toRest(at, last, regions)]
  const end = toTime(properties.impactMitigationTime)
  const resolve = {
    kind: 'resolve',
    at,
    ...(end !== undefined && { impactMitigationTime: end }),
  } as const
  const isLast = last?.at === at && last.where?.length === regions.length
  if (!last || !isLast) return [...updates, resolve]
  // The last text was that of the end.
  const { summary, eventTags = [] } = last
  return [...updates.slice(0, -1), { ...resolve, eventTags, ...(summary && { summary }) }]
}

/** One for all regions that were told the same at the same time. */
function toUpdates(regions: readonly Region[]): Change[] {
  const updates = regions.flatMap(({ serviceRegion, of }) =>
    objectsIn(of.updates).map(({ updateDateTime, summary, eventTags }) => ({
      key: JSON.stringify([toTime(updateDateTime), summary, eventTags]),
      at: toTime(updateDateTime),
      summary: textOf(summary),
      eventTags: textsOf(eventTags),
      serviceRegion,
    })),
  )
  return [...Map.groupBy(updates, ({ key }) => key).values()]
    .flatMap(([first, ...others]): Change[] => {
      if (first?.at === undefined) return []
      const { at, summary, eventTags } = first
      const where = [first, ...others].map(({ serviceRegion }) => serviceRegion)
      return [{ kind: 'update', at, eventTags, where, ...(summary !== '' && { summary }) }]
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

/** Of an active event: the regions that are over, or a change that said nothing. */
function toRest(at: string, last: Change | undefined, regions: readonly Region[]): Change[] {
  const where = regions
    .filter(({ of }) => of.status === 'Resolved')
    .map(({ serviceRegion }) => serviceRegion)
  if (where.length > 0) return [{ kind: 'resolve', at, where }]
  return last && last.at < at ? [{ kind: 'update', at }] : []
}
