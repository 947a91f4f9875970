import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from '../connect.ts'
import { createFindIdentity } from './identity.ts'
import type { WalPosition } from './position.ts'
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
  close: () => Promise<void>
}>

/** Where a read ran, or why it did not run on a replica that was tried. */
export type ReadOutcome = 'replica' | 'primary' | ReplicaFailure

export type ReplicasOptions = Omit<ReplicaOptions, 'findIdentity' | 'findPosition'> &
  Readonly<{ onRead: (outcome: ReadOutcome) => void }>

/** A replica that streams is a few milliseconds behind at most times. */
const WAIT_MS = 5

/** These pass by themselves; the same replica can be asked again. */
const MAY_PASS: readonly ReplicaFailure[] = ['behind', 'canceled']

/** Reads from replicas that are as fresh as the primary: another replica, then the primary, if one is not. */
export function openReplicas(
  urls: readonly string[],
  primary: Db,
  { onRead, ...options }: ReplicasOptions,
): Replicas {
  const findIdentity = createFindIdentity(primary)
  let latest: WalPosition = ''
  const findPosition = () => latest
  const replicas = urls.map((url) => openReplica(url, { ...options, findIdentity, findPosition }))
  let turn = 0

  /** The one with the fewest reads; among equals, each in turn. */
  function choose(except?: Replica): Replica | undefined {
    turn++
    const order = replicas.map((_, n) => replicas[(turn + n) % replicas.length] as Replica)
    return order
      .filter((replica) => replica !== except && replica.isUsable())
      .reduce<Replica | undefined>(
        (best, replica) => (best && best.countReads() <= replica.countReads() ? best : replica),
        undefined,
      )
  }

  return {
    readDb(position) {
      if (position === undefined || replicas.length === 0) return primary
      latest = position
      return createReadDb(readsOfRequest(position, { primary, choose, onRead }))
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
