import type { EventLevel } from '../events/event-summary.ts'
import type { Row, Span, Window } from './spans.ts'

/** One event of a row, or several that cannot be told apart in it. */
export type Bar = Readonly<{
  startMs: number
  endMs: number
  isOngoing: boolean
  isMaintenance: boolean
  /** The worst of them. */
  level: EventLevel | undefined
  span: Span
  /** Of events, not of spans: a bar can have one in two of them. */
  count: number
}>

export type BarRow = Readonly<{ row: Row; bars: readonly Bar[] }>

/** Each bar is a link and a stop of the Tab key; what has no bar is in the table. */
const MAX_BARS = 200
/** Parts of the window: bars with a smaller gap than one of them become one, once there are too many. */
const PARTS = [480, 240, 120, 60, 30, 15] as const

/** The rows of a chart, with as many bars as can be told apart, and the first rows alone if there are too many. */
export function toBarRows(rows: readonly Row[], { fromMs, toMs }: Window): BarRow[] {
  const first = rows.slice(0, MAX_BARS).map((row) => ({ row, kinds: toKinds(row.spans) }))
  const gaps = [-1, ...PARTS.map((part) => (toMs - fromMs) / part)]
  let drawn: BarRow[] = []
  for (const gapMs of gaps) {
    drawn = first.map(({ row, kinds }) => ({ row, bars: toBars(kinds, gapMs) }))
    if (countBars(drawn) <= MAX_BARS) return drawn
  }
  let left = MAX_BARS
  return drawn.filter(({ bars }) => {
    left -= bars.length
    return left >= 0
  })
}

const countBars = (rows: readonly BarRow[]) =>
  rows.reduce((total, { bars }) => total + bars.length, 0)

const isMaintenance = ({ event }: Span) => event.properties.eventType === 'PlannedMaintenance'

/** Maintenance stays apart from the rest: it looks different. */
function toKinds(spans: readonly Span[]): Span[][] {
  const sorted = spans.toSorted((one, other) => one.startMs - other.startMs)
  return [sorted.filter(isMaintenance), sorted.filter((span) => !isMaintenance(span))]
}

/** What overlaps or is closer than the gap is one bar. */
const toBars = (kinds: readonly (readonly Span[])[], gapMs: number): Bar[] =>
  kinds.flatMap((spans) => groupClose(spans, gapMs).map(toBar))

type Group = [Span, ...Span[]]

function groupClose(spans: readonly Span[], gapMs: number): Group[] {
  const groups: Group[] = []
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    const group = groups.at(-1)
    if (group && span.startMs - reachedMs <= gapMs) group.push(span)
    else groups.push([span])
    reachedMs = Math.max(reachedMs, span.endMs)
  }
  return groups
}

const LEVELS: readonly (EventLevel | undefined)[] = [
  ...(['Critical', 'Error', 'Warning', undefined, 'Informational'] as const),
]

function toBar(spans: Group): Bar {
  const [span] = spans
  const levels = new Set(spans.map(({ event }) => event.properties.eventLevel))
  return {
    startMs: span.startMs,
    endMs: Math.max(...spans.map(({ endMs }) => endMs)),
    isOngoing: spans.some(({ isOngoing }) => isOngoing),
    isMaintenance: isMaintenance(span),
    level: LEVELS.find((level) => levels.has(level)),
    span,
    count: new Set(spans.map(({ event }) => event.name)).size,
  }
}
