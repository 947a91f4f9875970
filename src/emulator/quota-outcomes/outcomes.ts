import { randomUUID } from 'node:crypto'
import type { ProductClock } from '../../platform/time.ts'
import { createHeldRequests, type HeldState } from './held-requests.ts'
import { type Asked, isFor, MOST_WAITING, type NewOutcome } from './rules.ts'

export const MOST_OUTCOMES = 100

export type Outcome = NewOutcome & Readonly<{ id: string; applied: number }>

/** The scripted outcomes of one emulator, and the requests that wait for theirs. Kept in memory only. */
export function createOutcomes(productTime: ProductClock) {
  const outcomes = new Map<string, { outcome: NewOutcome; applied: number }>()
  const taken = new Map<string, NewOutcome>()
  const held = createHeldRequests(productTime)
  const saved = new Map<string, HeldState>()
  return {
    hold: held.hold,
    endDue: held.endDue,
    countPoll: held.countPoll,
    list: (): Outcome[] =>
      [...outcomes].map(([id, { outcome, applied }]) => ({ ...outcome, id, applied })),
    /** Nothing if there are too many. */
    add(outcome: NewOutcome): Outcome | undefined {
      if (outcomes.size >= MOST_OUTCOMES) return undefined
      const id = randomUUID()
      outcomes.set(id, { outcome, applied: 0 })
      return { ...outcome, id, applied: 0 }
    },
    remove: (id: string): boolean => outcomes.delete(id),
    removeAll: (): void => outcomes.clear(),
    /** Also forgets which requests wait, but not which of them wait in a snapshot. */
    reset(): void {
      outcomes.clear()
      taken.clear()
      held.clear()
    },
    /** The first outcome for a request. A job that is run again gets the same one. */
    take(id: string, asked: Asked): NewOutcome | undefined {
      const before = taken.get(id)
      if (before) return before
      const found = [...outcomes.values()].find(
        ({ outcome, applied }) =>
          isFor(outcome, asked) && applied < (outcome.times ?? Number.POSITIVE_INFINITY),
      )
      if (!found) return undefined
      found.applied++
      taken.set(id, found.outcome)
      const [oldest] = taken.keys()
      if (taken.size > MOST_WAITING && oldest !== undefined) taken.delete(oldest)
      return found.outcome
    },
    hidesId: (id: string): boolean => taken.get(id)?.end.kind === 'grantWithoutId',
    /** With a snapshot of the data, so that the requests in it wait again when it is restored. */
    saveWaiting: (snapshot: string): void => void saved.set(snapshot, held.copy()),
    restoreWaiting(snapshot: string): void {
      held.replace(saved.get(snapshot) ?? { held: [], polls: [] })
    },
    forgetWaiting: (snapshot: string): void => void saved.delete(snapshot),
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
