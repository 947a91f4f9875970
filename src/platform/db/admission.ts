/** How long a request may wait until it has a connection that is open. */
export type AdmissionLimits = Readonly<{ maxWaitMs: number }>

export const DEFAULT_ADMISSION: AdmissionLimits = { maxWaitMs: 2000 }

/** `since`: when it arrived. `deadline`: by when a connection must be open. Both as of `performance.now()`. */
export type Turn = Readonly<{ hasWaited: boolean; since: number; deadline: number }>

/** How many connections are in use, how many callers wait for one, and how many there can be. */
export type PoolUsage = Readonly<{ inUse: number; waiting: number; limit: number }>

type Waiting = Readonly<{ since: number; start: (turn: Turn) => void; timer: NodeJS.Timeout }>

/** Who may use one of so many connections, in the order of arrival. */
export function createAdmission(count: number, { maxWaitMs }: AdmissionLimits) {
  const waiting = new Set<Waiting>()
  let free = count

  return {
    isIdle: () => free === count,
    readUsage: (): PoolUsage => ({ inUse: count - free, waiting: waiting.size, limit: count }),

    /** Calls `start` when there is a connection, which may be used until `leave`; otherwise `refuse`. */
    enter(start: Waiting['start'], refuse: () => void): void {
      const since = performance.now()
      if (free > 0) {
        free--
        start({ hasWaited: false, since, deadline: since + maxWaitMs })
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(entry)
        refuse()
      }, maxWaitMs)
      const entry: Waiting = { since, start, timer }
      waiting.add(entry)
    },

    leave(): void {
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      waiting.delete(next)
      clearTimeout(next.timer)
      const { since } = next
      next.start({ hasWaited: true, since, deadline: since + maxWaitMs })
    },
  }
}
