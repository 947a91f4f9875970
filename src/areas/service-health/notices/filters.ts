import { fits } from '../../../platform/filter/evaluate.ts'
import { parseLongFilter } from '../../../platform/filter/filter.ts'
import { EVENT_FIELDS, type EventField, type EventFilter } from '../events/rules.ts'
import type { EventRow } from '../operator/events/store.ts'

type Filterable = Pick<
  EventRow,
  | 'services'
  | 'regions'
  | 'event_type'
  | 'event_sub_type'
  | 'event_level'
  | 'level'
  | 'status'
  | 'tracking_id'
  | 'priority'
  | 'is_hir'
  | 'platform_initiated'
  | 'impact_start_time'
  | 'impact_mitigation_time'
  | 'last_update_time'
>

const valuesOf = (row: Filterable) =>
  ({
    service: row.services,
    region: row.regions,
    eventType: row.event_type,
    eventSubType: row.event_sub_type,
    eventLevel: row.event_level,
    level: row.level,
    status: row.status,
    trackingId: row.tracking_id,
    priority: row.priority,
    isHIR: row.is_hir,
    platformInitiated: row.platform_initiated,
    impactStartTime: row.impact_start_time,
    impactMitigationTime: row.impact_mitigation_time,
    lastUpdateTime: row.last_update_time,
  }) satisfies Record<EventField, unknown>

const MOST_PARSED = 1000

/** Throws if the matcher could not read it. */
export function readStored(text: string): EventFilter {
  const read = parseLongFilter(text, EVENT_FIELDS)
  if ('fault' in read) throw new Error('a stored filter cannot be read')
  return read.filter
}

/** Decides whether an event fits the filter of a rule, as text. Many rules have the same one. */
export function openEventFilters() {
  const parsed = new Map<string, EventFilter>()
  const parse = (text: string): EventFilter => {
    const known = parsed.get(text)
    if (known) return known
    const filter = readStored(text)
    if (parsed.size >= MOST_PARSED) parsed.clear()
    parsed.set(text, filter)
    return filter
  }
  return (text: string | null, row: Filterable): boolean =>
    text === null || fits(parse(text), EVENT_FIELDS, valuesOf(row))
}
