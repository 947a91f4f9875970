import { expect, test } from 'vitest'
import type { EventRevision } from '../queries.ts'
import { describeRevision } from './describe-revision.ts'
import { compareRevisions } from './revision-fields.ts'

const AT = '2026-11-18T10:00:00.000Z'
const list = (...changes: EventRevision['change'][]): EventRevision[] =>
  changes.map((change, n) => ({ number: n + 1, at: AT, madeBy: 'ada', change }))

/** Under which a revision has the properties that were sent. */
const SENT = 'facts'

const created = {
  kind: 'create',
  audience: { kind: 'footprint' },
  eventType: 'ServiceIssue',
  isEventSensitive: false,
  [SENT]: { title: 'Slow writes', eventLevel: 'Warning' },
  impact: [
    { impactedService: 'Storage', impactedRegions: ['West US', 'East US'] },
    { impactedService: 'Cache', impactedRegions: [] },
  ],
  eventTags: [],
}
const WEST = [{ impactedService: 'storage', impactedRegion: 'WestUS' }]

test('an update for one region differs there alone', () => {
  const revisions = list(created, { kind: 'update', summary: 'We look.', where: WEST })
  expect(compareRevisions(revisions, 1, 2)).toEqual([
    { field: 'Latest update: Storage in West US', before: '', after: 'We look.' },
  ])
  expect(compareRevisions(revisions, 2, 2)).toEqual([])
})

test('the event is resolved, with an end, when it is resolved everywhere, and not once it is reopened', () => {
  const revisions = list(
    created,
    { kind: 'resolve', where: WEST },
    { kind: 'resolve' },
    { kind: 'reopen', where: WEST },
  )
  expect(compareRevisions(revisions, 1, 2)).toEqual([
    { field: 'Status: Storage in West US', before: 'Active', after: 'Resolved' },
  ])
  expect(compareRevisions(revisions, 2, 3)).toEqual([
    { field: 'Status', before: 'Active', after: 'Resolved' },
    { field: 'End', before: '', after: AT },
    { field: 'Status: Storage in East US', before: 'Active', after: 'Resolved' },
    { field: 'Status: Cache', before: 'Active', after: 'Resolved' },
  ])
  expect(compareRevisions(revisions, 3, 4).map(({ field }) => field)).toEqual([
    ...['Status', 'Status: Storage in West US', 'End'],
  ])
})

test('properties, tags, audience and reviews differ by name', () => {
  const revisions = list(
    created,
    { kind: 'update', [SENT]: { eventLevel: 'Critical', externalIncidentId: '7' } },
    { kind: 'review', stage: 'final', description: 'A cable.' },
    { kind: 'audience', audience: { kind: 'subscriptions', subscriptions: ['sub-a'] } },
  )
  expect(compareRevisions(revisions, 1, 4)).toEqual([
    { field: 'Audience', before: 'footprint', after: 'subscriptions: sub-a' },
    { field: 'Tags', before: '', after: 'Final PIR' },
    { field: 'Level', before: 'Warning', after: 'Critical' },
    { field: 'External incident id', before: '', after: '7' },
    { field: 'Description', before: '', after: 'A cable.' },
  ])
})

test('without a region the text of an update is the summary', () => {
  const revisions = list({ ...created, impact: [] }, { kind: 'update', summary: 'News.' })
  expect(compareRevisions(revisions, 1, 2)).toEqual([
    { field: 'Summary', before: '', after: 'News.' },
  ])
})

test('a revision is described in a few words', () => {
  const named = list(created, { kind: 'resolve', where: WEST }, { kind: 'review', stage: 'final' })
  expect(named.map(describeRevision)).toEqual([
    ...['Published', 'Resolved: storage in WestUS', 'Reviewed: final'],
  ])
})
