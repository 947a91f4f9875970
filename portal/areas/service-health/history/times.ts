const DAY_HOURS = 24

export const PERIODS = [
  { name: '24h', label: '24 hours', hours: DAY_HOURS, ticks: 4 },
  { name: '7d', label: '7 days', hours: 7 * DAY_HOURS, ticks: 7 },
  { name: '90d', label: '90 days', hours: 90 * DAY_HOURS, ticks: 6 },
] as const
export type Period = (typeof PERIODS)[number]

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const toMoment = (ms: number): string => moment.format(new Date(ms))
export const toTick = (ms: number, { hours }: Period): string =>
  (hours <= DAY_HOURS ? clock : day).format(new Date(ms))

/** The one in the address, or the shortest. */
export const readPeriod = (given: unknown): Period =>
  PERIODS.find(({ name }) => name === given) ?? PERIODS[0]
