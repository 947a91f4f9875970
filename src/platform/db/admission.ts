import { createLateness } from '../concurrency/lateness.ts'

export type AdmissionLimits = Readonly<{
  /** From arrival until a connection is open, the time in the queue included. */
  maxWaitMs: number
  /** Once the first in the queue has waited longer than this for 100 ms, newcomers are refused. */
  shedAfterMs: number
}>

/** For processes that answer no requests, and for tests. */
export const DEFAULT_ADMISSION: AdmissionLimits = {
  maxWaitMs: 2000,
  shedAfterMs: Number.POSITIVE_INFINITY,
}

/** `deadline` is the time, as of `performance.now()`, by which a connection must be open. */
export type Turn = Readonly<{ hasWaited: boolean; deadline: number }>

type Waiting = Readonly<{
  since: number
  start: (turn: Turn) => void
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

  const firstSince = () => waiting.values().next().value?.since
  const isShedding = () => lateness.isShedding(performance.now(), firstSince())

  return {
    /** Whether newcomers are refused at the moment. */
    isShedding,
    isIdle: () => free === count,

    /** Calls `start` when there is a connection, which may be used until `leave`; otherwise `refuse`. */
    enter(start: Waiting['start'], refuse: () => void): void {
      const since = performance.now()
      if (free > 0) {
        free--
        start({ hasWaited: false, deadline: since + maxWaitMs })
      } else if (isShedding()) refuse()
      else {
        const timer = setTimeout(() => {
          waiting.delete(entry)
          refuse()
        }, maxWaitMs)
        const entry: Waiting = { since, start, timer }
        waiting.add(entry)
      }
    },

    leave(): void {
      lateness.update(performance.now(), firstSince())
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      waiting.delete(next)
      clearTimeout(next.timer)
      next.start({ hasWaited: true, deadline: next.since + maxWaitMs })
    },
  }
}
