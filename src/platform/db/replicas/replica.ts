import type { CompiledQuery, QueryResult } from 'kysely'
import { describeHost } from '../hosts.ts'
import { findUnavailableReason } from '../unavailable.ts'
import { type ConnectionOptions, openConnections } from './connections.ts'
import type { ReplicaState, WalPosition } from './position.ts'

/** Why a read has no result from a replica. `canceled`: it was in the way of what had to be replayed. */
export type ReplicaFailure = Exclude<ReplicaState, 'ready'> | 'canceled' | 'failed'

export type Attempt<Row> = Readonly<
  | { result: QueryResult<Row>; failure?: undefined }
  | { result?: undefined; failure: ReplicaFailure }
>

export type ReplicaOptions = ConnectionOptions &
  Readonly<{
    /** Called when a replica is no longer used, with the reason, and when it is used again. */
    onChange: (host: string, failure: ReplicaFailure | undefined, error?: unknown) => void
  }>

/** If it was behind whenever it was asked in this time, it is not asked for a while. */
const MAX_LAG_MS = 200
/** A replica that cannot be used is asked again after so long. Until it is ready, no request waits for it. */
const REST_MS = 1000

const RECOVERY_CONFLICT = '40001'

export type Replica = ReturnType<typeof openReplica>

export function openReplica(url: string, { onChange, ...options }: ReplicaOptions) {
  const host = describeHost(url)
  const connections = openConnections(url, options)
  let lastPosition: WalPosition = ''
  let behindSince: number | undefined
  let resting: NodeJS.Timeout | undefined
  let isClosed = false

  function rest(failure: ReplicaFailure, error?: unknown): void {
    if (resting || isClosed) return
    onChange(host, failure, error)
    resting = setTimeout(probe, REST_MS).unref()
  }

  async function probe(): Promise<void> {
    const isReady = await connections.findState(lastPosition).then(
      (state) => state === 'ready',
      () => false,
    )
    if (isClosed) return
    if (!isReady) resting = setTimeout(probe, REST_MS).unref()
    else {
      resting = behindSince = undefined
      onChange(host, undefined)
    }
  }

  function note(failure: ReplicaFailure): { failure: ReplicaFailure } {
    if (failure !== 'behind') rest(failure)
    else {
      behindSince ??= performance.now()
      if (performance.now() - behindSince > MAX_LAG_MS) rest(failure)
    }
    return { failure }
  }

  return {
    isUsable: () => !resting,
    countReads: connections.countInUse,

    async read<Row>(query: CompiledQuery, position: WalPosition): Promise<Attempt<Row>> {
      lastPosition = position
      try {
        const result = await connections.read<Row>(query, position)
        if (typeof result === 'string') return note(result)
        behindSince = undefined
        return { result }
      } catch (error) {
        if ((error as { code?: string }).code === RECOVERY_CONFLICT) return { failure: 'canceled' }
        if (isFaultOfServer(error)) rest('failed', error)
        return { failure: 'failed' }
      }
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(resting)
      await connections.close()
    },
  }
}

/** Not if too many wait for it, or if the statement itself cannot be executed. */
function isFaultOfServer(error: unknown): boolean {
  const reason = findUnavailableReason(error)
  return reason !== undefined && reason !== 'too many waiting' && reason !== 'too slow'
}
