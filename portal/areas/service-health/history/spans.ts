import type { components } from '../../../../client/generated/service-health.ts'
import {
  type EventLevel,
  endOf,
  isActive,
  isOfImpact,
  serviceRegionsOf,
} from '../events/event-summary.ts'

type Event = components['schemas']['Event']

/** How long an event affected a service in a region. */
export type Span = Readonly<{
  event: Event
  service: string
  region: string
  isOwn: boolean
  startMs: number
  endMs: number
  isOngoing: boolean
}>

/** An event can have 2,000 regions; what is drawn has a bound whatever was published. */
const MAX_SPANS = 20_000

export type Window = Readonly<{ fromMs: number; toMs: number }>

/** Of what happened in the window: issues and maintenance, not advisories. Each is cut to the window. */
export function findSpans(events: readonly Event[], { fromMs, toMs }: Window): Span[] {
  const spans: Span[] = []
  for (const event of events) {
    if (spans.length >= MAX_SPANS) break
    if (isOfImpact(event)) spans.push(...spansOf(event, toMs))
  }
  return spans
    .filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs)
    .map((span) => ({
      ...span,
      startMs: Math.max(span.startMs, fromMs),
      endMs: Math.min(span.endMs, toMs),
    }))
}

function spansOf(event: Event, nowMs: number): Span[] {
  const { impactStartTime, lastUpdateTime } = event.properties
  const start = impactStartTime ?? event.systemData.createdAt ?? lastUpdateTime
  if (start === undefined) return []
  const startMs = Date.parse(start)
  const serviceRegions = serviceRegionsOf(event)
  const anywhere = { service: 'All services', region: undefined, status: undefined }
  const listed =
    serviceRegions.length > 0
      ? serviceRegions
      : [{ ...anywhere, updatedAt: undefined, isOwn: false }]
  return listed.map(({ service, region, status, updatedAt, isOwn }) => {
    const isOngoing = isActive(event) && status !== 'Resolved'
    // A region that was well before the others is not counted on; a review after the end changes nothing.
    const ends = [
      ...(status === 'Resolved' && updatedAt ? [updatedAt] : []),
      ...(isActive(event) ? [] : [endOf(event) ?? lastUpdateTime ?? start]),
    ]
    const endMs = isOngoing || ends.length === 0 ? nowMs : Math.min(...ends.map(Date.parse))
    const serviceRegion = { service, region: region ?? 'All regions', isOwn }
    return { event, ...serviceRegion, startMs, endMs: Math.max(endMs, startMs), isOngoing }
  })
}

export type Row = Readonly<{
  key: string
  service: string
  region: string
  isOwn: boolean
  spans: readonly Span[]
}>

/** One for each service in each region: those of the reader first, then by name. */
export function toRows(spans: readonly Span[]): Row[] {
  const groups = Map.groupBy(spans, ({ service, region }) => `${service} in ${region}`)
  return [...groups]
    .map(
      ([key, [first, ...others]]): Row | undefined =>
        first && {
          key,
          service: first.service,
          region: first.region,
          isOwn: [first, ...others].some(({ isOwn }) => isOwn),
          spans: [first, ...others],
        },
    )
    .filter((row) => row !== undefined)
    .toSorted(
      (one, other) => Number(other.isOwn) - Number(one.isOwn) || one.key.localeCompare(other.key),
    )
}

const MINUTE_MS = 60_000

/** Minutes in which at least one of the spans was: what overlaps counts once. */
export function countMinutes(spans: readonly Span[], { fromMs, toMs }: Window): number {
  const cut = spans
    .map(({ startMs, endMs }) => [Math.max(startMs, fromMs), Math.min(endMs, toMs)] as const)
    .filter(([start, end]) => end > start)
    .toSorted(([one], [other]) => one - other)
  let total = 0
  let reached = fromMs
  for (const [start, end] of cut) {
    total += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return Math.round(total / MINUTE_MS)
}

export type Day = Readonly<{ date: Date; minutes: number }>

/** The last days, in the time zone of the reader, the oldest first. */
export function listDays(events: readonly Event[], count: number, now: Date): Day[] {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1)
  const found = findSpans(events, { fromMs: first.getTime(), toMs: now.getTime() })
  const own = new Set(found.filter(({ isOwn }) => isOwn).map(({ event }) => event))
  // Of an event in places of the reader, the others did not affect them.
  const spans = found.filter(({ event, isOwn }) => isOwn || !own.has(event))
  return Array.from({ length: count }, (_, n) => {
    // A day has 23 or 25 hours where clocks change.
    const date = new Date(first.getFullYear(), first.getMonth(), first.getDate() + n)
    const next = new Date(first.getFullYear(), first.getMonth(), first.getDate() + n + 1)
    const window = { fromMs: date.getTime(), toMs: Math.min(next.getTime(), now.getTime()) }
    return { date, minutes: countMinutes(spans, window) }
  })
}

/** Weeks from Monday to Sunday; days outside the list are left open. */
export function toWeeks(days: readonly Day[]): (Day | undefined)[][] {
  const [first] = days
  if (!first) return []
  const open = Array.from({ length: (first.date.getDay() + 6) % 7 }, () => undefined)
  const all: (Day | undefined)[] = [...open, ...days]
  return Array.from({ length: Math.ceil(all.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, n) => all[week * 7 + n]),
  )
}

export type Weight = 'heavy' | 'medium' | 'light'

/** How high a bar is: its level is not told by colour alone. */
export function weightOf(level: EventLevel | undefined): Weight {
  if (level === 'Critical' || level === 'Error') return 'heavy'
  return level === 'Informational' ? 'light' : 'medium'
}
