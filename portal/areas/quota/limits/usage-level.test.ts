import { expect, test } from 'vitest'
import { formatPercent, levelOf, percentOf, summarize } from './usage-level.ts'

const used = (currentValue: number, limit: number) => ({ currentValue, limit })

test.each([
  [0, 0, 0, 'Normal'],
  [1, 0, 100, 'Critical'],
  [799, 1000, 79.9, 'Normal'],
  [80, 100, 80, 'Warning'],
  [949, 1000, 94.9, 'Warning'],
  [95, 100, 95, 'Critical'],
  [120, 100, 120, 'Critical'],
])('%i of %i is %d %%: %s', (currentValue, limit, percent, level) => {
  expect(percentOf(used(currentValue, limit))).toBe(percent)
  expect(levelOf(used(currentValue, limit))).toBe(level)
})

test('a percentage is never rounded up to a warning', () => {
  expect(formatPercent(used(7999, 10_000))).toBe('79 %')
})

test('a summary counts what needs attention, and says nothing otherwise', () => {
  expect(summarize([used(1, 10)])).toBeUndefined()
  expect(summarize([used(10, 10), used(8, 10), used(9, 10)])).toBe(
    '1 limit at 95 % or more, 2 limits at 80 % or more.',
  )
})
