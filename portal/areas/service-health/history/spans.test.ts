import { describe, expect, test } from 'vitest'
import { countMinutes, findSpans, listDays, toRows, toWeeks, weightOf } from './spans.ts'

type Event = Parameters<typeof findSpans>[0][number]
type Properties = Event['properties']

const HOUR_MS = 3_600_000
const NOW = new Date(2026, 10, 18, 12)
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS).toISOString()
const DAY = { fromMs: NOW.getTime() - 24 * HOUR_MS, toMs: NOW.getTime() }

const event = (name: string, properties: Properties): Event => ({
  ...{ id: name, name, type: 'x', systemData: {} },
  properties: { eventType: 'ServiceIssue', status: 'Active', ...properties },
})
const west = (
  status: 'Active' | 'Resolved',
  lastUpdateTime = at(0),
): NonNullable<Properties['impact']> => [
  {
    impactedService: 'Storage',
    impactedRegions: [{ impactedRegion: 'West US', status, lastUpdateTime }],
  },
]
const hoursOf = (events: Event[]) =>
  findSpans(events, DAY).map(({ startMs, endMs, isOngoing }) => [
    (startMs - NOW.getTime()) / HOUR_MS,
    (endMs - NOW.getTime()) / HOUR_MS,
    isOngoing,
  ])

describe('spans', () => {
  test.each<[string, Properties, [number, number, boolean][]]>([
    ['of what goes on, up to now', { impactStartTime: at(-3) }, [[-3, 0, true]]],
    [
      'of a region that is well again, up to then',
      { impactStartTime: at(-3), impact: west('Resolved', at(-1)) },
      [[-3, -1, false]],
    ],
    [
      'of what is over, up to its end',
      { status: 'Resolved', impactStartTime: at(-5), impactMitigationTime: at(-4) },
      [[-5, -4, false]],
    ],
    [
      'of a region that was well before the event was over, up to then',
      {
        ...{ status: 'Resolved', impactStartTime: at(-5), impactMitigationTime: at(-1) },
        impact: west('Resolved', at(-4)),
      },
      [[-5, -4, false]],
    ],
    [
      'not of the time until a review',
      {
        ...{ status: 'Resolved', impactStartTime: at(-5), impactMitigationTime: at(-4) },
        impact: west('Resolved', at(-1)),
      },
      [[-5, -4, false]],
    ],
    ['cut to the window', { impactStartTime: at(-48) }, [[-24, 0, true]]],
    ['not of what is yet to begin', { impactStartTime: at(2) }, []],
    [
      'not of what was over before',
      { status: 'Resolved', impactStartTime: at(-48), impactMitigationTime: at(-47) },
      [],
    ],
    ['not of advisories', { eventType: 'HealthAdvisory', impactStartTime: at(-3) }, []],
  ])('%s', (_what, properties, expected) => {
    expect(hoursOf([event('a', properties)])).toEqual(expected)
  })

  test('are in rows by service and region, those of the reader first', () => {
    const impact: NonNullable<Properties['impact']> = [
      { impactedService: 'Cache', impactedRegions: [{ impactedRegion: 'West US' }] },
      {
        impactedService: 'Storage',
        impactedRegions: [{ impactedRegion: 'West US', impactedSubscriptions: ['s'] }],
      },
      { impactedService: 'Network', impactedRegions: [] },
    ]
    const rows = toRows(findSpans([event('a', { impactStartTime: at(-1), impact })], DAY))
    expect(rows.map(({ key }) => key)).toEqual([
      ...['Storage in West US', 'Cache in West US', 'Network in All regions'],
    ])
  })
})

describe('days', () => {
  const issue = (from: number, to: number) =>
    event(`${from}`, {
      status: 'Resolved',
      impactStartTime: at(from),
      impactMitigationTime: at(to),
    })

  test('of an event in several regions count those of the reader alone', () => {
    const impact: NonNullable<Properties['impact']> = [
      {
        impactedService: 'Storage',
        impactedRegions: [
          { impactedRegion: 'East US', status: 'Active', lastUpdateTime: at(0) },
          {
            ...{ impactedRegion: 'West US', impactedSubscriptions: ['s'] },
            ...{ status: 'Resolved', lastUpdateTime: at(-2) },
          },
        ],
      },
    ]
    const mixed = event('mixed', { impactStartTime: at(-3), impact })
    expect(listDays([mixed], 1, NOW)).toMatchObject([{ minutes: 60 }])
  })

  test('have their minutes of impact, and what overlaps counts once', () => {
    const spans = findSpans([issue(-3, -1), issue(-2, -0.5)], DAY)
    expect(countMinutes(spans, DAY)).toBe(150)
  })

  test('have none for a drill', () => {
    const drill = event('drill', { isDrill: true, impactStartTime: at(-3) })
    expect(listDays([drill], 1, NOW)).toMatchObject([{ minutes: 0 }])
  })

  test('end at midnight', () => {
    const days = listDays([issue(-14, -11)], 3, NOW)
    expect(days.map(({ date, minutes }) => [date.getDate(), minutes])).toEqual([
      [16, 0],
      [17, 120],
      [18, 60],
    ])
  })

  test('are in weeks that begin on Monday', () => {
    const weeks = toWeeks(listDays([], 90, NOW))
    expect(weeks).toHaveLength(14)
    for (const week of weeks) {
      expect(week).toHaveLength(7)
      for (const [n, day] of week.entries()) if (day) expect((day.date.getDay() + 6) % 7).toBe(n)
    }
    expect(weeks.flat().filter(Boolean)).toHaveLength(90)
  })
})

test('levels differ in weight', () => {
  expect((['Critical', 'Error', 'Warning', 'Informational'] as const).map(weightOf)).toEqual([
    ...['heavy', 'heavy', 'medium', 'light'],
  ])
  expect(weightOf(undefined)).toBe('medium')
})
