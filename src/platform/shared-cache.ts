import type { Clock } from './clock.ts'
import { type TurnLimits, takePlaces } from './turns.ts'

type Options<Value> = Readonly<{
  mostBytes: number
  longestMs: number
  /** So many are read at the same moment; how many more may wait. */
  readsAtOnce: number
  waiting: TurnLimits
  bytesOf: (value: Value) => number
  read: (key: string) => Promise<Value | undefined>
  clock: Clock
}>

/**
 * What was read lately, up to so many bytes. Who asks for what is being read already gets the same
 * answer. What is not there is not remembered.
 */
export function cacheReads<Value>(options: Options<Value>) {
  const { mostBytes, longestMs, readsAtOnce, bytesOf, read, clock } = options
  const kept = new Map<string, { value: Value; readMs: number }>()
  const underWay = new Map<string, Promise<Value | undefined>>()
  const inPlace = takePlaces(readsAtOnce, options.waiting)
  let bytes = 0

  function drop(key: string): void {
    const found = kept.get(key)
    if (found && kept.delete(key)) bytes -= bytesOf(found.value)
  }

  async function readAndKeep(key: string): Promise<Value | undefined> {
    const readMs = clock().getTime()
    const value = await inPlace(() => read(key))
    if (value === undefined) return undefined
    drop(key)
    kept.set(key, { value, readMs })
    bytes += bytesOf(value)
    for (const oldest of kept.keys()) if (bytes > mostBytes) drop(oldest)
    return value
  }

  return async (key: string): Promise<Value | undefined> => {
    const found = kept.get(key)
    if (found && clock().getTime() - found.readMs < longestMs) return found.value
    const shared = underWay.get(key) ?? readAndKeep(key).finally(() => void underWay.delete(key))
    underWay.set(key, shared)
    return shared
  }
}
