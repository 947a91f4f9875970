import { median } from './rounds.ts'

/** Measures each side in turn, so that what disturbs one disturbs the others. The first time warms up. */
export async function inTurn<Side extends string>(
  sides: Readonly<Record<Side, () => Promise<number>>>,
  times: number,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[]
  const pairs = names.map((name): [Side, number[]] => [name, []])
  for (let time = 0; time <= times; time++) {
    for (const [name, measured] of pairs) {
      const value = await sides[name]()
      if (time > 0) measured.push(value)
    }
  }
  return Object.fromEntries(pairs) as Record<Side, number[]>
}

/** Of as many values in each round. */
export const medianPerRound = (values: readonly number[], each: number): number[] =>
  Array.from({ length: values.length / each }, (_, n) =>
    median(values.slice(n * each, (n + 1) * each)),
  )
