import { describe, expect, test } from 'vitest'
import { keyOfServiceRegion } from '../rules.ts'
import { createEventCache, toListText } from './event-cache.ts'
import { type Reader, readerOf, seenBy } from './rules.ts'
import type { EventRow } from './store.ts'

const TIME = new Date('2026-11-15T08:00:00Z')
const makeRow = (id: string, audience: EventRow['audience'], time = TIME): EventRow => ({
  tracking_id: id,
  audience,
  last_update_time: time,
  record: {
    systemData: { createdBy: 'ada' },
    properties: {
      title: 'Slow "writes"',
      isEventSensitive: id === 'SECRET',
      summary: 'Told to few',
      impact: [
        {
          impactedService: 'Storage',
          impactedRegions: [{ impactedRegion: 'West US', updates: [] }],
        },
        { impactedService: 'Cache', impactedRegions: [] },
        {
          impactedService: 'Queues',
          impactedRegions: [{ impactedRegion: 'East US', updates: [] }],
        },
      ],
    },
  },
})
const toEvent = (row: EventRow, reader: Reader) => ({
  id: `/${row.tracking_id}`,
  name: row.tracking_id,
  type: 'events',
  systemData: row.record.systemData,
  properties: seenBy(row, reader),
})
const QUEUES = keyOfServiceRegion('queues', 'eastus')
const READER = readerOf('sub-"a"', 'tenant', new Set([QUEUES]))
const ROWS = [
  makeRow('ONE', 'footprint'),
  makeRow('TWO', 'everyone'),
  makeRow('SECRET', 'footprint'),
  makeRow('NAMED', 'subscriptions'),
]

describe('a list of written events', () => {
  test('is what writing it for this reader gives, to the byte', () => {
    const { write } = createEventCache(toEvent, 1e6)
    const value = ROWS.map((row) => toEvent(row, READER))
    const texts = ROWS.map(write)
    expect(toListText(texts, READER, undefined)).toBe(JSON.stringify({ value }))
    expect(toListText(texts, READER, 'http://x/"')).toBe(
      JSON.stringify({ value, nextLink: 'http://x/"' }),
    )
    expect(toListText([], READER, undefined)).toBe('{"value":[]}')
  })

  test('keeps nothing sensitive', () => {
    const { write } = createEventCache(toEvent, 1e6)
    expect(write(makeRow('SECRET', 'everyone')).pieces.join()).not.toContain('Told to few')
    expect(write(makeRow('OPEN', 'everyone')).pieces.join()).toContain('Told to few')
  })
})

describe('what is kept', () => {
  test('is one revision, and no other', () => {
    const { find, write } = createEventCache(toEvent, 1e6)
    const later = new Date(TIME.getTime() + 1)
    const first = write(makeRow('ONE', 'everyone'))
    expect([find('ONE', TIME), find('ONE', later)]).toEqual([first, undefined])
    const second = write(makeRow('ONE', 'footprint', later))
    expect([find('ONE', TIME), find('ONE', later)]).toEqual([undefined, second])
  })

  test('has an end: the one not used for longest goes', () => {
    const { pieces, keys } = createEventCache(toEvent, 1e6).write(makeRow('A', 'everyone'))
    const { length } = [...pieces, ...keys].join('')
    const { find, write } = createEventCache(toEvent, 2 * length)
    write(makeRow('A', 'everyone'))
    write(makeRow('B', 'everyone'))
    find('A', TIME)
    write(makeRow('C', 'everyone'))
    const there = ['A', 'B', 'C'].filter((id) => find(id, TIME))
    expect(there).toEqual(['A', 'C'])
  })

  test('is nothing, if nothing may be kept', () => {
    const { find, write } = createEventCache(toEvent, 0)
    write(makeRow('A', 'everyone'))
    expect(find('A', TIME)).toBeUndefined()
  })
})
