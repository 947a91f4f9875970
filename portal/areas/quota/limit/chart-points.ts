import type { UsageOfDay } from '../quota-api.ts'
import type { Period } from './usage-view.ts'

const DAY_MS = 86_400_000

export type Size = Readonly<{ width: number; height: number }>
type Point = Readonly<{ x: number; y: number; day: UsageOfDay }>
export type Chart = Readonly<{
  /** The value at the top of the scale. */
  top: number
  points: readonly Point[]
  /** Of SVG paths: one piece for each run of days without a gap. */
  usage: string
  limit: string
}>

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The days of a period that ends today. */
export function daysOf(days: readonly UsageOfDay[], period: Period, today: Date) {
  const last = Math.floor(today.getTime() / DAY_MS)
  return days.filter(({ day }) => dayNumber(day) > last - period && dayNumber(day) <= last)
}

/** Days without a report stay empty: a line through them would be invented. */
export function drawUsage(
  days: readonly UsageOfDay[],
  period: Period,
  today: Date,
  { width, height }: Size,
): Chart {
  const last = Math.floor(today.getTime() / DAY_MS)
  const top = toTop(Math.max(1, ...days.flatMap((day) => [day.limit, day.highestValue])))
  const xOf = (day: string) => (width * (dayNumber(day) - (last - period + 1))) / (period - 1)
  const yOf = (value: number) => height - (height * value) / top
  const points = days.map((day) => ({ x: xOf(day.day), y: yOf(day.highestValue), day }))
  const lineOf = (read: (day: UsageOfDay) => number) =>
    days
      .map((day, n) => {
        const before = days[n - 1]
        const isNext = before !== undefined && dayNumber(day.day) - dayNumber(before.day) === 1
        return `${isNext ? 'L' : 'M'}${round(xOf(day.day))} ${round(yOf(read(day)))}`
      })
      .join(' ')
  return {
    top,
    points,
    usage: lineOf((day) => day.highestValue),
    limit: lineOf((day) => day.limit),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The next number that is 1, 2 or 5 with zeros. */
function toTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((one) => one * unit >= value) ?? 10
  return factor * unit
}
