import type { PresentedToken } from '../directory/caller.ts'
import type { Db } from '../platform/db/connect.ts'
import { addMs, type ProductTime } from '../platform/time.ts'
import * as store from './store.ts'

/** When and from where tokens were last used, to the minute: noted with each request, written behind the requests. */
export type LastUsed = Readonly<{
  note: (token: PresentedToken, at: ProductTime, address: string) => void
  /** Writes what was noted and not yet written. What cannot be written stays noted. */
  flush: () => Promise<void>
}>

const MINUTE_MS = 60_000
const LARGEST_WRITE = 1000

export function trackLastUsed(db: Db): LastUsed {
  // A busy token is noted once a minute: the next note of the same minute would say nothing new.
  const minutes = new Map<string, number>()
  const pending: store.TokenUse[] = []
  let newestMs = 0

  return {
    note({ homeId, id }, at, address) {
      const minuteMs = at.getTime() - (at.getTime() % MINUTE_MS)
      if (minutes.get(id) === minuteMs) return
      minutes.set(id, minuteMs)
      newestMs = Math.max(newestMs, minuteMs)
      pending.push({ homeId, id, at: addMs(at, minuteMs - at.getTime()), address })
    },

    async flush() {
      for (const [id, minuteMs] of minutes) if (minuteMs < newestMs) minutes.delete(id)
      while (pending.length > 0) {
        const part = pending.splice(0, LARGEST_WRITE)
        await store.setLastUsed(db, part).catch((error: unknown) => {
          pending.unshift(...part)
          throw error
        })
      }
    },
  }
}
