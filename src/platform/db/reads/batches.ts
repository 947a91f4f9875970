import type { Span } from '@opentelemetry/api'

/** Those who wait for the rows of one statement, in the order of its keys. */
export type Batch<Key, Value> = Readonly<{
  keys: Key[]
  resolve: ((value: Value) => void)[]
  reject: ((error: unknown) => void)[]
  /** The spans of those who are traced. */
  callers: Span[]
}>

/** PostgreSQL works on one batch while Node answers another: larger ones would have them take turns. */
export const LARGEST_BATCH = 32

/** Collects keys in a batch until it is closed or full; `schedule` is called with each new one. */
export function createBatches<Key, Value>(schedule: (batch: Batch<Key, Value>) => void) {
  let growing: Batch<Key, Value> | undefined

  function open(): Batch<Key, Value> {
    const batch = { keys: [], resolve: [], reject: [], callers: [] }
    growing = batch
    schedule(batch)
    return batch
  }

  return {
    add: (key: Key, caller?: Span): Promise<Value> =>
      new Promise((resolve, reject) => {
        const batch = growing && growing.keys.length < LARGEST_BATCH ? growing : open()
        batch.keys.push(key)
        batch.resolve.push(resolve)
        batch.reject.push(reject)
        if (caller) batch.callers.push(caller)
      }),

    /** Nobody joins from now on. */
    close(batch: Batch<Key, Value>): Batch<Key, Value> {
      if (growing === batch) growing = undefined
      return batch
    },
  }
}

export function rejectAll<Key, Value>({ reject }: Batch<Key, Value>, error: unknown): void {
  for (const each of reject) each(error)
}

/** A value that cannot be made of its row fails one key, not the batch. */
export function resolveAll<Key, Value>(
  { keys, resolve, reject }: Batch<Key, Value>,
  rows: readonly unknown[][],
  toValue: (row: unknown[], key: Key) => Value,
): void {
  for (const [i, key] of keys.entries()) {
    try {
      resolve[i]?.(toValue(rows[i] as unknown[], key))
    } catch (error) {
      reject[i]?.(error)
    }
  }
}
