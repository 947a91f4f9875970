import { createLateness } from '../concurrency/lateness.ts'

export type AdmissionLimits = Readonly<{
  /** From arrival until a connection is open, the time in the queue included. */
  maxWaitMs: number
  /** Once the queue was late by this for 100 ms, newcomers are refused, and those that waited longer. */
  shedAfterMs: number
}>

/** For processes that answer no requests, and for tests. */
export const DEFAULT_ADMISSION: AdmissionLimits = {
  maxWaitMs: 2000,
  shedAfterMs: Number.POSITIVE_INFINITY,
}

/** `since`: when it arrived. `deadline`: by when a connection must be open. Both as of `performance.now()`. */
export type Turn = Readonly<{ hasWaited: boolean; since: number; deadline: number }>

/** How many connections are in use, how many callers wait for one, and how many there can be. */
export type PoolUsage = Readonly<{ inUse: number; waiting: number; limit: number }>

type Waiting = Readonly<{
  since: number
  start: (turn: Turn) => void
  refuse: () => void
  timer: NodeJS.Timeout
}>

/**
 * Who may use one of so many connections, in the order of arrival. A queue that does not get shorter
 * only makes everybody late, so newcomers are refused until the first in it gets its turn in time.
 */
export function createAdmission(count: number, { maxWaitMs, shedAfterMs }: AdmissionLimits) {
  const waiting = new Set<Waiting>()
  let free = count
  const lateness = createLateness(shedAfterMs)
  const isShedding = () => lateness.isTooLate(performance.now(), first()?.since)

  function first(): Waiting | undefined {
    const [entry] = waiting
    return entry
  }

  function remove(entry: Waiting): void {
    waiting.delete(entry)
    clearTimeout(entry.timer)
  }

  return {
    /** Whether newcomers are refused at the moment. */
    isShedding,
    isIdle: () => free === count,
    readUsage: (): PoolUsage => ({ inUse: count - free, waiting: waiting.size, limit: count }),

    /** Calls `start` when there is a connection, which may be used until `leave`; otherwise `refuse`. */
    enter(start: Waiting['start'], refuse: Waiting['refuse']): void {
      const since = performance.now()
      if (free > 0) {
        free--
        start({ hasWaited: false, since, deadline: since + maxWaitMs })
      } else if (isShedding()) refuse()
      else {
        const timer = setTimeout(() => {
          waiting.delete(entry)
          refuse()
        }, maxWaitMs)
        const entry: Waiting = { since, start, refuse, timer }
        waiting.add(entry)
      }
    },

    leave(): void {
      let next = first()
      // The last one is not refused: it delays nobody.
      for (; next && isShedding() && waiting.size > 1; next = first()) {
        remove(next)
        next.refuse()
      }
      if (!next) {
        free++
        return
      }
      remove(next)
      const { since } = next
      next.start({ hasWaited: true, since, deadline: since + maxWaitMs })
    },
  }
}
