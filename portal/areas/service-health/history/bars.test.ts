import { describe, expect, test } from 'vitest'
import { toBarRows } from './bars.ts'
import { findSpans, toRows } from './spans.ts'

type Event = Parameters<typeof findSpans>[0][number]
type Level = NonNullable<Event['properties']['eventLevel']>

const HOUR_MS = 3_600_000
const NOW = new Date(2026, 10, 18, 12).getTime()
const DAYS_90 = { fromMs: NOW - 90 * 24 * HOUR_MS, toMs: NOW }
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()

type Given = Readonly<{ from: number; to?: number; level?: Level; type?: 'PlannedMaintenance' }>

const event = (name: string, { from, to, level, type }: Given, service = 'Storage'): Event => ({
  ...{ id: name, name, type: 'x', systemData: {} },
  properties: {
    eventType: type ?? 'ServiceIssue',
    status: to === undefined ? 'Active' : 'Resolved',
    ...(level && { eventLevel: level }),
    impactStartTime: at(from),
    ...(to !== undefined && { impactMitigationTime: at(to) }),
    impact: [{ impactedService: service, impactedRegions: [{ impactedRegion: 'West US' }] }],
  },
})
const rowsOf = (events: readonly Event[]) => toBarRows(toRows(findSpans(events, DAYS_90)), DAYS_90)
const barsOf = (...given: Given[]) =>
  rowsOf(given.map((one, n) => event(`${n}`, one))).flatMap(({ bars }) => bars)
const countBars = (rows: ReturnType<typeof rowsOf>) => rows.flatMap(({ bars }) => bars).length

describe('bars', () => {
  test('of events that overlap are one, with their number and the worst level', () => {
    const [bar, ...others] = barsOf(
      { from: -9, to: -5, level: 'Warning' },
      { from: -6, to: -3, level: 'Error' },
      { from: -8, to: -7, level: 'Informational' },
    )
    expect(others).toEqual([])
    expect(bar).toMatchObject({ count: 3, level: 'Error', isOngoing: false })
    expect([bar?.startMs, bar?.endMs]).toEqual([NOW - 9 * HOUR_MS, NOW - 3 * HOUR_MS])
  })

  test('of events one after the other stay apart, and so does maintenance', () => {
    const bars = barsOf(
      { from: -9, to: -8 },
      { from: -7 },
      { from: -6, to: -5, type: 'PlannedMaintenance' },
    )
    expect(
      bars.map(({ count, isOngoing, isMaintenance }) => [count, isOngoing, isMaintenance]),
    ).toEqual([
      [1, false, true],
      [1, false, false],
      [1, true, false],
    ])
  })

  test('are at most 200: those close to each other become one', () => {
    const short = Array.from({ length: 1000 }, (_, n) =>
      event(`${n}`, { from: -2 * n - 2, to: -2 * n - 1 }),
    )
    const [row, ...others] = rowsOf(short)
    expect(others).toEqual([])
    expect(row?.bars.length).toBeGreaterThan(0)
    expect(row?.bars.length).toBeLessThanOrEqual(200)
    expect(row?.bars.reduce((total, { count }) => total + count, 0)).toBe(1000)
  })

  test('are at most 200 in many rows: those of the last rows are in the table', () => {
    const many = Array.from({ length: 300 }, (_, n) => event(`${n}`, { from: -1 }, `Service ${n}`))
    const scattered = Array.from({ length: 300 }, (_, n) =>
      event(`s${n}`, { from: -2000 + n, to: -1999 + n }, `Service ${n}`),
    )
    const rows = rowsOf([...many, ...scattered])
    expect(countBars(rows)).toBeLessThanOrEqual(200)
    expect(rows.length).toBeGreaterThanOrEqual(99)
    expect(rows[0]?.row.key).toBe('Service 0 in West US')
  })
})
