import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { daysOf, isTokenLimit, lastUseOf, withFirstToRevoke } from './replacement.ts'

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

describe('a refusal at the limit', () => {
  const refused = new ApiError(409, 'Conflict', 'There are 5000.', 'request-1')
  const used = token('used', { last_used_at: '2026-02-01T00:00:00.000Z' })
  const idle = token('idle', { last_used_at: '2026-01-02T00:00:00.000Z', last_used_from: '::1' })
  const unused = token('unused')

  test('names the token that was unused for longest, never the one that is replaced', () => {
    expect(isTokenLimit(refused)).toBe(true)
    const told = withFirstToRevoke(refused, [used, unused, idle], unused)
    expect(told.message).toBe(
      'There are 5000. Revoke “the idle” (idle) first; it was last used at 2026-01-02T00:00:00.000Z from ::1.',
    )
    expect([told.status, told.code, told.requestId]).toEqual([409, 'Conflict', 'request-1'])
    expect(withFirstToRevoke(refused, [used, unused], undefined).message).toContain(
      lastUseOf(unused),
    )
  })

  test('names an expired token before all others', () => {
    const expired = token('expired', {
      ...used,
      id: 'expired',
      expires_at: '2026-02-02T00:00:00.000Z',
    })
    expect(withFirstToRevoke(refused, [unused, expired], used).message).toContain('(expired) first')
  })

  test('stays as it is where there is no other token', () => {
    expect(withFirstToRevoke(refused, [used], used).message).toBe('There are 5000.')
  })
})
