import { median } from '../load/rounds.ts'
import { type Load, rateOf } from '../load/wrk.ts'
import { describeAim, FIGURES, isReached, type Label } from './aims.ts'

/** Prints the median of the ratios of the rounds, and how far single rounds are from it. */
export function report(label: Label, ours: readonly number[], theirs: readonly number[]): void {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  const ratio = median(ratios)
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)]
  const { aim } = FIGURES[label]
  const outcome = isReached(ratio, aim) ? 'reached' : 'missed'
  console.log(`${label}: ${ratio.toFixed(2)}`)
  console.log(
    `  rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}; aim ${describeAim(aim)} ${outcome}`,
  )
}

export const reportRates = (label: Label, ours: readonly Load[], theirs: readonly Load[]): void =>
  report(label, ours.map(rateOf), theirs.map(rateOf))

export const reportP50s = (label: Label, ours: readonly Load[], theirs: readonly Load[]): void =>
  report(label, ours.map(p50Of), theirs.map(p50Of))

const p50Of = ({ p50Ms }: Load): number => p50Ms
