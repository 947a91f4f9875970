import { expect, test } from 'vitest'
import { toExact, toRelative } from './relative-time.ts'

const now = new Date('2026-05-04T12:00:00Z')

test.each([
  ['2026-05-04T11:59:30Z', 'just now'],
  ['2026-05-04T11:57:00Z', '3 minutes ago'],
  ['2026-05-04T10:01:00Z', '1 hour ago'],
  ['2026-05-03T11:00:00Z', 'yesterday'],
  ['2026-03-01T12:00:00Z', '2 months ago'],
  ['2026-05-06T13:00:00Z', 'in 2 days'],
])('%s is %s', (time, words) => {
  expect(toRelative(new Date(time), now)).toBe(words)
})

test('the exact time carries UTC beside the local zone', () => {
  expect(toExact(now)).toContain('(2026-05-04T12:00:00Z)')
})
