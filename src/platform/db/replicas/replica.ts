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
const RECHECK_MS = 1000

const RECOVERY_CONFLICT = '40001'

export type Replica = ReturnType<typeof openReplica>

export function openReplica(url: string, { onChange, findPosition, ...options }: ReplicaOptions) {
  const host = describeHost(url)
  const connections = openConnections(url, options)
  let behindSince = 0
  let lastBehindAt = Number.NEGATIVE_INFINITY
  /** Set while the replica is not used. */
  let recheck: NodeJS.Timeout | undefined
  let isClosed = false

  function suspend(failure: ReplicaFailure, error?: unknown): void {
    if (recheck || isClosed) return
    onChange(host, failure, error)
    recheck = setTimeout(probe, RECHECK_MS).unref()
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
    if (!isReady) recheck = setTimeout(probe, RECHECK_MS).unref()
    else {
      recheck = undefined
      onChange(host, undefined)
    }
  }

  function note(failure: ReplicaFailure): { failure: ReplicaFailure } {
    if (failure !== 'behind') suspend(failure)
    else {
      const now = performance.now()
      if (now - lastBehindAt > RECHECK_MS) behindSince = now
      lastBehindAt = now
      if (now - behindSince > MAX_LAG_MS) suspend(failure)
    }
    return { failure }
  }

  function noteError(error: unknown): { failure: ReplicaFailure } {
    if ((error as { code?: string }).code === RECOVERY_CONFLICT) return { failure: 'canceled' }
    const reason = findUnavailableReason(error)
    // It would take as long elsewhere, or is no read: neither is for the primary.
    if (reason === 'too slow' || reason === 'read-only') throw error
    // If too many wait for it, or the statement cannot be executed, the server is as it should be.
    if (reason && reason !== 'too many waiting') suspend('failed', error)
    return { failure: 'failed' }
  }

  return {
    connections,
    isUsable: () => !recheck,

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
      clearTimeout(recheck)
      await connections.close()
    },
  }
}
