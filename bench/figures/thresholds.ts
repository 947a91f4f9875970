import { FIGURES, type Label } from './aims.ts'
import type { Measured } from './printed.ts'
import type { Row } from './table.ts'

/** How much of the written figure is enough: machines and neighbours differ from night to night. */
const ENOUGH = 0.85

const isEnough = (label: Label, measured: number, figure: number): boolean =>
  'atLeast' in FIGURES[label].aim ? measured >= ENOUGH * figure : measured <= figure / ENOUGH

type Figures = Partial<Record<Label, Measured>>

/** The labels of a bench that are worse than performance.md says, or that were not printed. */
export function findWorse(bench: string, printed: Figures, rows: readonly Row[]): Label[] {
  const labels = (Object.keys(FIGURES) as Label[]).filter((label) => FIGURES[label].bench === bench)
  return labels.filter((label) => {
    const figure = rows.find((row) => row.label === label)?.measured?.ratio
    if (figure === undefined)
      throw new Error(`performance.md has no figure "${label}": run npm run bench -- all --write`)
    const ratio = printed[label]?.ratio
    return ratio === undefined || !isEnough(label, ratio, figure)
  })
}
