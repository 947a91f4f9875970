import { expect, test } from 'vitest'
import { type EventState, priorityOf } from './rules.ts'

const event = (eventType: string, status: string, eventLevel: string) =>
  ({
    eventType,
    properties: { eventLevel },
    impact: [{ impactedService: 'A', impactedRegions: [{ impactedRegion: 'a', status }] }],
  }) as unknown as EventState

test('what is active comes before what is over, then by type, then by level', () => {
  expect(priorityOf(event('ServiceIssue', 'Active', 'Critical'))).toBe(0)
  expect(priorityOf(event('ServiceIssue', 'Active', 'Error'))).toBe(1)
  expect(priorityOf(event('PlannedMaintenance', 'Active', 'Critical'))).toBe(4)
  expect(priorityOf(event('HealthAdvisory', 'Active', 'Critical'))).toBe(8)
  expect(priorityOf(event('ServiceIssue', 'Resolved', 'Critical'))).toBe(12)
})
