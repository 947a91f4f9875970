import type { RealClock } from '../platform/time.ts'

const DISCOVER_AGAIN_AFTER_MS = 3_600_000
const TRY_AGAIN_AFTER_MS = 5000

/** What discovery found, until it is time to ask again; a failure is soon forgotten. */
export function keepDiscovered<T>(discover: () => Promise<T>, realTime: RealClock) {
  let found: { readonly answer: Promise<T>; until: number } | undefined
  return {
    find(): Promise<T> {
      const now = realTime().getTime()
      if (found && found.until > now) return found.answer
      const asked = { answer: discover(), until: now + DISCOVER_AGAIN_AFTER_MS }
      asked.answer.catch(() => {
        asked.until = realTime().getTime() + TRY_AGAIN_AFTER_MS
      })
      found = asked
      return asked.answer
    },
    forget(): void {
      found = undefined
    },
  }
}
