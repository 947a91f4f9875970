import { setTimeout as delay } from 'node:timers/promises'
import type { RealClock, RealTime } from '../../../platform/time.ts'

/** What all callers get, and how long ago it was known to be current. */
export type Shared<Content> = Readonly<{ content: Content; knownAt: RealTime; ageMs: number }>

/** So often at most it is asked whether something has changed. */
const INTERVAL_MS = 1000
/** From then on, callers are told how old it is. */
export const STALE_MS = 10_000
/** So long one caller waits for what is current. */
const WAIT_MS = 2000

type Deps<Content> = Readonly<{
  /** The same object again if nothing has changed. */
  read: (before: Content | undefined) => Promise<Content>
  realTime: RealClock
  log: Readonly<{ warn: (fields: object, message: string) => void }>
}>

/**
 * One content for all callers of a process, read at most once a second. Once there is one, callers get it
 * whatever becomes of the database; nobody waits for a reading that somebody has waited for in vain.
 */
export function sharePage<Content>({ read, realTime, log }: Deps<Content>) {
  let last: Readonly<{ content: Content; knownAt: RealTime; atMs: number }> | undefined
  let reading: Promise<void> | undefined
  let nextMs = 0
  let isLate = false
  let hasFailed = false

  async function refresh(): Promise<void> {
    const [knownAt, atMs] = [realTime(), performance.now()]
    nextMs = atMs + INTERVAL_MS
    try {
      last = { content: await read(last?.content), knownAt, atMs }
      isLate = false
      hasFailed = false
    } catch (error) {
      if (!last) throw error
      if (!hasFailed) log.warn({ err: error }, 'status page not refreshed')
      hasFailed = true
    } finally {
      reading = undefined
    }
  }

  return async (): Promise<Shared<Content>> => {
    if (!last || performance.now() >= nextMs) reading ??= refresh()
    if (!last) await reading
    else if (reading && !isLate) {
      const current = reading
      await Promise.race([current, delay(WAIT_MS, undefined, { ref: false })])
      isLate = reading === current
    }
    if (!last) throw new Error('no content was read')
    const { content, knownAt, atMs } = last
    return { content, knownAt, ageMs: performance.now() - atMs }
  }
}
