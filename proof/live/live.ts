import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { LONG_WAITS } from '../../test/support/processes/processes.ts'
import {
  atOrigin,
  type Health,
  ORIGIN,
  openHealth,
} from '../../test/support/server/health-calls.ts'
import { type Choose, chooser } from '../../test/support/world/random.ts'
import { withInstallation } from '../installation.ts'
import { openClient } from './client.ts'
import { type Nodes, openNodes } from './nodes.ts'
import { startPublishing } from './publisher.ts'

type Size = Readonly<{ kills: number; removals: number }>
type Stage = Readonly<{ db: Db; health: Health; nodes: Nodes; choose: Choose }>

const LONGEST_CUT_MS = 5000
const LONGEST_CATCH_UP_MS = 30_000
const SETTINGS = { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false', ...LONG_WAITS }

/**
 * While events are published, the node that a client streams from is killed, and roles of others who stream are
 * removed. The client gets each revision once, in the order of the commits; who was removed gets none that is later.
 */
export async function proveLive({ kills, removals }: Size): Promise<boolean> {
  const seed = Date.now()
  const choose = chooser(seed)
  return withInstallation(async ({ db, seal, env }) => {
    const nodes = await openNodes({ ...env, ...SETTINGS })
    let turn = 0
    const url = () => nodes.urlOf(turn++).url
    const health = openHealth(atOrigin({ url, db: () => db, seal }))
    try {
      await health.addOperator()
      const stage = { db, health, nodes, choose }
      const killed = await killNodes(stage, kills)
      const removed = await removeRoles(stage, removals)
      const faults = [...killed.faults, ...removed.faults]
      console.log(`live: ${JSON.stringify({ ...killed.counts, ...removed.counts })}, seed ${seed}`)
      console.log(`faults: ${faults.length}`)
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      return faults.length === 0
    } finally {
      await nodes.stop()
    }
  })
}

type Found = Readonly<{ faults: readonly string[]; counts: Readonly<Record<string, number>> }>

async function killNodes({ db, health, nodes, choose }: Stage, kills: number): Promise<Found> {
  const reader = await health.addReader('reader')
  await health.addSubscription('sub-a', { [reader.id]: 'reader' })
  const client = await openClient(nodes, reader.bearer, 'sub-a')
  const publisher = startPublishing(health, 'sub-a', choose)
  for (let left = kills; left > 0; left--) {
    await delay(500 + choose(1500))
    const { replaced } = await nodes.kill(client.node())
    await replaced
  }
  const published = await publisher.stop()
  const expected = await listRevisions(db)
  const until = performance.now() + LONGEST_CATCH_UP_MS
  const received = () => client.frames().flatMap(toRevision)
  while (received().length < expected.length && performance.now() < until) await delay(100)
  await client.stop()
  const connections = client.connections()
  const faults = [
    ...compare(expected, received()),
    ...(published === 0 ? ['nothing was published'] : []),
    ...(connections <= kills ? [`${connections} connections for ${kills} kills`] : []),
  ]
  return { faults, counts: { kills, connections, revisions: expected.length } }
}

/** Every revision, in the order of the commits. */
async function listRevisions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select tracking_id as name, at from event_revision order by position`.execute(db)
  return rows.map(({ name, at }) => `${name} ${at.toISOString()}`)
}

type Streamed = Readonly<{ name: string; properties: { lastUpdateTime: string } }>

function toRevision({ event, data }: Readonly<{ event: string; data: unknown }>): string[] {
  if (event === 'reset' || event === 'removed') return [event]
  if (event !== 'event') return []
  const { name, properties } = data as Streamed
  return [`${name} ${properties.lastUpdateTime}`]
}

function compare(expected: readonly string[], received: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of received) counts.set(each, (counts.get(each) ?? 0) + 1)
  const lost = expected.filter((each) => !counts.has(each))
  const doubled = [...counts].filter(([, count]) => count > 1)
  const faults = [
    ...lost.map((each) => `lost: ${each}`),
    ...doubled.map(([each, count]) => `received ${count} times: ${each}`),
  ]
  const isInOrder = JSON.stringify(expected) === JSON.stringify(received)
  return faults.length > 0 || isInOrder ? faults : ['not in the order of the commits']
}

/** One after another, each with an account and a stream of its own, on one node or the other. */
async function removeRoles({ db, health, nodes, choose }: Stage, removals: number): Promise<Found> {
  const faults: string[] = []
  let slowestMs = 0
  await health.addSubscription('sub-b', {})
  const publisher = startPublishing(health, 'sub-b', choose)
  for (let n = 0; n < removals; n++) {
    const reader = await health.addReader()
    const role = `/subscriptions/sub-b/roles/${reader.id}`
    await health.callAsOperator('PUT', role, { role: 'reader' })
    const client = await openClient(nodes, reader.bearer, 'sub-b')
    await delay(choose(3500))
    await health.callAsOperator('DELETE', role)
    // What is committed from here on is later than the removal.
    const last = await findPosition(db)
    const at = performance.now()
    const isEnded = () => client.frames().some(({ event }) => event === 'end')
    while (!isEnded() && performance.now() - at <= LONGEST_CUT_MS) await delay(20)
    const ms = performance.now() - at
    slowestMs = Math.max(slowestMs, ms)
    if (ms > LONGEST_CUT_MS) faults.push(`removal ${n}: open for more than ${LONGEST_CUT_MS} ms`)
    await client.stop()
    const later = client.frames().filter(({ id }) => Number(id?.split('-')[1]) > last)
    for (const { id, event } of later) faults.push(`removal ${n}: ${event} ${id} after ${last}`)
  }
  if ((await publisher.stop()) === 0) faults.push('nothing was published while roles were removed')
  return { faults, counts: { removals, slowestCutMs: Math.round(slowestMs) } }
}

async function findPosition(db: Db): Promise<number> {
  const row = await db.selectFrom('event_position').select('position').executeTakeFirstOrThrow()
  return Number(row.position)
}
