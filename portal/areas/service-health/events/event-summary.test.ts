import { describe, expect, test } from 'vitest'
import {
  byAttention,
  countByType,
  endOf,
  findClearSince,
  findDescriptionTitle,
  groupActive,
  serviceRegionsOf,
  updatesOf,
  whereOf,
} from './event-summary.ts'

type Event = Parameters<typeof endOf>[0]

const event = (name: string, properties: Event['properties'] = {}): Event => ({
  ...{ id: name, name, type: 'x', systemData: {} },
  properties: { eventType: 'ServiceIssue', status: 'Active', ...properties },
})
const NOW = new Date('2026-11-18T12:00:00Z')
const names = (events: readonly Event[]) => events.map(({ name }) => name)

test('active events come before resolved ones, then by priority, then the newest', () => {
  const events = [
    event('resolved', { status: 'Resolved', priority: 0 }),
    event('unranked'),
    event('older', { priority: 2, lastUpdateTime: '2026-11-01T00:00:00Z' }),
    event('newer', { priority: 2, lastUpdateTime: '2026-11-02T00:00:00Z' }),
    event('first', { priority: 1 }),
  ]
  expect(names(events.toSorted(byAttention))).toEqual([
    ...['first', 'newer', 'older', 'unranked', 'resolved'],
  ])
})

test('what happens now is apart from what is planned and what is only to be known', () => {
  const maintenance = { eventType: 'PlannedMaintenance' } as const
  const groups = groupActive(
    [
      event('issue'),
      event('over', { status: 'Resolved' }),
      event('planned', { ...maintenance, impactStartTime: '2026-11-19T00:00:00Z' }),
      event('begun', { ...maintenance, impactStartTime: '2026-11-18T00:00:00Z' }),
      event('retirement', { eventType: 'HealthAdvisory' }),
      event('leak', { eventType: 'SecurityAdvisory' }),
      event('drill', { isDrill: true }),
    ],
    NOW,
  )
  const { current, upcoming, advisories, drills } = groups
  expect([current, upcoming, advisories, drills].map(names)).toEqual([
    ['issue', 'begun'],
    ['planned'],
    ['retirement', 'leak'],
    ['drill'],
  ])
})

test('all is clear since the last thing that happened was over', () => {
  const over = { status: 'Resolved' } as const
  const events = [
    event('a', { ...over, impactMitigationTime: '2026-11-03T00:00:00+02:00' }),
    event('b', { ...over, impactMitigationTime: '2026-11-02T23:00:00Z' }),
    event('c', { ...over, eventType: 'Billing', lastUpdateTime: '2026-11-09T00:00:00Z' }),
  ]
  expect(findClearSince(events)).toBe('2026-11-02T23:00:00Z')
  expect(findClearSince([event('active')])).toBeUndefined()
  const drill = event('drill', {
    ...over,
    isDrill: true,
    impactMitigationTime: '2026-11-09T00:00:00Z',
  })
  expect(findClearSince([...events, drill])).toBe('2026-11-02T23:00:00Z')
})

test('the first day of year 1 is no end', () => {
  expect(endOf(event('a', { impactMitigationTime: '0001-01-01T00:00:00' }))).toBeUndefined()
})

test('types are counted, and in each the levels, the worst first', () => {
  const levels = ['Warning', 'Critical', 'Warning'] as const
  const events = levels.map((eventLevel, n) => event(String(n), { eventLevel }))
  const others = [event('bill', { eventType: 'Billing' }), event('drill', { isDrill: true })]
  expect(countByType([...events, ...others])).toEqual([
    {
      type: 'ServiceIssue',
      count: 3,
      levels: [
        ['Critical', 1],
        ['Warning', 2],
      ],
    },
    { type: 'Billing', count: 1, levels: [] },
  ])
})

describe('where an event is', () => {
  const said = { summary: 'Slow.', updateDateTime: '2026-11-18T10:00:00Z' }
  const later = { summary: 'Over.', updateDateTime: '2026-11-18T11:00:00Z' }
  const storage = event('a', {
    impact: [
      {
        impactedService: 'Storage',
        impactedRegions: [
          { impactedRegion: 'West US', impactedSubscriptions: ['s'], updates: [said, later] },
          { impactedRegion: 'East US', impactedSubscriptions: [], updates: [said] },
        ],
      },
      { impactedService: 'Cache', impactedRegions: [] },
    ],
  })

  test('names each service in each region, and which are of the reader', () => {
    expect(whereOf(storage)).toBe('Storage (West US, East US); Cache')
    expect(
      serviceRegionsOf(storage).map(({ service, region, isOwn }) => [service, region, isOwn]),
    ).toEqual([
      ['Storage', 'West US', true],
      ['Storage', 'East US', false],
      ['Cache', undefined, false],
    ])
  })

  test('an update of several regions is one, the newest first', () => {
    expect(updatesOf(storage).map(({ text, serviceRegions }) => [text, serviceRegions])).toEqual([
      ['Over.', ['Storage in West US']],
      ['Slow.', ['Storage in West US', 'Storage in East US']],
    ])
  })
})

test.each([
  [['Preliminary PIR'], 'Preliminary post-incident review'],
  [['Preliminary PIR', 'Final PIR'], 'Post-incident review'],
  [['Action Recommended'], 'Description'],
])('with the tags %j the description is called %s', (eventTags, title) => {
  expect(findDescriptionTitle(event('a', { eventTags }))).toBe(title)
})
