import type { Operation } from './operations.ts'

export type Tally = {
  sent: number
  reached: string[]
  faults: string[]
  statuses: Map<number, number>
}

export function report(operations: readonly Operation[], tally: Tally, seed: number): boolean {
  const { sent, reached, faults, statuses } = tally
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
  console.log(`fuzz: ${reached.length} of ${operations.length} operations reached 2xx`)
  console.log(`fuzz: ${sent} requests, statuses ${counts.join(', ')}, seed ${seed}`)
  for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
  if (faults.length > 40) console.log(`  and ${faults.length - 40} more`)
  return faults.length === 0 && reached.length === operations.length
}
