import { FIRST_YEAR, isPossibleTime, LAST_YEAR } from '../../../emulator/clock/rules.ts'
import { toSeconds } from '../../rehearse/rules.ts'
import type { SeedQuota } from './wire.ts'

export type Values = Readonly<{ now: Date; vendor: string }>

const MOST_LEVELS = 50
/** Aliases of YAML let a short text stand for a very long one. */
const MOST_VALUES = 1_000_000

/** Replaces `{vendor}`, `{now}` and `{now-2h}` in every text. */
export function fillIn(given: unknown, values: Values): unknown {
  let count = 0
  const fill = (value: unknown, levels: number): unknown => {
    if (levels === 0) throw new Error(`The seed has more than ${MOST_LEVELS} levels.`)
    if (++count > MOST_VALUES) throw new Error(`The seed has more than ${MOST_VALUES} values.`)
    if (typeof value === 'string') return fillText(value, values)
    if (Array.isArray(value)) return value.map((part) => fill(part, levels - 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, fill(part, levels - 1)]),
    )
  }
  return fill(given, MOST_LEVELS)
}

/** The pattern of a time lets through days that no calendar has, and years that the clock does not. */
export function toDate(time: string | undefined): Date | undefined {
  if (time === undefined) return undefined
  const date = new Date(time)
  if (!isPossibleTime(date))
    throw new Error(`${time} is not a time from ${FIRST_YEAR} to ${LAST_YEAR}.`)
  return date
}

const fillText = (text: string, { now, vendor }: Values) =>
  text
    .replaceAll('{vendor}', vendor)
    .replaceAll(/\{now(?:([+-])([\d.smhd ]+))?\}/g, (all, sign?: string, duration = '0s') => {
      const ms = now.getTime() + (sign === '-' ? -1000 : 1000) * toSeconds(duration)
      const time = new Date(ms)
      if (!isPossibleTime(time))
        throw new Error(`${all} is not a time from ${FIRST_YEAR} to ${LAST_YEAR}.`)
      return time.toISOString()
    })

type Resource = Readonly<Record<string, unknown>> & { name: string }
type Entry = Readonly<{ locations: readonly string[]; resources: readonly Resource[] }>

const keyOf = (name: string) => name.replaceAll(' ', '').toLowerCase()

/** The catalogue entry with what is missing in it; nothing if it has everything. */
export function addToCatalogue(
  { locations, resources }: Entry = { locations: [], resources: [] },
  wanted: readonly SeedQuota[],
): Entry | undefined {
  const newLocations = missingIn(
    locations,
    wanted.map(({ location }) => location),
  )
  const newNames = missingIn(
    resources.map(({ name }) => name),
    wanted.map(({ resource }) => resource),
  )
  if (newLocations.length + newNames.length === 0) return undefined
  const limits = Map.groupBy(wanted, ({ resource }) => keyOf(resource))
  const defaultLimitOf = (name: string) =>
    (limits.get(keyOf(name)) ?? []).reduce((most, { limit = 0 }) => Math.max(most, limit), 0)
  return {
    locations: [...locations, ...newLocations],
    resources: [
      ...resources,
      ...newNames.map((name) => ({ name, defaultLimit: defaultLimitOf(name) })),
    ],
  }
}

/** In any spelling, the first one counts. */
const missingIn = (known: readonly string[], names: readonly string[]): string[] => {
  const missing = new Map<string, string>()
  const keys = new Set(known.map(keyOf))
  for (const name of names) {
    const key = keyOf(name)
    if (!keys.has(key) && !missing.has(key)) missing.set(key, name)
  }
  return [...missing.values()]
}

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
