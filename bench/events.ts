import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeal } from '../src/platform/crypto/seal.ts'
import { connect } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { serve } from '../test/support/processes/processes.ts'
import { atOrigin, ORIGIN, openHealth } from '../test/support/server/health-calls.ts'
import { fillEvents } from './fill-events.ts'
import type { Size } from './load.ts'
import { compareBodies, compareRates, loadPaths, median, report } from './load.ts'
import { startBare } from './start-bare.ts'

const CONNECTIONS = 8
const SAMPLE = 1000
const EVENTS = 20_000
const SMALL = 1000
const PUBLISHES = 40

/**
 * The list of events with everything on, side by side with a bare route; then the list and publishing
 * with few subscriptions and with many.
 */
export async function benchEvents(size: Size): Promise<void> {
  await withMigratedDatabase((smallUrl) =>
    withMigratedDatabase(async (largeUrl) => {
      // Filled first: a server that waits meanwhile would only be in the way.
      await fill(smallUrl, SMALL)
      await fill(largeUrl, size.rows)
      await using running = new AsyncDisposableStack()
      const small = await startSide(smallUrl, SMALL, size, running)
      const large = await startSide(largeUrl, size.rows, size, running)
      const bare = await startBare(largeUrl, 'bare-events.ts')
      running.defer(bare.stop)
      const urls = { binnacle: large.url, bare: bare.url }
      const sizes = await compareBodies(urls, large.paths.slice(0, 20), large.reader.bearer)
      console.log(`median body: ${Math.round(median(sizes) / 1024)} KiB`)
      await compareRates('ratio to bare route', { rounds: size.rounds, atLeast: 0.8 }, (side) =>
        large.load(urls[side], size.seconds),
      )
      await measureGrowth(small, large, size)
      await measurePublishing(small, large, size)
    }),
  )
}

async function fill(databaseUrl: string, subscriptions: number): Promise<void> {
  const startedAt = performance.now()
  await fillEvents(databaseUrl, { subscriptions, events: EVENTS })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`filled ${subscriptions} subscriptions, ${EVENTS} events in ${seconds} s`)
}

type Side = Awaited<ReturnType<typeof startSide>>

async function startSide(
  databaseUrl: string,
  subscriptions: number,
  { folder }: Size,
  running: AsyncDisposableStack,
) {
  const keyFile = join(folder, `${subscriptions}.key`)
  writeFileSync(keyFile, randomBytes(32).toString('hex'))
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: ORIGIN,
    RATE_LIMITS: 'false',
  }
  const server = await serve(env)
  running.defer(async () => void (await server.stop()))
  const url = server.addresses[0] ?? ''
  const db = connect(databaseUrl)
  running.defer(() => db.destroy())
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
  await health.addOperator()
  const reader = await health.addReader('reader')
  const step = Math.max(1, Math.floor(subscriptions / SAMPLE))
  const ids = Array.from(
    { length: Math.min(SAMPLE, subscriptions) },
    (_, i) => `sub-${1 + i * step}`,
  )
  const now = new Date()
  const roles = ids.map((subscription_id) => ({
    subscription_id,
    principal_id: reader.id,
    role: 'reader' as const,
    created_at: now,
  }))
  await db.insertInto('subscription_member').values(roles).execute()
  const [pathsFile, bearerFile] = [join(folder, `${subscriptions}.paths`), `${keyFile}.bearer`]
  const paths = ids.map((id) => `${health.path(id)}?api-version=2025-05-01`)
  writeFileSync(pathsFile, `${paths.join('\n')}\n`)
  writeFileSync(bearerFile, `${reader.bearer}\n`)
  return {
    subscriptions,
    url,
    health,
    reader,
    paths,
    load: (target: string, seconds: number) =>
      loadPaths(target, pathsFile, bearerFile, { connections: CONNECTIONS, seconds }),
  }
}

async function measureGrowth(small: Side, large: Side, { rounds, seconds }: Size): Promise<void> {
  const [few, many] = await inTurn(small, large, rounds, async (side) => {
    const { p50Ms } = await side.load(side.url, seconds)
    return p50Ms
  })
  report(`p50 ratio ${names(small, large)}`, many, few, { atMost: 1.2 })
}

/** An event for a footprint, published again and again, on both sides in turn. */
async function measurePublishing(small: Side, large: Side, { rounds }: Size): Promise<void> {
  const [few, many] = await inTurn(small, large, rounds * PUBLISHES, publishOne)
  const perRound = (times: readonly number[]) =>
    Array.from({ length: rounds }, (_, i) =>
      median(times.slice(i * PUBLISHES, (i + 1) * PUBLISHES)),
    )
  report(`publish ratio ${names(small, large)}`, perRound(many), perRound(few), { atMost: 1.3 })
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

const names = (small: Side, large: Side) =>
  `${shorten(large.subscriptions)} to ${shorten(small.subscriptions)} subscriptions`
const shorten = (count: number) => count.toExponential().replace('+', '')
