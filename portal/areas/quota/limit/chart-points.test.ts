import { expect, test } from 'vitest'
import { daysOf, drawUsage } from './chart-points.ts'

const TODAY = new Date('2026-11-18T12:00:00Z')
const on = (day: string, highestValue: number, limit = 80) => ({
  day,
  highestValue,
  lastValue: highestValue,
  limit,
})

test('a period has as many days as it says, with today as the last', () => {
  const days = [on('2026-10-19', 1), on('2026-10-20', 2), on('2026-11-18', 3)]
  expect(daysOf(days, 30, TODAY).map(({ day }) => day)).toEqual(['2026-10-20', '2026-11-18'])
  expect(daysOf(days, 90, TODAY)).toHaveLength(3)
})

test('days without a report interrupt the line', () => {
  const days = [on('2026-11-14', 20), on('2026-11-15', 40), on('2026-11-18', 60)]
  const { top, usage, limit } = drawUsage(days, 30, TODAY, { width: 290, height: 100 })
  expect(top).toBe(100)
  expect(usage).toBe('M250 80 L260 60 M290 40')
  expect(limit).toBe('M250 20 L260 20 M290 20')
})

test('the scale reaches above the limit, and above a usage beyond it', () => {
  const topOf = (value: number, limit: number) =>
    drawUsage([on('2026-11-18', value, limit)], 30, TODAY, { width: 1, height: 1 }).top
  expect([topOf(3, 20), topOf(60, 20), topOf(0, 0), topOf(1, 20_001)]).toEqual([20, 100, 1, 50_000])
})
