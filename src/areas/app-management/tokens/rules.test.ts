import { expect, test } from 'vitest'
import type { ProductTime } from '../../../platform/time.ts'
import { decideExpiry, mayCreateAppToken } from './rules.ts'

const now = new Date('2026-01-01T00:00:00Z') as ProductTime
const soon = new Date('2026-02-01T00:00:00Z')
const later = new Date('2026-03-01T00:00:00Z')

test.each([
  ['nothing asked of a token without end', null, null, { expiresAt: null }],
  ['nothing asked: the end of the maker is taken over', null, soon, { expiresAt: soon }],
  ['an end before that of the maker', soon, later, { expiresAt: soon }],
  ['the very end of the maker', soon, soon, { expiresAt: soon }],
  ['an end after that of the maker', later, soon, { fault: 'too-late', latest: soon }],
  ['an end in the past', now, null, { fault: 'past' }],
])('%s', (_what, requested, maker, decision) => {
  expect(decideExpiry(requested, maker, now)).toEqual(decision)
})

test.each([
  ['viewer', 'all', false],
  ['developer', 'all', false],
  ['developer', 'viewer', true],
  ['manager', 'all', true],
  ['owner', 'all', true],
] as const)('a %s asking for %s: %s', (rank, access, allowed) => {
  expect(mayCreateAppToken(rank, access)).toBe(allowed)
})
