import { join } from 'node:path'
import { readSeal } from '../src/platform/crypto/seal.ts'
import { connect } from '../src/platform/db/connect.ts'
import { atOrigin, openHealth } from '../test/support/server/health-calls.ts'
import { report, reportP50s, reportP99s, reportRates } from './figures/report.ts'
import { fillEvents } from './fill/events.ts'
import { timed } from './fill/timed.ts'
import { byBearer, compareBodies, writeRequests } from './load/requests.ts'
import { measureRounds, median } from './load/rounds.ts'
import { load } from './load/wrk.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { type Database, withDatabase } from './start/database.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 8
const MOST_LISTS = 1000
export const EVENTS = 20_000
const SMALL = 1000
const PUBLISHES = 40

/**
 * The list of events with everything on, and without kept texts, beside a bare route; then the list and
 * publishing with few subscriptions and with many.
 */
export async function benchEvents(size: Size): Promise<void> {
  await withDatabase(size, (smallDatabase) =>
    withDatabase(size, async (largeDatabase) => {
      // Filled first: a server that waits meanwhile would only be in the way.
      const events = Math.min(EVENTS, size.rows / 5)
      await fill(smallDatabase.directUrl, SMALL, events)
      await fill(largeDatabase.directUrl, size.rows, events)
      await using running = new AsyncDisposableStack()
      const small = await startSide(smallDatabase, SMALL, size, running)
      const large = await startSide(largeDatabase, size.rows, size, running)
      const bare = await startBare(largeDatabase, 'bare-events.ts', running)
      const cold = await startServer(largeDatabase, size.folder, running, { EVENT_CACHE_MIB: '0' })
      const urls = { binnacle: large.url, bare }
      const sizes = await compareBodies(urls, large.requests.slice(0, 20))
      console.log(`median body: ${Math.round(median(sizes) / 1024)} KiB`)
      // Each list once: from then on, all of their events are kept.
      for (const { path, headers } of large.requests)
        await fetch(`${large.url}${path}`, { headers })
      const measured = await measureRounds(
        {
          binnacle: (seconds) => large.load(large.url, seconds),
          cacheOff: (seconds) => large.load(cold.url, seconds),
          bare: (seconds) => large.load(bare, seconds),
        },
        size,
      )
      reportRates(
        'list of events with a full cache, relative to a bare route',
        measured.binnacle,
        measured.bare,
      )
      reportRates(
        'list of events with the cache off, relative to a bare route',
        measured.cacheOff,
        measured.bare,
      )
      reportP99s(
        'p99 of a list of events with a full cache, relative to a bare route',
        measured.binnacle,
        measured.bare,
      )
      await measureGrowth(small, large, size)
      await measurePublishing(small, large, size)
    }),
  )
}

export const fill = (databaseUrl: string, subscriptions: number, events: number): Promise<void> =>
  timed(`${subscriptions} subscriptions, ${events} events`, () =>
    fillEvents(databaseUrl, { subscriptions, events }),
  )

export type Side = Awaited<ReturnType<typeof startSide>>

/** A server, and requests for the lists of subscriptions on which one reader has a role. */
export async function startSide(
  database: Database,
  subscriptions: number,
  { rows, folder }: Size,
  running: AsyncDisposableStack,
  { query = '', settings = {} } = {},
) {
  const { url, keyFile, pid } = await startServer(database, folder, running, settings)
  const db = connect(database.directUrl)
  running.defer(() => db.destroy())
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
  await health.addOperator()
  const reader = await health.addReader('reader')
  const length = Math.min(MOST_LISTS, rows / 100, subscriptions)
  const step = Math.max(1, Math.floor(subscriptions / length))
  const ids = Array.from({ length }, (_, i) => `sub-${1 + i * step}`)
  const now = new Date()
  const roles = ids.map((subscription_id) => ({
    subscription_id,
    principal_id: reader.id,
    role: 'reader' as const,
    created_at: now,
  }))
  await db.insertInto('subscription_member').values(roles).execute()
  const requests = ids.map((id) => ({
    path: `${health.path(id)}?api-version=2025-05-01${query}`,
    headers: byBearer(reader.bearer),
  }))
  const file = writeRequests(join(folder, `${subscriptions}`), requests)
  return {
    url,
    pid,
    keyFile,
    reader,
    health,
    requests,
    load: (target: string, seconds: number, connections = CONNECTIONS) =>
      load(target, file, { connections, seconds }),
  }
}

async function measureGrowth(small: Side, large: Side, size: Size): Promise<void> {
  const measured = await measureRounds(
    {
      few: (seconds) => small.load(small.url, seconds),
      many: (seconds) => large.load(large.url, seconds),
    },
    size,
  )
  reportP50s(
    'p50 of a list of events, relative to 1,000 subscriptions',
    measured.many,
    measured.few,
  )
}

/** An event for a footprint, published again and again, on both sides in turn. */
async function measurePublishing(small: Side, large: Side, { rounds }: Size): Promise<void> {
  const [few, many] = await inTurn(small, large, rounds * PUBLISHES, publishOne)
  const perRound = (times: readonly number[]) =>
    Array.from({ length: rounds }, (_, i) =>
      median(times.slice(i * PUBLISHES, (i + 1) * PUBLISHES)),
    )
  report(
    'time to publish an event, relative to 1,000 subscriptions',
    perRound(many),
    perRound(few),
    'ms',
  )
}

/** Measures both sides in turn, so that what disturbs one disturbs the other. The first time warms up. */
async function inTurn(
  small: Side,
  large: Side,
  times: number,
  measure: (side: Side) => Promise<number>,
): Promise<[small: number[], large: number[]]> {
  const measured: [number[], number[]] = [[], []]
  for (let time = 0; time <= times; time++) {
    const [few, many] = [await measure(small), await measure(large)]
    if (time === 0) continue
    measured[0].push(few)
    measured[1].push(many)
  }
  return measured
}

async function publishOne({ health }: Side): Promise<number> {
  const startedAt = performance.now()
  await health.publish({
    audience: { kind: 'footprint' },
    impact: Array.from({ length: 8 }, (_, i) => ({
      impactedService: `Service ${i * 6}`,
      impactedRegions: ['Region 1'],
    })),
  })
  return performance.now() - startedAt
}
