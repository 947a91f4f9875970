import { median } from './load/rounds.ts'
import { type Load, rateOf } from './load/wrk.ts'

type Unit = Readonly<{ name: string; read: (load: Load) => number; isMoreBetter: boolean }>

export const RATE: Unit = { name: '/s', read: rateOf, isMoreBetter: true }
export const P50: Unit = { name: 'ms', read: ({ p50Ms }) => p50Ms, isMoreBetter: false }

type Figure = Readonly<{
  label: string
  of: Unit
  aim: number
  /** The bench fails beyond it: far from the aim, because machines and neighbours differ. */
  limit: number
}>

/** Prints the median of the ratios of the rounds, and what both sides reached. */
export function report(
  { label, of, aim, limit }: Figure,
  ours: readonly Load[],
  theirs: readonly Load[],
): void {
  const [mine, others] = [ours.map(of.read), theirs.map(of.read)]
  const ratios = mine.map((value, round) => value / (others[round] ?? Number.NaN))
  const ratio = median(ratios)
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)]
  const [reached, beside] = [mine, others].map((all) => `${median(all).toFixed(1)} ${of.name}`)
  const sign = of.isMoreBetter ? '≥' : '≤'
  const isWithin = (bound: number) => (of.isMoreBetter ? ratio >= bound : ratio <= bound)
  console.log(`${label}: ${ratio.toFixed(2)}`)
  console.log(
    `  rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}; ${reached} beside ${beside};`,
    `aim ${sign} ${aim} ${isWithin(aim) ? 'reached' : 'missed'}, limit ${sign} ${limit}`,
  )
  if (isWithin(limit)) return
  console.log(`FAIL ${label}: the limit is missed`)
  process.exitCode = 1
}
