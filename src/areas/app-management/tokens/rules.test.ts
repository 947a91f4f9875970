import { expect, test } from 'vitest'
import { mayCreateAppToken } from './rules.ts'

test.each([
  ['viewer', 'all', false],
  ['developer', 'all', false],
  ['developer', 'viewer', true],
  ['manager', 'all', true],
  ['owner', 'all', true],
] as const)('a %s asking for %s: %s', (rank, access, allowed) => {
  expect(mayCreateAppToken(rank, access)).toBe(allowed)
})
