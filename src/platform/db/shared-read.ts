import DataLoader from 'dataloader'
import pg from 'pg'

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
  /** Must answer exactly one row per key, in the order of the keys. */
  sql: string
  toParameters: (keys: readonly Key[]) => unknown[]
  toValue: (row: unknown[], key: Key) => Value
}>

export type SharedReadOptions = Readonly<{
  /** How long a connection and a statement may take, each. */
  timeoutMs?: number | undefined
  onBatch?: (read: string, keys: number) => void
  /** Told about the first failure of a batch, before it is tried once more. */
  onRetry?: (read: string, error: unknown) => void
}>

const LANES = 2
const LARGEST_BATCH = 256
const USUAL_TIMEOUT_MS = 1000

export function openSharedReads(databaseUrl: string, options: SharedReadOptions = {}): SharedReads {
  const { timeoutMs = USUAL_TIMEOUT_MS, ...events } = options
  const lanes = Array.from({ length: LANES }, () => openLane(databaseUrl, timeoutMs))
  const idle = [...lanes]
  const waiting: (() => void)[] = []
  let reserved = 0
  let whenQuiet: (() => void) | undefined

  /** A batch leaves when a lane is free; until then it grows. */
  function schedule(dispatch: () => void): void {
    if (reserved === LANES) {
      waiting.push(dispatch)
      return
    }
    reserved++
    // Not at once: everything the event loop has already read from its sockets rides along.
    setImmediate(dispatch)
  }

  async function run(name: string, query: pg.QueryArrayConfig): Promise<unknown[][]> {
    const lane = idle.pop()
    if (!lane) throw new Error('a batch was dispatched without a free lane')
    try {
      return await lane.query(query).catch((error: unknown) => {
        events.onRetry?.(name, error)
        return lane.query(query)
      })
    } finally {
      idle.push(lane)
      const next = waiting.shift()
      if (next) next()
      else if (--reserved === 0) whenQuiet?.()
    }
  }

  return {
    define({ name, sql, toParameters, toValue }) {
      const loader = new DataLoader(
        async (keys: readonly Parameters<typeof toParameters>[0][number][]) => {
          events.onBatch?.(name, keys.length)
          const rows = await run(name, { text: sql, values: toParameters(keys), rowMode: 'array' })
          return rows.map((row, i) => toValue(row, keys[i] as (typeof keys)[number]))
        },
        { cache: false, maxBatchSize: LARGEST_BATCH, batchScheduleFn: schedule },
      )
      return (key) => loader.load(key)
    },
    async close() {
      // A caller that hung up leaves its batch behind; a lane closed under it would be opened again.
      if (reserved > 0) await new Promise<void>((resolve) => (whenQuiet = resolve))
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

/** One connection, made when needed and thrown away after any failure, so that a retry gets a new one. */
function openLane(databaseUrl: string, timeoutMs: number) {
  let client: pg.Client | undefined

  async function open(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'binnacle shared reads',
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
      // For a server that no longer answers at all.
      query_timeout: timeoutMs + 500,
    })
    // An idle connection that dies is simply not used again.
    fresh.on('error', () => forget(fresh))
    await fresh.connect()
    return fresh
  }

  function forget(lost: pg.Client): void {
    if (client === lost) client = undefined
  }

  return {
    async query(query: pg.QueryArrayConfig): Promise<unknown[][]> {
      client ??= await open()
      const current = client
      try {
        return (await current.query(query)).rows
      } catch (error) {
        forget(current)
        void current.end()
        throw error
      }
    },
    close: async () => client?.end(),
  }
}
