import { DAY_MS } from '../../../platform/durations.ts'
import type { PublishedRecord } from '../events/rules.ts'
import { toTime } from '../feeds/text/rules.ts'
import type { EventRow } from '../operator/events/store.ts'
import { DRILL_MARK } from '../operator/stored-event/rules.ts'

export const PHASES = ['before', 'start', 'end'] as const
export type Phase = (typeof PHASES)[number]

/** A moment of a maintenance of which is reminded now; `before`: of its start. */
export type Moment = Readonly<{ phase: Phase; at: Date }>

type Planned = Pick<
  EventRow,
  'status' | 'impact_start_time' | 'impact_mitigation_time' | 'last_update_time'
> &
  Readonly<{ duration: number | undefined; eventTags: readonly string[] }>

export function toPlanned({ record, ...row }: EventRow) {
  // It is as publishing has written it.
  const { duration, eventTags = [] } = (record as unknown as PublishedRecord).properties
  return { ...row, duration, eventTags }
}

export const isDrill = ({ record }: Pick<EventRow, 'record'>): boolean =>
  (record as unknown as PublishedRecord).properties.isDrill === true

/** What was missed for longer, as after an outage, is of no use any more. */
export const LATEST_MS = DAY_MS
/** The most that can be asked for. */
export const EARLIEST_MS = 7 * DAY_MS

/** Of which moments can be reminded now. How long before the start is up to each notification. */
export function findMoments(event: Planned, now: Date): Moment[] {
  const { start, end } = timesOf(event)
  if (!start) return []
  const sinceMs = (moment: Date) => now.getTime() - moment.getTime()
  const isJustPast = (moment: Date) => sinceMs(moment) >= 0 && sinceMs(moment) < LATEST_MS
  const hasEnded = end !== undefined && end > start && sinceMs(end) >= 0
  if (hasEnded) return isJustPast(end) ? [{ phase: 'end', at: end }] : []
  if (event.status !== 'Active') return []
  if (sinceMs(start) < 0)
    return sinceMs(start) >= -EARLIEST_MS ? [{ phase: 'before', at: start }] : []
  return isJustPast(start) ? [{ phase: 'start', at: start }] : []
}

/** When it begins and ends; nothing if it was cancelled. */
function timesOf(event: Planned): Readonly<{ start?: Date; end?: Date | undefined }> {
  const { impact_start_time: start, impact_mitigation_time: mitigation, duration } = event
  if (!start || isCancelled(event, start)) return {}
  const end = mitigation ?? (duration ? new Date(start.getTime() + duration * 1000) : undefined)
  return { start, end }
}

/** Whether a moment that was to be reminded of is still at its time. */
export function isStillAt(event: Planned, { phase, at }: Moment): boolean {
  const { start, end } = timesOf(event)
  if (phase === 'end') return end?.getTime() === at.getTime()
  return event.status === 'Active' && start?.getTime() === at.getTime()
}

const PREFIXES: Readonly<Record<Phase, (time: string) => string>> = {
  before: (time) => `Starts at ${time}`,
  start: () => 'Has started',
  end: () => 'Has ended',
}

/** The mark of a drill stays in front. */
export function toTitle({ phase, at }: Moment, title: string): string {
  const isMarked = title.startsWith(DRILL_MARK)
  const [mark, rest] = isMarked ? [DRILL_MARK, title.slice(DRILL_MARK.length)] : ['', title]
  return `${mark}${PREFIXES[phase](toTime(at))}: ${rest}`
}

/** Resolved before it began, or published by mistake. */
const isCancelled = ({ status, last_update_time, eventTags }: Planned, start: Date) =>
  eventTags.includes('False Positive') || (status === 'Resolved' && last_update_time <= start)
