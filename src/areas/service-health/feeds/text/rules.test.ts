import { describe, expect, test } from 'vitest'
import { childrenOf, parseXml, textOf } from '../../../../../test/support/service-health/xml.ts'
import { toAtom } from '../atom/rules.ts'
import { endOf, type FeedEvent, titleOf, toText, updatesOf } from './rules.ts'

const AT = new Date('2026-11-15T08:00:00.250Z')
const event = (properties: FeedEvent['properties']): FeedEvent => ({
  trackingId: 'BC_1',
  properties,
  updatedAt: AT,
})
const START = '2026-11-20T10:00:00+02:00'

const atom = (events: FeedEvent[]) =>
  toAtom({
    id: 'tag:x,2026:a',
    title: 'A & B',
    events,
    idOf: (id) => `tag:x,2026:${id}`,
    linkTo: (id) => `http://x/${id}`,
  })
describe('what an event says', () => {
  test.each([
    [{ title: ' two\r\nlines ' }, 'two lines'],
    [{ eventType: 'PlannedMaintenance' }, 'Planned maintenance BC_1'],
    [{ title: ' ' }, 'Event BC_1'],
  ] as const)('its title: %j', (properties, title) => {
    expect(titleOf(event(properties))).toBe(title)
  })

  test.each([
    [{ impactMitigationTime: START, duration: 60 }, '2026-11-20T08:00:00.000Z'],
    [{ impactStartTime: START, duration: 60 }, '2026-11-20T08:01:00.000Z'],
    [{ impactStartTime: START }, undefined],
    [{ impactStartTime: '9998-12-31T00:00:00Z', duration: 2 ** 31 - 1 }, undefined],
    [{ duration: 60 }, undefined],
  ])('its end: %j', (properties, end) => {
    expect(endOf(properties)?.toISOString()).toBe(end)
  })

  test('each update once, the newest first', () => {
    const said = (hour: number, summary: string) => ({
      updateDateTime: `2026-11-15T0${hour}:00:00Z`,
      summary,
    })
    const updates = [said(1, 'one'), said(2, 'two')]
    const impactedRegions = [{ updates }, { updates: [...updates, said(3, '')] }]
    expect(updatesOf({ impact: [{ impactedRegions }] }).map(({ text }) => text)).toEqual([
      'two',
      'one',
    ])
  })

  test('not more than 8,000 characters, and no half of one', () => {
    const text = toText(event({ summary: '\u{1f6a2}'.repeat(9000) }))
    expect([text.length, text.isWellFormed()]).toEqual([8001, true])
  })
})

test('a feed is as new as its newest entry, and without one as old as time', () => {
  const newer = { ...event({}), updatedAt: new Date('2026-11-16T00:00:00Z') }
  const both = parseXml(atom([event({}), newer]))
  expect(textOf(both, 'updated')).toBe('2026-11-16T00:00:00.000Z')
  expect(childrenOf(both, 'entry')).toHaveLength(2)
  const none = parseXml(atom([]))
  expect([textOf(none, 'title'), textOf(none, 'updated')]).toEqual([
    'A & B',
    '1970-01-01T00:00:00.000Z',
  ])
})

test.each([
  ['<a>&b</a>', '&'],
  ['<a></b>', 'another end'],
  ['<a/><b/>', 'two elements'],
  ['<a b="1" b="2"/>', 'an attribute twice'],
  ['<a>\u0007</a>', 'a control character'],
])('the parser of these tests refuses %j: %s', (document) => {
  expect(() => parseXml(`<?xml version="1.0" encoding="utf-8"?>\n${document}`)).toThrow()
})
