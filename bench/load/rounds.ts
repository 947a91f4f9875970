import { type Load, type Measure, rateOf } from './wrk.ts'

const WARM_UP_SECONDS = 3

/**
 * Measures each side once per round, in turn, so that what disturbs one disturbs the others. A first
 * round warms up and does not count.
 */
export async function measureRounds<Side extends string>(
  sides: Readonly<Record<Side, Measure>>,
  { rounds, seconds }: Readonly<{ rounds: number; seconds: number }>,
): Promise<Record<Side, Load[]>> {
  const names = Object.keys(sides) as Side[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Side,
    Load[]
  >
  for (const name of names) await sides[name](Math.min(seconds, WARM_UP_SECONDS))
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const load = await sides[name](seconds)
      measured[name].push(load)
      console.log(`round ${round} ${name}: ${describe(load)}`)
    }
  }
  return measured
}

const describe = (load: Load): string =>
  `${Math.round(rateOf(load))} requests/s, p50 ${load.p50Ms.toFixed(1)} ms`

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
