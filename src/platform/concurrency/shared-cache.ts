import type { RealClock } from '../time.ts'
import { createSemaphore, type QueueLimits } from './keyed-mutex.ts'

type Options<Value> = Readonly<{
  mostBytes: number
  longestMs: number
  /** So many are read at the same moment; how many more may wait. */
  readsAtOnce: number
  waiting: QueueLimits
  bytesOf: (value: Value) => number
  read: (key: string) => Promise<Value | undefined>
  realTime: RealClock
}>

/**
 * What was read lately, up to so many bytes. Who asks for what is being read already gets the same
 * answer. What is not there is not remembered.
 */
export function cacheReads<Value>(options: Options<Value>) {
  const { mostBytes, longestMs, readsAtOnce, bytesOf, read, realTime } = options
  const kept = new Map<string, { value: Value; readMs: number }>()
  const inFlight = new Map<string, Promise<Value | undefined>>()
  const withPermit = createSemaphore(readsAtOnce, options.waiting)
  let bytes = 0

  function drop(key: string): void {
    const found = kept.get(key)
    if (found && kept.delete(key)) bytes -= bytesOf(found.value)
  }

  async function readAndKeep(key: string): Promise<Value | undefined> {
    const readMs = realTime().getTime()
    const value = await withPermit(() => read(key))
    if (value === undefined) return undefined
    drop(key)
    kept.set(key, { value, readMs })
    bytes += bytesOf(value)
    for (const oldest of kept.keys()) if (bytes > mostBytes) drop(oldest)
    return value
  }

  return async (key: string): Promise<Value | undefined> => {
    const found = kept.get(key)
    if (found && realTime().getTime() - found.readMs < longestMs) return found.value
    const shared = inFlight.get(key) ?? readAndKeep(key).finally(() => void inFlight.delete(key))
    inFlight.set(key, shared)
    return shared
  }
}
