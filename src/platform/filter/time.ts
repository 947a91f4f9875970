// `7%2F24%2F2020` stands in published examples; whoever hands that to an SDK has it encoded twice.
const MONTH_FIRST = /^([0-9]{1,2})(\/|%2F)([0-9]{1,2})\2([0-9]{4})$/i
const DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
const CLOCK =
  /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(Z|[-+ ][0-9]{2}:?[0-9]{2})?$/i

const MINUTE_MS = 60_000
const FARTHEST_ZONE_MINUTES = 14 * 60

/**
 * A moment in any form that public clients send: `2023-07-26`, `2023-07-26T15:57:09.1234567Z`, an
 * offset instead of `Z`, `7/26/2023`. No zone means UTC; digits below a millisecond are cut off.
 */
export function readTime(text: string): Date | undefined {
  const [, month, , day, year] = MONTH_FIRST.exec(text) ?? []
  if (year !== undefined) return toTime(toDay(year, month, day), 0)
  const [date = '', clock] = splitAtT(text)
  const [, y, m, d] = DAY.exec(date) ?? []
  return toTime(toDay(y, m, d), clock === undefined ? 0 : toMsOfDay(clock))
}

function splitAtT(text: string): [date: string, clock?: string] {
  return /^.{10}T/i.test(text) ? [text.slice(0, 10), text.slice(11)] : [text]
}

/** Midnight UTC, or undefined when the calendar has no such day. */
function toDay(year = '', month = '', day = ''): number | undefined {
  const time = new Date(0)
  // Not Date.UTC: it takes the years 0 to 99 for those of the 20th century.
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isReal = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day)
  return isReal && year !== '' ? time.getTime() : undefined
}

function toMsOfDay(clock: string): number | undefined {
  const [, hour, minute, second = '0', fraction = '', zone = 'Z'] = CLOCK.exec(clock) ?? []
  const offset = toOffsetMinutes(zone)
  if (hour === undefined || offset === undefined) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const minutes = Number(hour) * 60 + Number(minute) - offset
  return minutes * MINUTE_MS + Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** A blank is a plus: that is what becomes of a `+` that was not encoded in a query. */
function toOffsetMinutes(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const minute = Number(zone.slice(-2))
  const offset = Number(zone.slice(1, 3)) * 60 + minute
  if (minute > 59 || offset > FARTHEST_ZONE_MINUTES) return undefined
  return zone.startsWith('-') ? -offset : offset
}

/** Years 1 to 9999 in UTC: what four digits can say, in our answers and in the database. */
function toTime(day: number | undefined, msOfDay: number | undefined): Date | undefined {
  if (day === undefined || msOfDay === undefined) return undefined
  const time = new Date(day + msOfDay)
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time : undefined
}
