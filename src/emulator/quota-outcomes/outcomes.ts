import { randomUUID } from 'node:crypto'
import type { ProductClock } from '../../platform/time.ts'
import { createHeldRequests } from './held-requests.ts'
import { remember } from './remember.ts'
import { type Asked, isFor, type NewOutcome } from './rules.ts'

export const MOST_OUTCOMES = 100

export type Outcome = NewOutcome & Readonly<{ id: string; applied: number }>

/** The scripted outcomes of one emulator, and the requests that wait for theirs. Kept in memory only. */
export function createOutcomes(productTime: ProductClock) {
  const outcomes = new Map<string, { outcome: NewOutcome; applied: number }>()
  const taken = new Map<string, NewOutcome>()
  const held = createHeldRequests(productTime)
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
    /** Also forgets which requests wait. */
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
      remember(taken, id, found.outcome)
      return found.outcome
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
