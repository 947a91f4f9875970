import { expect, test } from 'vitest'
import type { ProductTime } from '../../../../platform/time.ts'
import { combineLives, decideExpiry, ENDLESS, exceedsLife } from './rules.ts'

const now = new Date('2026-01-01T00:00:00Z') as ProductTime
const inDays = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms)
const [soon, later] = [inDays(31), inDays(59)]
const month = { longestDays: 40, defaultDays: 30 }

test.each([
  ['nothing asked of a token without end', null, null, ENDLESS, { expiresAt: null }],
  ['nothing asked: the end of the maker is taken over', null, soon, ENDLESS, { expiresAt: soon }],
  ['an end before that of the maker', soon, later, ENDLESS, { expiresAt: soon }],
  ['the very end of the maker', soon, soon, ENDLESS, { expiresAt: soon }],
  ['an end after that of the maker', later, soon, ENDLESS, { fault: 'too-late', latest: soon }],
  ['an end in the past', now, null, ENDLESS, { fault: 'past' }],
  ['nothing asked: the default', null, null, month, { expiresAt: inDays(30) }],
  [
    'nothing asked: a maker that ends later than the default',
    null,
    later,
    month,
    { expiresAt: inDays(30) },
  ],
  [
    'nothing asked: a maker that ends before the default',
    null,
    inDays(2),
    month,
    { expiresAt: inDays(2) },
  ],
  ['more than the default', soon, null, month, { expiresAt: soon }],
  [
    'the longest life, by a clock that is 50 s ahead',
    inDays(40, 50_000),
    null,
    month,
    { expiresAt: inDays(40, 50_000) },
  ],
  [
    'beyond the longest life',
    inDays(40, 61_000),
    null,
    month,
    { fault: 'too-long', longestDays: 40 },
  ],
] as const)('%s', (_what, requested, maker, life, decision) => {
  expect(decideExpiry(requested, maker, life, now)).toEqual(decision)
})

test.each([
  ['no limits', ENDLESS, ENDLESS, ENDLESS],
  [
    'one of the two',
    ENDLESS,
    { longestDays: 9, defaultDays: 5 },
    { longestDays: 9, defaultDays: 5 },
  ],
  [
    'the stricter of both',
    { longestDays: 9, defaultDays: 5 },
    { longestDays: 20, defaultDays: 2 },
    { longestDays: 9, defaultDays: 2 },
  ],
  [
    'a default beyond the limit of the other',
    { longestDays: null, defaultDays: 30 },
    { longestDays: 7, defaultDays: null },
    { longestDays: 7, defaultDays: 7 },
  ],
  [
    'no default: the longest life',
    { longestDays: 7, defaultDays: null },
    ENDLESS,
    { longestDays: 7, defaultDays: 7 },
  ],
] as const)('combined: %s', (_what, one, other, both) => {
  expect(combineLives(one, other)).toEqual(both)
  expect(combineLives(other, one)).toEqual(both)
})

test.each([
  [null, null, false],
  [null, 40, true],
  [inDays(40), 40, false],
  [inDays(41), 40, true],
  [inDays(41), null, false],
])('an end at %s, with a limit of %s days: exceeding %s', (expires_at, longestDays, exceeds) => {
  expect(exceedsLife({ created_at: now, expires_at }, longestDays)).toBe(exceeds)
})
