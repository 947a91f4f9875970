import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from '../connect.ts'
import { createFindIdentity } from './identity.ts'
import type { WalPosition } from './position.ts'
import { createReadDb } from './read-db.ts'
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

export type ReplicasOptions = Omit<ReplicaOptions, 'findIdentity'> &
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
  const replicas = urls.map((url) => openReplica(url, { ...options, findIdentity }))
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

  async function tryOn<Row>(
    replica: Replica | undefined,
    query: CompiledQuery,
    position: WalPosition,
  ): Promise<Partial<Attempt<Row>>> {
    if (!replica) return {}
    const attempt = await replica.read<Row>(query, position)
    onRead(attempt.failure ?? 'replica')
    return attempt
  }

  async function read<Row>(query: CompiledQuery, position: WalPosition): Promise<QueryResult<Row>> {
    const first = choose()
    const { result, failure } = await tryOn<Row>(first, query, position)
    if (result) return result
    const mayPass = failure !== undefined && MAY_PASS.includes(failure)
    if (mayPass) await delay(WAIT_MS)
    const second = choose(first) ?? (mayPass && first?.isUsable() ? first : undefined)
    const { result: later } = await tryOn<Row>(second, query, position)
    if (later) return later
    onRead('primary')
    return primary.executeQuery<Row>(query)
  }

  return {
    readDb: (position) =>
      position === undefined || replicas.length === 0
        ? primary
        : createReadDb((query) => read(query, position)),
    close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
  }
}
