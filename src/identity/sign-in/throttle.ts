import type { Clock } from '../../platform/clock.ts'

const FREE_FAILURES = 5
const FORGOTTEN_AFTER_MS = 15 * 60_000
const MOST_SOURCES = 100_000

type Failures = { count: number; atMs: number }

/**
 * Failed sign-ins by address: after five, each further try has to wait, longer each time. By address
 * and not by account, because otherwise anybody could lock anybody out.
 */
export function makeThrottle(clock: Clock) {
  const failures = new Map<string, Failures>()

  const find = (source: string) => {
    const found = failures.get(source)
    const isOld = found && clock().getTime() - found.atMs > FORGOTTEN_AFTER_MS
    return found && !isOld ? found : undefined
  }
  return {
    /** How many failures this address has behind it. */
    rank: (source: string) => find(source)?.count ?? 0,
    /** Seconds to wait before another try; 0 when it may be made now. */
    waitSeconds(source: string): number {
      const found = find(source)
      if (!found || found.count < FREE_FAILURES) return 0
      const pauseMs = Math.min(2 ** (found.count - FREE_FAILURES), 60) * 1000
      return Math.max(0, Math.ceil((found.atMs + pauseMs - clock().getTime()) / 1000))
    },
    noteFailure(source: string): void {
      const count = (find(source)?.count ?? 0) + 1
      failures.delete(source)
      failures.set(source, { count, atMs: clock().getTime() })
      const [oldest] = failures.keys()
      if (failures.size > MOST_SOURCES && oldest !== undefined) failures.delete(oldest)
    },
    noteSuccess: (source: string) => void failures.delete(source),
  }
}

export type Throttle = ReturnType<typeof makeThrottle>
