import type { PublishedRecord } from '../../events/rules.ts'
import { ALL_REGIONS, canonicalizeRegion, canonicalizeService } from '../../rules.ts'
import { type EventState, priorityOf, statusOf } from '../events/rules.ts'

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** An event as it is kept: the record that readers get, and the columns that lists look for. */
export function toRow(trackingId: string, event: EventState, guids: ReadonlyMap<string, string>) {
  const { properties, impact, eventType, isEventSensitive, modified } = event
  const regions = impact.flatMap(({ impactedRegions }) => impactedRegions)
  const time = (text: string | undefined) => (text === undefined ? null : new Date(text))
  return {
    tracking_id: trackingId,
    audience: event.audience.kind,
    record: JSON.stringify(toRecord(trackingId, event, guids)),
    is_sensitive: isEventSensitive,
    last_update_time: new Date(modified.at),
    status: statusOf(event),
    event_type: eventType,
    event_sub_type: properties.eventSubType ?? null,
    event_level: properties.eventLevel ?? null,
    level: properties.level ?? null,
    priority: priorityOf(event),
    is_hir: properties.isHIR ?? null,
    platform_initiated: properties.platformInitiated ?? null,
    impact_start_time: time(properties.impactStartTime),
    impact_mitigation_time: time(properties.impactMitigationTime),
    services: distinct(impact.map(({ impactedService }) => canonicalizeService(impactedService))),
    // First: a filter looks for it there.
    regions: distinct([
      ...(impact.some(({ everywhere }) => everywhere) ? [ALL_REGIONS] : []),
      ...regions.map(({ impactedRegion }) => canonicalizeRegion(impactedRegion)),
    ]),
  }
}

/** In front of the titles of drills. */
export const DRILL_MARK = '[Drill] '
const LONGEST_TITLE = 1000

/** In the title itself: whoever reads it may not know the field. */
function toDrillTitle(title: string): string {
  if (title.startsWith(DRILL_MARK)) return title
  return `${DRILL_MARK}${title}`.slice(0, LONGEST_TITLE).toWellFormed()
}

function toRecord(
  trackingId: string,
  event: EventState,
  guids: ReadonlyMap<string, string>,
): PublishedRecord {
  const { properties, impact, eventType, isEventSensitive, isDrill, tags, created, modified } =
    event
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
      ...properties,
      ...(isDrill && { title: toDrillTitle(properties.title ?? trackingId), isDrill }),
      eventType,
      isEventSensitive,
      status: statusOf(event),
      priority: priorityOf(event),
      lastUpdateTime: modified.at,
      eventTags: [...tags],
      // Its regions have a status each; as a whole it has none on the wire.
      impact: impact.map(({ everywhere: _, ...service }) => ({
        ...service,
        impactedServiceGuid:
          guids.get(canonicalizeService(service.impactedService)) ?? service.impactedServiceGuid,
      })) as never,
    },
  }
}
