import { setTimeout as delay } from 'node:timers/promises'
import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import type { Db } from '../connect.ts'
import { describeHost } from '../hosts.ts'
import type { PoolOptions } from '../pool.ts'
import { createFindIdentity } from './identity.ts'
import { measureReplica, type ReplicaMeasure } from './measure.ts'
import type { ReadOutcome } from './outcomes.ts'
import { CURRENT_LSN, type WalPosition } from './position.ts'
import { createReadDb, type RunQuery } from './read-db.ts'
import {
  type Attempt,
  openReplica,
  type Replica,
  type ReplicaFailure,
  type ReplicaOptions,
} from './replica.ts'

/** Where a read may run that must see whatever was committed when the position was read. */
export type ReadDb = (position: WalPosition | undefined) => Db

export type Replicas = Readonly<{
  readDb: ReadDb
  /** Throws if the primary does not answer. */
  measure: () => Promise<readonly ReplicaMeasure[]>
  close: () => Promise<void>
}>

export type ReplicasOptions = Omit<ReplicaOptions, 'findIdentity' | 'findPosition' | 'watch'> &
  Readonly<{
    onRead: (outcome: ReadOutcome) => void
    /** The usage of the pool of each replica. */
    watchPool?: (pool: string) => PoolOptions['watch']
  }>

/** A replica that streams is a few milliseconds behind at most times. */
const WAIT_MS = 5

/** These pass by themselves; the same replica can be asked again. */
const MAY_PASS: readonly ReplicaFailure[] = ['behind', 'canceled']

/** Reads from replicas that are as fresh as the primary: another replica, then the primary, if one is not. */
export function openReplicas(
  urls: readonly string[],
  primary: Db,
  { onRead, watchPool, ...options }: ReplicasOptions,
): Replicas {
  const findIdentity = createFindIdentity(primary)
  let latest: WalPosition = ''
  const findPosition = () => latest
  const hosts = urls.map(describeHost)
  const replicas = urls.map((url, n) => {
    const watch = watchPool?.(`replica ${hosts[n]}`)
    return openReplica(url, { ...options, findIdentity, findPosition, watch })
  })
  let turn = 0

  /** The one with the fewest reads; among equals, each in turn. */
  function choose(except?: Replica): Replica | undefined {
    turn++
    const order = replicas.map((_, n) => replicas[(turn + n) % replicas.length] as Replica)
    return order
      .filter((replica) => replica !== except && replica.isUsable())
      .reduce<Replica | undefined>(
        (best, replica) =>
          best && best.connections.countInUse() <= replica.connections.countInUse()
            ? best
            : replica,
        undefined,
      )
  }

  return {
    readDb(position) {
      if (position === undefined || replicas.length === 0) return primary
      latest = position
      return createReadDb(readsOfRequest(position, { primary, choose, onRead }))
    },
    async measure() {
      if (replicas.length === 0) return []
      const { rows } = await sql<{ lsn: string }>`select ${sql.raw(CURRENT_LSN)} as lsn`.execute(
        primary,
      )
      const lsn = rows[0]?.lsn ?? '0/0'
      return Promise.all(replicas.map((replica, n) => measureReplica(hosts[n] ?? '', replica, lsn)))
    },
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  }
}

type Servers = Readonly<{
  primary: Db
  choose: (except?: Replica) => Replica | undefined
  onRead: (outcome: ReadOutcome) => void
}>

/**
 * All reads of one request run on one replica while it is usable: another may show less than the request
 * has already read. The primary does not, so after that all run there.
 */
function readsOfRequest(position: WalPosition, { primary, choose, onRead }: Servers): RunQuery {
  let replica: Replica | undefined
  let hasRead = false
  let isOnPrimary = false

  async function readFrom<Row>(
    chosen: Replica | undefined,
    query: CompiledQuery,
  ): Promise<Partial<Attempt<Row>>> {
    if (!chosen || isOnPrimary) return {}
    replica = chosen
    const attempt = await chosen.read<Row>(query, position)
    onRead(attempt.failure ?? 'replica')
    hasRead ||= attempt.failure === undefined
    return attempt
  }

  async function waitForNext(failure: ReplicaFailure | undefined): Promise<Replica | undefined> {
    const mayPass = failure !== undefined && MAY_PASS.includes(failure)
    if (mayPass) await delay(WAIT_MS)
    const same = mayPass && replica?.isUsable() ? replica : undefined
    return hasRead ? same : (choose(replica) ?? same)
  }

  return async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    replica ??= choose()
    const first = await readFrom<Row>(replica, query)
    if (first.result) return first.result
    const second = await readFrom<Row>(await waitForNext(first.failure), query)
    if (second.result) return second.result
    isOnPrimary = true
    onRead('primary')
    return primary.executeQuery<Row>(query)
  }
}
