import DataLoader from 'dataloader'
import pg from 'pg'
import { type AdmissionLimits, createAdmission, DEFAULT_ADMISSION, type Turn } from './admission.ts'
import { destroy, explainFailure, KEEP_ALIVE } from './pool.ts'
import { createHostChoice, type Host, requirePrimary } from './primary.ts'
import { NoConnection, type UnavailableReason } from './unavailable.ts'

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

export type SharedReadOptions = Partial<AdmissionLimits> &
  Readonly<{
    /** How long opening a connection, if `maxWaitMs` leaves as much, and a statement may take, each. */
    timeoutMs?: number | undefined
    onBatch?: (read: string, keys: number) => void
    /** Called after the first failure of a batch on a connection, before it is tried once more. */
    onRetry?: (read: string, error: unknown) => void
    onUnavailable?: (reason: UnavailableReason) => void
  }>

const CONNECTIONS = 2
const LARGEST_BATCH = 256
const DEFAULT_TIMEOUT_MS = 1000

export function openSharedReads(databaseUrl: string, options: SharedReadOptions = {}): SharedReads {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ...events } = options
  const admission = createAdmission(CONNECTIONS, { ...DEFAULT_ADMISSION, ...options })
  const connections = Array.from({ length: CONNECTIONS }, () =>
    openConnection(databaseUrl, timeoutMs, events),
  )
  const idle = [...connections]
  /** Of the batch that is dispatched at the moment; none if it is refused. */
  let turn: Turn | undefined
  let whenQuiet: (() => void) | undefined

  /** A batch leaves when a connection is free; until then it grows. */
  function schedule(dispatch: () => void): void {
    admission.enter(
      // Not at once: requests that the event loop has already read join the batch.
      (own) => (own.hasWaited ? start(own, dispatch) : setImmediate(start, own, dispatch)),
      () => setImmediate(start, undefined, dispatch),
    )
  }

  /** `dispatch` calls `run` before it returns. */
  function start(own: Turn | undefined, dispatch: () => void): void {
    turn = own
    dispatch()
  }

  function refused(): NoConnection {
    events.onUnavailable?.('too many waiting')
    return new NoConnection('too many waiting')
  }

  async function run(name: string, prepare: () => pg.QueryArrayConfig): Promise<unknown[][]> {
    if (!turn) throw refused()
    const { deadline } = turn
    const connection = idle.pop()
    if (!connection) throw new Error('a batch was dispatched without a free connection')
    try {
      const query = prepare()
      return await connection.query(query, deadline).catch((error: unknown) => {
        if (error instanceof NoConnection || performance.now() >= deadline) throw error
        events.onRetry?.(name, error)
        return connection.query(query, deadline)
      })
    } finally {
      idle.push(connection)
      admission.leave()
      if (admission.isIdle()) whenQuiet?.()
    }
  }

  return {
    define({ name, sql, toParameters, toValue }) {
      const loader = new DataLoader(
        async (keys: readonly Parameters<typeof toParameters>[0][number][]) => {
          if (turn) events.onBatch?.(name, keys.length)
          const rows = await run(name, () => ({
            text: sql,
            values: toParameters(keys),
            rowMode: 'array',
          }))
          return rows.map((row, i) => toValue(row, keys[i] as (typeof keys)[number]))
        },
        { cache: false, maxBatchSize: LARGEST_BATCH, batchScheduleFn: schedule },
      )
      return (key) => (admission.isShedding() ? Promise.reject(refused()) : loader.load(key))
    },
    async close() {
      // A caller that hung up leaves its batch behind; a connection closed under it would be opened again.
      if (!admission.isIdle()) await new Promise<void>((resolve) => (whenQuiet = resolve))
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** One connection, made when needed and thrown away after any failure, so that a retry gets a new one. */
function openConnection(
  databaseUrl: string,
  timeoutMs: number,
  events: Pick<SharedReadOptions, 'onUnavailable'>,
) {
  let client: pg.Client | undefined

  const { hosts, openOnPrimary } = createHostChoice(databaseUrl, timeoutMs)

  async function openOn(index: number, limitMs: number): Promise<pg.Client> {
    const startedAt = performance.now()
    const fresh = new pg.Client({
      connectionString: (hosts[index] as Host).url,
      application_name: 'binnacle shared reads',
      connectionTimeoutMillis: limitMs,
      statement_timeout: timeoutMs,
      // For a server that no longer answers at all.
      query_timeout: timeoutMs + 500,
      ...KEEP_ALIVE,
    })
    // An idle connection that dies is simply not used again.
    fresh.on('error', () => forget(fresh))
    try {
      await fresh.connect()
      const timeLeftMs = limitMs - (performance.now() - startedAt)
      await requirePrimary(fresh, databaseUrl, timeLeftMs)
    } catch (error) {
      destroy(fresh)
      throw error
    }
    return fresh
  }

  async function open(deadline: number): Promise<pg.Client> {
    try {
      return await openOnPrimary(openOn, deadline)
    } catch (error) {
      if (error instanceof NoConnection) events.onUnavailable?.(error.reason)
      throw error
    }
  }

  function forget(lost: pg.Client): void {
    if (client === lost) client = undefined
  }

  return {
    async query(query: pg.QueryArrayConfig, openBy: number): Promise<unknown[][]> {
      client ??= await open(openBy)
      const current = client
      try {
        return (await current.query(query)).rows
      } catch (failure) {
        const error = explainFailure(current, failure)
        forget(current)
        destroy(current)
        throw error
      }
    },
    close: async () => client?.end(),
  }
}
