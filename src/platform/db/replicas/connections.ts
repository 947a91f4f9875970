import type { CompiledQuery, PostgresPool, QueryResult } from 'kysely'
import { DEFAULTS } from '../connect.ts'
import { openPool, type PoolOptions } from '../pool.ts'
import { type FindIdentity, requireIdentity } from './identity.ts'
import { type ReplicaState, STATE_SQL, toStateValues, type WalPosition } from './position.ts'

export type ConnectionOptions = Pick<PoolOptions, 'shedAfterMs' | 'naming'> &
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

  async function askState(client: Client, position: WalPosition): Promise<ReplicaState> {
    let isAnswered = false
    const discard = () => {
      if (!isAnswered) giveBack(client, true)
    }
    // If this process stood still, the answer may have come and not been read.
    const timer = setTimeout(() => setImmediate(discard), MAX_WAIT_MS)
    try {
      const values = toStateValues(position)
      const { rows } = await client.query<{ state: ReplicaState }>(STATE_SQL, values)
      return rows[0]?.state ?? 'not a replica'
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  return {
    countInUse: () => inUse.size + connecting,

    /** The server no longer answers: whoever waits for it need not wait any longer. */
    discardAll(): void {
      for (const client of inUse) giveBack(client, true)
    },

    async findState(position: WalPosition): Promise<ReplicaState> {
      const client = await borrow()
      try {
        return await askState(client, position)
      } finally {
        giveBack(client)
      }
    },

    /** Both are sent at once. If the replica cannot be used, nobody waits for what the read answers. */
    async read<Row>(
      query: CompiledQuery,
      position: WalPosition,
    ): Promise<QueryResult<Row> | Exclude<ReplicaState, 'ready'>> {
      const client = await borrow()
      const asked = askState(client, position)
      const answer = client.query<Row>(query.sql, [...query.parameters])
      const release = () => giveBack(client)
      answer.then(release, release)
      const state = await asked
      return state === 'ready' ? answer : state
    },

    close: () => pool.end(),
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
