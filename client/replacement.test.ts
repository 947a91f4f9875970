import { expect, test } from 'vitest'
import { daysOf, lastUseOf } from './replacement.ts'

const CREATED = '2026-01-01T00:00:00.000Z'
const token = (id: string, more = {}) => ({
  id,
  description: `the ${id}`,
  scope: ['all' as const],
  kind: 'user' as const,
  created_at: CREATED,
  created_by: 'ada',
  expires_at: null,
  last_used_at: null,
  last_used_from: null,
  exceeds_limit: false,
  ...more,
})

test.each([
  ['never expires', {}, null],
  ['90 days', { expires_at: '2026-04-01T00:00:00.000Z' }, 90],
  ['to the end of a day', { expires_at: '2026-01-31T13:59:59.000Z' }, 31],
  ['an hour', { expires_at: '2026-01-01T01:00:00.000Z' }, 1],
  [
    'longer than is allowed now',
    { expires_at: '2027-01-01T00:00:00.000Z', exceeds_limit: true },
    null,
  ],
])('a token that lives %s is replaced by one that lives as many days', (_life, more, days) => {
  expect(daysOf(token('old', more))).toBe(days)
})

test.each([
  [{}, 'never used'],
  [{ last_used_at: CREATED }, `last used at ${CREATED}`],
  [{ last_used_at: CREATED, last_used_from: '::1' }, `last used at ${CREATED} from ::1`],
])('the last use of %j is told as %s', (more, told) => {
  expect(lastUseOf(token('old', more))).toBe(told)
})
