import { readFileSync } from 'node:fs'
import type { Options } from '../options.ts'
import { readFigures } from './printed.ts'
import { runBench } from './run-in-turn.ts'
import { readRows } from './table.ts'
import { findWorse } from './thresholds.ts'

/** False if a figure is worse than the README says in two runs in a row. */
export async function checkFigures(
  { names }: Pick<Options, 'names'>,
  run: (name: string) => Promise<readonly string[]> = runBench,
): Promise<boolean> {
  const rows = readRows(readFileSync('README.md', 'utf8'))
  const measure = async (name: string) => findWorse(name, readFigures(await run(name)), rows)
  for (const name of names) {
    // Before the bench, so that a figure that is missing is told at once.
    const all = findWorse(name, {}, rows)
    const first = await measure(name)
    const twice = first.length === 0 ? [] : intersect(first, await measure(name))
    console.log(
      `${all.length - twice.length} of ${all.length} figures of ${name} are as README.md says`,
    )
    if (twice.length > 0) {
      console.log(`FAIL bench ${name}, worse than README.md in two runs: ${twice.join('; ')}`)
      return false
    }
  }
  console.log(`PASS bench ${names.join(', ')}`)
  return true
}

const intersect = <T>(one: readonly T[], other: readonly T[]) =>
  one.filter((each) => other.includes(each))
