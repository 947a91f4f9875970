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
    /** The latest of the primary that is known: the one of the last read may be of another timeline. */
    findPosition: () => WalPosition
    /** Called when a replica is no longer used, with the reason, and when it is used again. */
    onChange: (host: string, failure: ReplicaFailure | undefined, error?: unknown) => void
  }>

/** If it was behind whenever it was asked in this time, it is not asked for a while. */
const MAX_LAG_MS = 200
/** A replica that cannot be used is asked again after so long. Until it is ready, no request waits for it. */
const REST_MS = 1000

const RECOVERY_CONFLICT = '40001'

export type Replica = ReturnType<typeof openReplica>

export function openReplica(url: string, { onChange, findPosition, ...options }: ReplicaOptions) {
  const host = describeHost(url)
  const connections = openConnections(url, options)
  let behindSince = 0
  let lastBehindAt = Number.NEGATIVE_INFINITY
  let resting: NodeJS.Timeout | undefined
  let isClosed = false

  function rest(failure: ReplicaFailure, error?: unknown): void {
    if (resting || isClosed) return
    onChange(host, failure, error)
    resting = setTimeout(probe, REST_MS).unref()
  }

  async function probe(): Promise<void> {
    const isReady = await connections.findState(findPosition()).then(
      (state) => state === 'ready',
      () => {
        connections.discardAll()
        return false
      },
    )
    if (isClosed) return
    if (!isReady) resting = setTimeout(probe, REST_MS).unref()
    else {
      resting = undefined
      onChange(host, undefined)
    }
  }

  function note(failure: ReplicaFailure): { failure: ReplicaFailure } {
    if (failure !== 'behind') rest(failure)
    else {
      const now = performance.now()
      if (now - lastBehindAt > REST_MS) behindSince = now
      lastBehindAt = now
      if (now - behindSince > MAX_LAG_MS) rest(failure)
    }
    return { failure }
  }

  function noteError(error: unknown): { failure: ReplicaFailure } {
    if ((error as { code?: string }).code === RECOVERY_CONFLICT) return { failure: 'canceled' }
    const reason = findUnavailableReason(error)
    // It would take as long elsewhere, or is no read: neither is for the primary.
    if (reason === 'too slow' || reason === 'read-only') throw error
    // If too many wait for it, or the statement cannot be executed, the server is as it should be.
    if (reason && reason !== 'too many waiting') rest('failed', error)
    return { failure: 'failed' }
  }

  return {
    isUsable: () => !resting,
    countReads: connections.countInUse,

    async read<Row>(query: CompiledQuery, position: WalPosition): Promise<Attempt<Row>> {
      try {
        const result = await connections.read<Row>(query, position)
        if (typeof result === 'string') return note(result)
        lastBehindAt = Number.NEGATIVE_INFINITY
        return { result }
      } catch (error) {
        return noteError(error)
      }
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(resting)
      await connections.close()
    },
  }
}
