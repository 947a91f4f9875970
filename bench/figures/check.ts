import { readFileSync } from 'node:fs'
import type { Options } from '../options.ts'
import { readFigures } from './printed.ts'
import { runBench } from './run-in-turn.ts'
import { FIGURES_PAGE, readRows } from './table.ts'
import { findWorse } from './thresholds.ts'

/** False if a figure is worse than performance.md says. */
export async function checkFigures(
  { names }: Pick<Options, 'names'>,
  run: (name: string) => Promise<readonly string[]> = runBench,
): Promise<boolean> {
  const rows = readRows(readFileSync(FIGURES_PAGE, 'utf8'))
  for (const name of names) {
    // Before the bench, so that a figure that is missing is told at once.
    const all = findWorse(name, {}, rows)
    const worse = findWorse(name, readFigures(await run(name)), rows)
    console.log(
      `${all.length - worse.length} of ${all.length} figures of ${name} are as performance.md says`,
    )
    if (worse.length > 0) {
      console.log(`FAIL bench ${name}, worse than performance.md: ${worse.join('; ')}`)
      return false
    }
  }
  console.log(`PASS bench ${names.join(', ')}`)
  return true
}
