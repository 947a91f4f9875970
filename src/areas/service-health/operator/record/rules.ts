import type { PublishedRecord } from '../../events/rules.ts'
import { ALL_REGIONS, spellRegion, spellService } from '../../rules.ts'
import { type EventState, priorityOf, statusOf } from '../events/rules.ts'

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** An event as it is kept: the record that readers get, and the columns that lists look for. */
export function toRow(trackingId: string, event: EventState, guids: ReadonlyMap<string, string>) {
  const { facts, impact, eventType, isEventSensitive, modified } = event
  const regions = impact.flatMap(({ impactedRegions }) => impactedRegions)
  const time = (text: string | undefined) => (text === undefined ? null : new Date(text))
  return {
    tracking_id: trackingId,
    audience: event.audience.kind,
    record: JSON.stringify(toRecord(event, guids)),
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
    services: distinct(impact.map(({ impactedService }) => spellService(impactedService))),
    // First: a filter looks for it there.
    regions: distinct([
      ...(impact.some(({ everywhere }) => everywhere) ? [ALL_REGIONS] : []),
      ...regions.map(({ impactedRegion }) => spellRegion(impactedRegion)),
    ]),
  }
}

function toRecord(event: EventState, guids: ReadonlyMap<string, string>): PublishedRecord {
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
      // Its regions have a status each; as a whole it has none on the wire.
      impact: impact.map(({ everywhere: _, ...service }) => ({
        ...service,
        impactedServiceGuid:
          guids.get(spellService(service.impactedService)) ?? service.impactedServiceGuid,
      })) as never,
    },
  }
}
