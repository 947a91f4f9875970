import type { Operation } from './operations.ts'

/** In the short form, which runs beside other work: one that is late or refused once is sent again. */
const MAX_REFUSED = 1 / 1000

export type Tally = {
  sent: number
  late: number
  /** Answered with 503 at first, and sent again. */
  refused: number
  reached: string[]
  faults: string[]
  statuses: Map<number, number>
}

export function report(
  operations: readonly Operation[],
  tally: Tally,
  { seed, isLong }: Readonly<{ seed: number; isLong: boolean }>,
): boolean {
  const { sent, late, refused, reached, faults, statuses } = tally
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
  console.log(`fuzz: ${reached.length} of ${operations.length} operations reached 2xx`)
  console.log(
    `fuzz: ${sent} requests, ${late} late and ${refused} refused at first and sent again, statuses ${counts.join(', ')}, seed ${seed}`,
  )
  for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
  if (faults.length > 40) console.log(`  and ${faults.length - 40} more`)
  const isRefusedTooOften = refused >= sent * MAX_REFUSED || (isLong && refused + late > 0)
  if (isRefusedTooOften) console.log('  too many were refused or late')
  const isComplete = reached.length === operations.length
  return faults.length === 0 && isComplete && !isRefusedTooOften
}
