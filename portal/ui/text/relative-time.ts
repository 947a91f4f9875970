const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const MONTH = 30.4375 * DAY
const YEAR = 12 * MONTH

type Step = readonly [until: number, unit: Intl.RelativeTimeFormatUnit, seconds: number]

/**
 * Days are counted up to two months and months up to two years: a token made for 30 days never says
 * "next month" beside another that says "in 29 days".
 */
const STEPS: readonly Step[] = [
  [HOUR, 'minute', MINUTE],
  [DAY, 'hour', HOUR],
  [2 * MONTH, 'day', DAY],
  [2 * YEAR, 'month', MONTH],
  [Number.POSITIVE_INFINITY, 'year', YEAR],
]

/** "yesterday" and "tomorrow" are days like others; months and years are always numbers. */
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const numbers = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** "3 minutes ago", "yesterday", "in 2 days"; below a minute it is "just now". */
export function toRelative(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000)
  if (Math.abs(seconds) < MINUTE) return 'just now'
  const [, unit, size] = STEPS.find(([until]) => Math.abs(seconds) < until) as Step
  // What was chosen as 30 or 90 days is still that a moment later.
  const count = size < DAY ? Math.trunc(seconds / size) : Math.round(seconds / size)
  return (unit === 'day' ? words : numbers).format(count, unit)
}

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

export function toExact(time: Date): string {
  return `${local.format(time)} (${time.toISOString().replace(/\.\d+Z$/, 'Z')})`
}
