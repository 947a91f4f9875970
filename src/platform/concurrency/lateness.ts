const SHED_DELAY_MS = 100

export type Lateness = ReturnType<typeof createLateness>

/**
 * A queue sheds once its first entry, from one to the next, was found late for 100 ms, and until it was
 * found in time for as long. A burst, or a process that stood still, is soon over; a queue that stays
 * late only makes everybody late.
 */
export function createLateness(shedAfterMs: number) {
  let isShedding = false
  let changesSince: number | undefined

  return {
    /** Whether to refuse one that waits since then, the first in its queue. */
    isTooLate(now: number, firstSince = Number.POSITIVE_INFINITY): boolean {
      const isLate = now - firstSince > shedAfterMs
      if (isLate === isShedding) changesSince = undefined
      else {
        changesSince ??= now
        if (now - changesSince >= SHED_DELAY_MS) {
          isShedding = isLate
          changesSince = undefined
        }
      }
      return isShedding && isLate
    },
  }
}
