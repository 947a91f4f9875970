import { median } from '../load/rounds.ts'
import { type Load, rateOf } from '../load/wrk.ts'
import { describeAim, FIGURES, isReached, type Label } from './aims.ts'

/** Prints the median of the ratios of the rounds, which it returns, and what both sides reached. `printed.ts` reads it. */
export function report(
  label: Label,
  ours: readonly number[],
  theirs: readonly number[],
  unit: '/s' | 'ms',
): number {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  const ratio = median(ratios)
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)]
  const { aim } = FIGURES[label]
  const outcome = isReached(ratio, aim) ? 'reached' : 'missed'
  const [mine, other] = [ours, theirs].map((values) => `${toPrecision(median(values))} ${unit}`)
  console.log(`${label}: ${ratio.toFixed(2)}`)
  console.log(
    `  rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}; ${mine} beside ${other}; aim ${describeAim(aim)} ${outcome}`,
  )
  return ratio
}

const toPrecision = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))

export const reportRates = (label: Label, ours: readonly Load[], theirs: readonly Load[]): number =>
  report(label, ours.map(rateOf), theirs.map(rateOf), '/s')

export const reportP50s = (label: Label, ours: readonly Load[], theirs: readonly Load[]): number =>
  report(label, ours.map(p50Of), theirs.map(p50Of), 'ms')

export const reportP99s = (label: Label, ours: readonly Load[], theirs: readonly Load[]): number =>
  report(label, ours.map(p99Of), theirs.map(p99Of), 'ms')

const p50Of = ({ p50Ms }: Load): number => p50Ms
const p99Of = ({ p99Ms }: Load): number => p99Ms
