import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/platform/db/connect.ts'
import { PATIENT, testLimits } from '../../test/support/processes/limits.ts'
import { atOrigin, ORIGIN, openHealth } from '../../test/support/server/health-calls.ts'
import { type Choose, chooser } from '../../test/support/world/random.ts'
import type { Instance } from '../database/instance.ts'
import { withOwnInstance } from '../database/own-instance.ts'
import { openMembers } from '../quota-crash.ts'
import {
  addDestinations,
  type Destination,
  listDestinations,
  openDestinations,
} from './destinations.ts'
import { judgeDestination, percentile, type Revision } from './faults.ts'
import { openPublisher, type Published } from './publisher.ts'

export type Size = Readonly<{
  events: number
  destinations: number
  kills: number
  restarts: number
  publishEveryMs: number
  killEveryMs: number
  /** How many are published after the last fault and its window, and arrive in time. Only where nothing else is busy. */
  calmEvents: number
  /** Of the pauses, and of the three days after which a destination is off: nine minutes, or half of one. */
  retryScale: number
  /** Of all messages. A kill repeats at most the one on its way to each destination: 60 of some 570 in the short form. */
  mostDuplicates: number
}>
export const FORTY: Size = {
  events: 40,
  destinations: 20,
  kills: 3,
  restarts: 0,
  publishEveryMs: 100,
  killEveryMs: 1500,
  calmEvents: 0,
  retryScale: 0.00005,
  mostDuplicates: 0.1,
}
export const THOUSAND: Size = {
  events: 1000,
  destinations: 200,
  kills: 30,
  restarts: 3,
  publishEveryMs: 1000,
  killEveryMs: 18_000,
  calmEvents: 340,
  retryScale: 0.002,
  mostDuplicates: 0.01,
}

/** After each kill or restart, deliveries may be late for so long. */
const WINDOW_MS = 20_000
const MOST_LATE_MS = 2000
const LONGEST_CATCH_UP_MS = 180_000
const SETTINGS = { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false' }

type Members = Awaited<ReturnType<typeof openMembers>>

/**
 * Workers are killed and the database is restarted while events are published. Each destination that lives gets
 * each revision that fits, those of an event in their order, and none under two ids; the others do not delay it.
 */
export async function proveDelivery(size: Size): Promise<boolean> {
  const seed = Date.now()
  const choose = chooser(seed)
  const destinations = listDestinations(size.destinations)
  const receivers = await openDestinations(destinations, choose)
  try {
    return await withOwnInstance(async ({ db, seal, env }, instance) => {
      const members = await openMembers({
        ...env,
        ...SETTINGS,
        OUTGOING_EXCEPTIONS: `notifications=${receivers.host}`,
        ...testLimits({ ...PATIENT, notificationRetryScale: size.retryScale }),
      })
      try {
        const health = openHealth(
          atOrigin({ url: () => members.pickServer(choose), db: () => db, seal }),
        )
        await health.addOperator()
        const owner = await health.addReader('owner')
        const where = { serverUrl: members.pickServer(choose), url: receivers.url }
        await addDestinations(health, owner, destinations, where)
        const publish = openPublisher(health, destinations, choose)
        const { published, faultsAt } = await publishAll(size, publish, members, instance, choose)
        const revisions = await readRevisions(db, published)
        const isCalm = (at: number) =>
          faultsAt.every((fault) => at < fault - MOST_LATE_MS || at > fault + WINDOW_MS)
        const judge = () =>
          destinations
            .filter(({ behaviour }) => behaviour === 'healthy' || behaviour === 'fails at times')
            .map((one) => ({
              one,
              ...judgeDestination(one, revisions, receivers.arrivals, isCalm),
            }))
        const until = performance.now() + LONGEST_CATCH_UP_MS
        const hasFaults = () => judge().some(({ faults }) => faults.length > 0)
        let dead = await listDeadFaults(db, destinations)
        while (performance.now() < until && (dead.length > 0 || hasFaults())) {
          await delay(1000)
          dead = await listDeadFaults(db, destinations)
        }
        return report(judge(), dead, { size, seed, isCalm, revisions })
      } finally {
        await members.stop()
      }
    })
  } finally {
    await receivers.close()
  }
}

/** First while processes are killed, then, after the last window, without a fault. */
async function publishAll(
  size: Size,
  publish: (n: number) => Promise<Published>,
  members: Members,
  instance: Instance,
  choose: Choose,
) {
  const { events, calmEvents, kills, restarts, killEveryMs, publishEveryMs } = size
  const faultsAt: number[] = []
  const published: Published[] = []
  let isOver = false
  const storm = members.kill(kills, choose, async () => {
    await delay(killEveryMs)
    faultsAt.push(performance.now())
  })
  const faults = storm.ended
    .then(() => restart(restarts, instance, faultsAt))
    .finally(() => {
      isOver = true
    })
  while (published.length < events - calmEvents || !isOver) {
    published.push(await publish(published.length))
    await delay(publishEveryMs)
  }
  await faults
  if (calmEvents > 0) await delay(WINDOW_MS)
  for (let left = calmEvents; left > 0; left--) {
    published.push(await publish(published.length))
    await delay(publishEveryMs)
  }
  return { published, faultsAt }
}

async function restart(restarts: number, instance: Instance, faultsAt: number[]): Promise<void> {
  for (let left = restarts; left > 0; left--) {
    await delay(WINDOW_MS)
    await instance.end('SIGINT')
    await instance.start()
    faultsAt.push(performance.now())
  }
}

/** In the order of their commits, which is that of publishing. */
async function readRevisions(db: Db, published: readonly Published[]): Promise<Revision[]> {
  const rows = await db
    .selectFrom('event_revision')
    .select(['tracking_id', 'at'])
    .orderBy('position')
    .execute()
  return published.map((one, n) => {
    const row = rows[n]
    if (row?.tracking_id !== one.trackingId) throw new Error(`revision ${n} is not where it was`)
    return { ...one, time: row.at.toISOString() }
  })
}

const OFF_REASONS: Partial<Record<Destination['behaviour'], string>> = {
  gone: 'gone',
  silent: 'failing',
}

/** Those that are gone or silent must be off. */
async function listDeadFaults(db: Db, destinations: readonly Destination[]): Promise<string[]> {
  const rows = await db.selectFrom('notification').selectAll().execute()
  return destinations.flatMap(({ subscription, behaviour }) => {
    const reason = OFF_REASONS[behaviour]
    const row = rows.find((one) => one.subscription_id === subscription)
    if (reason === undefined || row?.off_reason === reason) return []
    return [`${subscription}, which is ${behaviour}, is not off`]
  })
}

type Judged = ReturnType<typeof judgeDestination> & Readonly<{ one: Destination }>
type About = Readonly<{
  size: Size
  seed: number
  isCalm: (at: number) => boolean
  revisions: readonly Revision[]
}>

function report(judged: readonly Judged[], dead: readonly string[], about: About): boolean {
  const { size, seed, isCalm, revisions } = about
  const faults = [...judged.flatMap((one) => one.faults), ...dead]
  const healthy = judged.filter(({ one }) => one.behaviour === 'healthy')
  const lateMs = healthy.flatMap((one) => one.lateMs)
  const duplicates = judged.reduce((sum, one) => sum + one.duplicates, 0)
  const calm = revisions.filter(({ at }) => isCalm(at)).length
  const p95Ms = Math.round(percentile(lateMs, 0.95))
  const accepted = judged.reduce((sum, one) => sum + one.accepted, 0)
  const share = duplicates / Math.max(1, accepted)
  if (size.calmEvents > 0 && !(p95Ms <= MOST_LATE_MS)) faults.push(`p95 is ${p95Ms} ms`)
  if (share >= size.mostDuplicates) faults.push(`${duplicates} duplicates`)
  if (calm < size.calmEvents) faults.push(`only ${calm} revisions without a fault around them`)
  const p50Ms = Math.round(percentile(lateMs, 0.5))
  const { kills, restarts, destinations } = size
  const counts = { revisions: revisions.length, calm, destinations, kills, restarts }
  const figures = { ...counts, accepted, measured: lateMs.length, p50Ms, p95Ms, duplicates }
  console.log(`delivery: ${JSON.stringify(figures)}, seed ${seed}`)
  console.log(`faults: ${faults.length}`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0
}
