import type { Span } from '@opentelemetry/api'
import type { Turn } from './admission.ts'
import { type Batch, createBatches, rejectAll, resolveAll } from './reads/batches.ts'
import { openRunner, type RunnerOptions } from './reads/runner.ts'
import { NoConnection } from './unavailable.ts'

/**
 * Requests that wait at the same moment share one statement. An answer always comes from a
 * statement that began after its request arrived, so nothing is cached and nothing has to be
 * invalidated: what was committed before a request was sent is seen by it.
 */
export type SharedReads = Readonly<{
  define<Key, Value>(read: Read<Key, Value>): (key: Key) => Promise<Value>
  close(): Promise<void>
}>

/** Keys must be validated values: one that made the statement fail would fail the whole batch. */
export type Read<Key, Value> = Readonly<{
  name: string
  /**
   * Must answer exactly one row per key, in the order of the keys. Parameters are `(select $1::uuid[])`:
   * a planner that knew how short an array is would plan anew each time, for longer than it executes.
   */
  sql: string
  toParameters: (keys: readonly Key[]) => unknown[]
  toValue: (row: unknown[], key: Key) => Value
}>

/** Spans of batches. `start` answers what to call when the batch ends, if one of its callers is traced. */
export type TraceReads = Readonly<{
  findCaller: () => Span | undefined
  start: (
    read: string,
    text: string,
    callers: readonly Span[],
    keys: number,
  ) => ((error?: unknown) => void) | undefined
}>

export type SharedReadOptions = RunnerOptions &
  Readonly<{
    /** Called for each statement with how many requests share it, and how long the first one waited. */
    onBatch?: (read: string, keys: number, waitSeconds: number) => void
    trace?: TraceReads | undefined
  }>

export function openSharedReads(databaseUrl: string, options: SharedReadOptions = {}): SharedReads {
  const { trace } = options
  const runner = openRunner(databaseUrl, options)

  function refused(): NoConnection {
    options.onUnavailable?.('too many waiting')
    return new NoConnection('too many waiting')
  }

  return {
    define<Key, Value>({ name, sql, toParameters, toValue }: Read<Key, Value>) {
      const batches = createBatches<Key, Value>((batch) =>
        runner.schedule(
          (turn) => send(batch, turn),
          () => rejectAll(batches.close(batch), refused()),
        ),
      )

      async function send(batch: Batch<Key, Value>, { since, deadline }: Turn): Promise<void> {
        const { keys, callers } = batches.close(batch)
        options.onBatch?.(name, keys.length, (performance.now() - since) / 1000)
        const endSpan = trace?.start(name, sql, callers, keys.length)
        const toStatement = () => ({ text: sql, values: toParameters(keys), rows: keys.length })
        try {
          const rows = await runner.run(name, toStatement, deadline)
          endSpan?.()
          resolveAll(batch, rows, toValue)
        } catch (error) {
          endSpan?.(error)
          rejectAll(batch, error)
        }
      }

      return (key: Key) => batches.add(key, trace?.findCaller())
    },
    close: runner.close,
  }
}
