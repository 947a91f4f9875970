const SHED_DELAY_MS = 100

export type Lateness = ReturnType<typeof createLateness>

/**
 * A queue is late while its first entry has waited for too long, from one first entry to the next.
 * A burst makes the last one wait, and is soon over; a queue that stays late only makes everybody late.
 */
export function createLateness(shedAfterMs: number) {
  let lateSince: number | undefined

  /** `firstSince`: since when the first entry waits. */
  function update(now: number, firstSince = Number.POSITIVE_INFINITY): void {
    const lateAt = firstSince + shedAfterMs
    if (now <= lateAt) lateSince = undefined
    else lateSince ??= lateAt
  }

  return {
    update,
    /** Whether newcomers should be refused: the queue has been late for 100 ms. */
    isShedding(now: number, firstSince?: number): boolean {
      update(now, firstSince)
      return lateSince !== undefined && now - lateSince >= SHED_DELAY_MS
    },
  }
}
