import { report, reportP50s, reportP99s, reportRates } from './figures/report.ts'
import { reportCpu } from './load/cpu-rounds.ts'
import { inTurn, medianPerRound } from './load/in-turn.ts'
import { compareBodies } from './load/requests.ts'
import { measureRounds, median } from './load/rounds.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { withDatabase } from './start/database.ts'
import {
  EVENTS,
  fillHealth,
  type HealthSide,
  publishOne,
  startHealthSide,
} from './start/health-side.ts'
import { startServer } from './start/server.ts'

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
      await fillHealth(smallDatabase.directUrl, SMALL, events)
      await fillHealth(largeDatabase.directUrl, size.rows, events)
      await using running = new AsyncDisposableStack()
      const small = await startHealthSide(smallDatabase, SMALL, size, running)
      const large = await startHealthSide(largeDatabase, size.rows, size, running)
      const bare = await startBare(largeDatabase, 'bare-events.ts', running)
      const cold = await startServer(largeDatabase, size.folder, running, { EVENT_CACHE_MIB: '0' })
      const urls = { binnacle: large.url, bare }
      const sizes = await compareBodies(urls, large.requests.slice(0, 20))
      console.log(`median body: ${Math.round(median(sizes) / 1024)} KiB`)
      // Each list once: from then on, all of their events are kept.
      for (const { path, headers } of large.requests)
        await fetch(`${large.url}${path}`, { headers })
      if (size.onlyCpu) {
        const kinds = {
          'event list': (seconds: number) => large.load(large.url, seconds),
          publish: () => publishMany(large),
        }
        return await reportCpu(large, largeDatabase.directUrl, kinds, size)
      }
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

async function publishMany({ health }: HealthSide) {
  for (let n = 0; n < PUBLISHES; n++) await publishOne(health)
  return { requests: PUBLISHES }
}

async function measureGrowth(small: HealthSide, large: HealthSide, size: Size): Promise<void> {
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
async function measurePublishing(
  small: HealthSide,
  large: HealthSide,
  { rounds }: Size,
): Promise<void> {
  const sides = { few: () => publishOne(small.health), many: () => publishOne(large.health) }
  const { few, many } = await inTurn(sides, rounds * PUBLISHES)
  const perRound = (times: readonly number[]) => medianPerRound(times, PUBLISHES)
  report(
    'time to publish an event, relative to 1,000 subscriptions',
    perRound(many),
    perRound(few),
    'ms',
  )
}
