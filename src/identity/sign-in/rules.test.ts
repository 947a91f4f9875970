import { expect, test } from 'vitest'
import { judgePassword } from './rules.ts'

test.each([
  ['correct horse', 'correct horse', undefined],
  ['eleven-char', 'eleven-char', 'too-short'],
  ['☸'.repeat(12), '☸'.repeat(12), undefined],
  ['x'.repeat(257), 'x'.repeat(257), 'too-long'],
  ['correct horse', 'correct house', 'not-repeated'],
] as const)('%s, then %s: %s', (password, again, fault) => {
  expect(judgePassword(password, again)).toBe(fault)
})
