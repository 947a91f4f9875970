import { expect, test } from 'vitest'
import { readSpan } from './replay-span.ts'

const day = (n: number) => new Date(Date.UTC(2026, 9, n)).toISOString()

test('a span of at most 30 days is sent again', () => {
  expect(readSpan(day(1), day(31))).toEqual({ span: { from: day(1), to: day(31) } })
})

test.each([
  ['nothing', undefined, undefined, { from: 'Enter a time.', to: 'Enter a time.' }],
  ['no end', day(1), undefined, { to: 'Enter a time.' }],
  ['no beginning', undefined, day(1), { from: 'Enter a time.' }],
  ['an end that is the beginning', day(2), day(2), { to: 'Enter a time after the start.' }],
  ['more than the API sends', day(1), day(32), { to: 'Select at most 30 days.' }],
])('%s is refused', (_what, from, to, problems) => {
  expect(readSpan(from, to)).toEqual({ problems })
})
