import { DAY_MS } from '../../../platform/durations.ts'
import { type Reader, seenBy } from '../events/rules.ts'
import type { EventRow } from '../events/store.ts'
import { type FeedEvent, titleOf, updatesOf } from '../feeds/text/rules.ts'

export const PAST_DAYS = 90
/** Of those that are active, and of those that are over. */
export const MOST_EVENTS = 100
const MOST_UPDATES = 10
const MOST_CHARACTERS = 2000

export const toSince = (now: Date) => new Date(now.getTime() - PAST_DAYS * DAY_MS)

/** What is the same for everybody, the latest first. */
export type PublicEvents = Readonly<{
  current: readonly FeedEvent[]
  planned: readonly FeedEvent[]
  past: readonly FeedEvent[]
}>

/** Somebody who has no subscription, so no id of any is shown. */
const STRANGER: Reader = {
  keys: new Set(),
  idsAt: () => ({ impactedSubscriptions: [], impactedTenants: [] }),
  seesDetails: false,
}

export function toPublicEvents(rows: readonly EventRow[]): PublicEvents {
  const events = rows.map(
    (row): FeedEvent => ({
      trackingId: row.tracking_id,
      properties: seenBy(row, STRANGER),
      updatedAt: row.last_update_time,
    }),
  )
  const isActive = ({ properties }: FeedEvent) => properties.status === 'Active'
  const isPlanned = ({ properties }: FeedEvent) => properties.eventType === 'PlannedMaintenance'
  const byPriority = (one: FeedEvent, other: FeedEvent) =>
    (one.properties.priority ?? 0) - (other.properties.priority ?? 0)
  const active = events.filter(isActive)
  return {
    current: active.filter((event) => !isPlanned(event)).toSorted(byPriority),
    planned: active.filter(isPlanned).toSorted(byBegin),
    past: events.filter((event) => !isActive(event)),
  }
}

const byBegin = (one: FeedEvent, other: FeedEvent) => beginOf(one) - beginOf(other)
const beginOf = ({ properties, updatedAt }: FeedEvent) =>
  Date.parse(properties.impactStartTime ?? updatedAt.toISOString())

const cut = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text

/** The latest updates, the newest first. */
export const shownUpdatesOf = ({ properties }: FeedEvent) =>
  updatesOf(properties)
    .slice(0, MOST_UPDATES)
    .map(({ at, text }) => ({ at, text: cut(text) }))

export const shownSummaryOf = ({ properties: { summary } }: FeedEvent) => summary && cut(summary)

/** Each field by its name: what an event gets in future is not public by itself. */
const toPublicEvent = (event: FeedEvent) => {
  const { properties, trackingId, updatedAt } = event
  const { eventType, status, eventLevel, impactStartTime, impactMitigationTime } = properties
  return {
    trackingId,
    title: titleOf(event),
    ...{ eventType, status, eventLevel, impactStartTime, impactMitigationTime },
    lastUpdateTime: updatedAt.toISOString(),
    summary: shownSummaryOf(event),
    impact: properties.impact?.map(({ impactedService, impactedRegions }) => ({
      impactedService,
      impactedRegions: impactedRegions?.map(({ impactedRegion, status: regionStatus }) => ({
        impactedRegion,
        status: regionStatus,
      })),
    })),
    updates: shownUpdatesOf(event).map(({ at, text }) => ({ updateDateTime: at, summary: text })),
  }
}

/** `knownAt`: only if nothing later could be read. */
export const toJson = ({ current, planned, past }: PublicEvents, knownAt: Date | undefined) =>
  JSON.stringify({
    ...(knownAt && { staleSince: knownAt.toISOString() }),
    current: current.map(toPublicEvent),
    planned: planned.map(toPublicEvent),
    past: past.map(toPublicEvent),
  })
