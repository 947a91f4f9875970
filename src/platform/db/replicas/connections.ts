import type { CompiledQuery, PostgresPool, QueryResult } from 'kysely'
import { DEFAULTS } from '../connect.ts'
import { openPool, type PoolOptions } from '../pool.ts'
import { type FindIdentity, requireIdentity } from './identity.ts'
import {
  LAG_SQL,
  type ReplicaState,
  STATE_SQL,
  toStateValues,
  type WalPosition,
} from './position.ts'

export type ConnectionOptions = Pick<PoolOptions, 'namedStatements' | 'watch' | 'onStatement'> &
  Readonly<{ findIdentity: FindIdentity }>

/** For a connection, and for the answer how far the replica is. A read has the limit of every statement. */
const MAX_WAIT_MS = 500

type Client = Awaited<ReturnType<PostgresPool['connect']>>

/** To one replica. */
export function openConnections(url: string, options: ConnectionOptions) {
  const pool = openReplicaPool(url, options)
  const inUse = new Set<Client>()
  let connecting = 0

  async function borrow(): Promise<Client> {
    connecting++
    try {
      const client = await pool.connect()
      inUse.add(client)
      return client
    } finally {
      connecting--
    }
  }

  function giveBack(client: Client, isDiscarded = false): void {
    if (inUse.delete(client)) client.release(isDiscarded)
  }

  async function use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await borrow()
    try {
      return await work(client)
    } finally {
      giveBack(client)
    }
  }

  const ask = <Row>(client: Client, text: string, values: unknown[]) =>
    askInTime<Row>(client, { text, values }, () => giveBack(client, true))

  async function askState(client: Client, position: WalPosition): Promise<ReplicaState> {
    const [row] = await ask<{ state: ReplicaState }>(client, STATE_SQL, toStateValues(position))
    return row?.state ?? 'not a replica'
  }

  return {
    countInUse: () => inUse.size + connecting,

    /** The server no longer answers: whoever waits for it need not wait any longer. */
    discardAll(): void {
      for (const client of inUse) giveBack(client, true)
    },

    findState: (position: WalPosition): Promise<ReplicaState> =>
      use((client) => askState(client, position)),

    /** Null for a server that is not a replica. */
    findLag: (lsn: string): Promise<number | null> =>
      use(async (client) => {
        const [row] = await ask<{ bytes: number | null }>(client, LAG_SQL, [lsn])
        return row?.bytes ?? null
      }),

    /** The state comes first, so the snapshot of the read is not older than it. */
    read: <Row>(
      query: CompiledQuery,
      position: WalPosition,
    ): Promise<QueryResult<Row> | Exclude<ReplicaState, 'ready'>> =>
      use(async (client) => {
        const state = await askState(client, position)
        return state === 'ready' ? client.query<Row>(query.sql, [...query.parameters]) : state
      }),

    close: () => pool.end(),
  }
}

/** Calls `discard` if there is no answer in time. */
async function askInTime<Row>(
  client: Client,
  { text, values }: Readonly<{ text: string; values: unknown[] }>,
  discard: () => void,
): Promise<Row[]> {
  let isAnswered = false
  const discardUnanswered = () => {
    if (!isAnswered) discard()
  }
  // If this process stood still, the answer may have come and not been read.
  const timer = setTimeout(() => setImmediate(discardUnanswered), MAX_WAIT_MS)
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    isAnswered = true
    clearTimeout(timer)
  }
}

const openReplicaPool = (url: string, { findIdentity, ...options }: ConnectionOptions) =>
  openPool({
    ...DEFAULTS,
    ...options,
    applicationName: 'binnacle replica reads',
    databaseUrl: url,
    maxWaitMs: MAX_WAIT_MS,
    requireServer: (client, timeoutMs) => requireIdentity(client, findIdentity, timeoutMs),
  })
