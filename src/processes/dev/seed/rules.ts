import { toSeconds } from '../../rehearse/rules.ts'
import type { SeedQuota } from './wire.ts'

export type Values = Readonly<{ now: Date; vendor: string }>

const MOST_LEVELS = 50

/** Replaces `{vendor}`, `{now}` and `{now-2h}` in every text. */
export function fillIn(value: unknown, values: Values, levels = MOST_LEVELS): unknown {
  if (levels === 0) throw new Error(`The seed has more than ${MOST_LEVELS} levels.`)
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((part) => fillIn(part, values, levels - 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillIn(part, values, levels - 1)]),
  )
}

/** The pattern of a time lets through days that no calendar has. */
export function toDate(time: string | undefined): Date | undefined {
  if (time === undefined) return undefined
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw new Error(`${time} is not a time.`)
  return date
}

const fillText = (text: string, { now, vendor }: Values) =>
  text
    .replaceAll('{vendor}', vendor)
    .replaceAll(/\{now(?:([+-])([\d.smhd ]+))?\}/g, (all, sign?: string, duration = '0s') => {
      const time = now.getTime() + (sign === '-' ? -1000 : 1000) * toSeconds(duration)
      if (!(Math.abs(time) < MOST_MS)) throw new Error(`${all} is not a time.`)
      return new Date(time).toISOString()
    })
/** The end of the year 9999: later times have another form. */
const MOST_MS = 253_402_300_800_000

type Resource = Readonly<Record<string, unknown>> & { name: string }
type Entry = Readonly<{ locations: readonly string[]; resources: readonly Resource[] }>

const isSame = (one: string, other: string) =>
  one.replaceAll(' ', '').toLowerCase() === other.replaceAll(' ', '').toLowerCase()

/** The catalogue entry with what is missing in it; nothing if it has everything. */
export function addToCatalogue(
  { locations, resources }: Entry = { locations: [], resources: [] },
  wanted: readonly SeedQuota[],
): Entry | undefined {
  const newLocations = distinct(wanted.map(({ location }) => location)).filter(
    (name) => !locations.some((known) => isSame(known, name)),
  )
  const newNames = distinct(wanted.map(({ resource }) => resource)).filter(
    (name) => !resources.some((known) => isSame(known.name, name)),
  )
  if (newLocations.length + newNames.length === 0) return undefined
  const defaultLimitOf = (name: string) =>
    Math.max(0, ...wanted.filter(({ resource }) => resource === name).map(({ limit = 0 }) => limit))
  return {
    locations: [...locations, ...newLocations],
    resources: [
      ...resources,
      ...newNames.map((name) => ({ name, defaultLimit: defaultLimitOf(name) })),
    ],
  }
}

/** In any spelling, the first one counts. */
const distinct = (names: readonly string[]) =>
  names.filter((name, index) => names.findIndex((other) => isSame(other, name)) === index)

export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Earlier ones first, and those without a time last. */
export function toTimes<T extends Readonly<{ at?: string }>>(
  items: readonly T[],
): (readonly [Date | undefined, T[]])[] {
  const groups = [...Map.groupBy(items, ({ at }) => at)]
  return groups
    .map(([at, group]) => [toDate(at), group] as const)
    .toSorted(([one], [other]) => toOrder(one) - toOrder(other))
}

const toOrder = (time: Date | undefined) => time?.getTime() ?? Number.MAX_SAFE_INTEGER
