import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 15_000
const MAX_WAIT_MS = 1000

export type Sample = Readonly<{
  read: () => Promise<void>
  /** Called if `read` fails, or has not ended after a second. It may still end. */
  onFailure: () => void
}>

/**
 * To be called before metrics are read: reads values if the last ones are older than 15 s and no other
 * reading is under way. Ends within a second, whatever `read` does.
 */
export function createSample({ read, onFailure }: Sample): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  let isReading = false

  async function attempt(): Promise<'ended'> {
    try {
      await read()
    } catch {
      onFailure()
    } finally {
      isReading = false
    }
    return 'ended'
  }

  return async () => {
    if (performance.now() - readAt < EVERY_MS) return
    if (isReading) return onFailure()
    readAt = performance.now()
    isReading = true
    const late = delay(MAX_WAIT_MS, 'late' as const, { ref: false })
    if ((await Promise.race([attempt(), late])) === 'late') onFailure()
  }
}
