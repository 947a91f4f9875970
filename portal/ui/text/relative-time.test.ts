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
  ['2026-06-03T12:00:00Z', 'in 30 days'],
  ['2026-06-03T11:59:59Z', 'in 30 days'],
  ['2026-06-02T12:00:00Z', 'in 29 days'],
  ['2026-08-02T11:59:59Z', 'in 3 months'],
  ['2027-05-04T11:59:59Z', 'in 12 months'],
  ['2024-05-01T12:00:00Z', '2 years ago'],
])('%s is %s', (time, words) => {
  expect(toRelative(new Date(time), now)).toBe(words)
})

test('a time further away never says less than a nearer one, and every count goes up by one', () => {
  const DAYS: Record<string, number> = {
    minute: 1 / 1440,
    hour: 1 / 24,
    day: 1,
    month: 30.4,
    year: 365,
  }
  let before = 0
  for (let hours = 24; hours < 4 * 365 * 24; hours += 3) {
    const said = toRelative(new Date(now.getTime() + hours * 3_600_000), now)
    expect(said).not.toMatch(/next|last/)
    const [, count = '1', unit = 'day'] = /^in (\d+) (\w+?)s?$/.exec(said) ?? []
    const days = Number(count) * (DAYS[unit] ?? 0)
    // Nothing jumps by more than what is being counted in, and half of that where the unit changes.
    expect(days, said).toBeGreaterThanOrEqual(before - 0.51)
    expect(days - before, said).toBeLessThanOrEqual(
      unit === 'year' ? 366 : unit === 'month' ? 31 : 1,
    )
    before = days
  }
})

test('the exact time carries UTC beside the local zone', () => {
  expect(toExact(now)).toContain('(2026-05-04T12:00:00Z)')
})
