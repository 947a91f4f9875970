import { expect, test } from 'vitest'
import { type Draft, findMissing, hasAudience, newDraft, newImpactRow } from './draft.ts'
import { toNewEvent, toPreview, toReachInput } from './new-event.ts'

const NOW = new Date('2026-11-18T10:00:30Z')
const draft = (typed: Partial<Draft> = {}): Draft => ({ ...newDraft(NOW), ...typed })
const impact = [
  { ...newImpactRow(), service: ' Storage ', regions: 'West US, East US,, West US' },
  { ...newImpactRow(), service: 'Cache' },
  newImpactRow(),
]

test('an event has what was typed, and nothing for what was left empty', () => {
  expect(toNewEvent(draft({ title: ' Slow writes ', impact }))).toEqual({
    eventType: 'ServiceIssue',
    audience: { kind: 'footprint' },
    impact: [
      { impactedService: 'Storage', impactedRegions: ['West US', 'East US'] },
      { impactedService: 'Cache' },
    ],
    properties: { title: 'Slow writes', impactStartTime: '2026-11-18T10:00:00.000Z' },
  })
})

test('lines are actions and links; tags and subscriptions are separated by commas or lines', () => {
  const event = toNewEvent(
    draft({
      ...{ title: 'Slow', start: '', tags: 'Action Recommended, x', trackingId: 'slow-1' },
      ...{
        actions: 'Wait.\nFail over.\n',
        links: 'The runbook https://run.example/1\nhttps://a.example',
      },
      ...{ audience: 'subscriptions', subscriptions: 'sub-a, sub-b\nsub-c', isSensitive: true },
      isDrill: true,
    }),
  )
  expect(event).toEqual({
    eventType: 'ServiceIssue',
    audience: { kind: 'subscriptions', subscriptions: ['sub-a', 'sub-b', 'sub-c'] },
    trackingId: 'slow-1',
    isEventSensitive: true,
    isDrill: true,
    eventTags: ['Action Recommended', 'x'],
    properties: {
      title: 'Slow',
      recommendedActions: { actions: [{ actionText: 'Wait.' }, { actionText: 'Fail over.' }] },
      links: [
        {
          type: 'Hyperlink',
          displayText: { value: 'The runbook' },
          parameters: { url: 'https://run.example/1' },
        },
        {
          type: 'Hyperlink',
          displayText: { value: 'https://a.example' },
          parameters: { url: 'https://a.example' },
        },
      ],
    },
  })
})

test('texts do not change what the reach is measured of', () => {
  const typed = draft({ impact, title: 'a' })
  expect(toReachInput({ ...typed, title: 'b', summary: 'c', end: '2026-11-18T12:00' })).toEqual(
    toReachInput(typed),
  )
})

test('what is missing is named, and whom the event is for is enough to measure its reach', () => {
  expect(findMissing(draft())).toEqual(['title', 'service'])
  expect(findMissing(draft({ title: 'x', audience: 'subscriptions' }))).toEqual(['subscriptions'])
  expect(findMissing(draft({ title: 'x', audience: 'everyone' }))).toEqual([])
  const wrong = { title: 'x', impact, links: 'no address', end: '2020-01-01T00:00' }
  expect(findMissing(draft(wrong))).toEqual(['links', 'end'])
  expect(hasAudience(draft({ impact }))).toBe(true)
  expect(hasAudience(draft())).toBe(false)
})

test('the preview of a sensitive event has no texts that its readers do not get at once', () => {
  const typed = { title: 'Leak', summary: 'Key 42', description: 'How', impact }
  expect(toPreview(draft(typed), NOW).properties.summary).toBe('Key 42')
  const { properties } = toPreview(draft({ ...typed, isSensitive: true }), NOW)
  expect([properties.title, properties.summary, properties.description]).toEqual([
    ...['Leak', undefined, undefined],
  ])
})

test('a drill is one for listed subscriptions only, and its preview is marked', () => {
  const typed = { title: 'Slow', isDrill: true, subscriptions: 'sub-a' }
  expect(toNewEvent(draft({ ...typed, audience: 'everyone' }))).not.toHaveProperty('isDrill')
  const { properties } = toPreview(draft({ ...typed, audience: 'subscriptions' }), NOW)
  expect(properties).toMatchObject({ title: '[Drill] Slow', isDrill: true })
})
