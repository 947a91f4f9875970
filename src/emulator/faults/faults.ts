import { randomUUID } from 'node:crypto'
import { type Arrived, concerns, type Effect, isChosen, isFinal, type NewFault } from './rules.ts'

export const MOST_FAULTS = 100

export type Fault = NewFault & Readonly<{ id: string }>
export type CountedFault = Fault & Readonly<{ matched: number; applied: number }>

/** The faults of one emulator, in the order in which they were added. They are kept in memory only. */
export function createFaults() {
  const faults = new Map<string, Counted>()
  return {
    list: (): CountedFault[] =>
      [...faults.values()].map(({ fault, matched, applied }) => ({ ...fault, matched, applied })),
    /** Nothing if there are too many. */
    add(fault: NewFault): CountedFault | undefined {
      if (faults.size >= MOST_FAULTS) return undefined
      const id = randomUUID()
      faults.set(id, { fault: { ...fault, id }, matched: 0, applied: 0 })
      return { ...fault, id, matched: 0, applied: 0 }
    },
    remove: (id: string): boolean => faults.delete(id),
    clear: (): void => faults.clear(),
    /** What happens to this request, which counts from then on. */
    take(arrived: Arrived): Effect[] {
      const effects: Effect[] = []
      for (const entry of faults.values()) {
        if (!concerns(entry.fault, arrived) || !hits(entry)) continue
        effects.push(entry.fault.effect)
        if (isFinal(entry.fault.effect)) break
      }
      return effects
    },
  }
}

type Counted = { fault: Fault; matched: number; applied: number }

function hits(entry: Counted): boolean {
  const { share = 1, times = Number.POSITIVE_INFINITY } = entry.fault
  const isHit = isChosen(share, entry.matched++) && entry.applied < times
  if (isHit) entry.applied++
  return isHit
}

export type Faults = ReturnType<typeof createFaults>
