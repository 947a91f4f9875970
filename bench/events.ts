import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { openHealth } from '../test/support/server/health-calls.ts'
import { fillEvents } from './fill/events.ts'
import { byBearer, compareBodies } from './load/requests.ts'
import { measureRounds, median } from './load/rounds.ts'
import { type Load, sending } from './load/wrk.ts'
import { P50, RATE, report } from './report.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 8
const EVENTS = 20_000
const FEW = 1000
const MOST_LISTS = 1000
const PUBLISHES = 40

/** The list of events beside a bare route; then the list and publishing with few subscriptions and with many. */
export const benchEvents = (size: Size): Promise<void> =>
  withMigratedDatabase((smallDatabase) =>
    withMigratedDatabase(async (largeDatabase) => {
      // Filled first: a server that waits meanwhile would only be in the way.
      await fillHealth(smallDatabase, FEW, size)
      await fillHealth(largeDatabase, size.rows, size)
      await using running = new AsyncDisposableStack()
      const small = await openEvents(smallDatabase, FEW, size, running)
      const large = await openEvents(largeDatabase, size.rows, size, running)
      const bareUrl = await startBare(largeDatabase, 'bare-events.ts', running)
      await compareBodies(large.server.url, bareUrl, large.requests.slice(0, 20))

      const list = { binnacle: large.list, bare: large.listAt(bareUrl) }
      const { binnacle, bare } = await measureRounds(list, size)
      const warm = 'list of events with a full cache, relative to a bare route'
      report({ label: warm, of: RATE, aim: 1.3, limit: 1 }, binnacle, bare)

      const lists = await measureRounds({ few: small.list, many: large.list }, size)
      const p50 = `p50 of a list of events with ${size.rows} subscriptions, relative to ${FEW}`
      report({ label: p50, of: P50, aim: 1.2, limit: 1.6 }, lists.many, lists.few)

      const both = await measureRounds({ few: small.publish, many: large.publish }, size)
      const time = `time to publish an event with ${size.rows} subscriptions, relative to ${FEW}`
      report({ label: time, of: P50, aim: 1.2, limit: 1.6 }, both.many, both.few)
    }),
  )

export async function fillHealth(
  databaseUrl: string,
  subscriptions: number,
  { rows }: Pick<Size, 'rows'>,
): Promise<void> {
  const events = Math.min(EVENTS, rows / 5)
  console.log(`filling ${subscriptions} subscriptions and ${events} events`)
  await fillEvents(databaseUrl, { subscriptions, events })
}

/** A server that has kept all events, lists of subscriptions on which one reader has a role, and publishing. */
export async function openEvents(
  databaseUrl: string,
  subscriptions: number,
  { rows, folder }: Pick<Size, 'rows' | 'folder'>,
  running: AsyncDisposableStack,
) {
  const server = await startServer(databaseUrl, folder, running)
  const health = openHealth(server.installation)
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
  await server.db.insertInto('subscription_member').values(roles).execute()
  const requests = ids.map((id) => ({
    path: `${health.path(id)}?api-version=2025-05-01`,
    headers: byBearer(reader.bearer),
  }))
  // Each list once: from then on, all of their events are kept.
  for (const { path, headers } of requests) await fetch(`${server.url}${path}`, { headers })
  // Bearers are of one database, so each server has a file of its own.
  const file = join(mkdtempSync(join(folder, 'lists-')), 'requests')
  const listAt = sending(file, requests, CONNECTIONS)
  return {
    server,
    requests,
    listAt,
    list: listAt(server.url),
    publish: () => publishMany(() => health.publish(EVENT)),
  }
}

/** For a footprint. */
const EVENT = {
  audience: { kind: 'footprint' },
  impact: Array.from({ length: 8 }, (_, i) => ({
    impactedService: `Service ${i * 6}`,
    impactedRegions: ['Region 1'],
  })),
}

/** One after the other. */
async function publishMany(publish: () => Promise<unknown>): Promise<Load> {
  const times: number[] = []
  for (let n = 0; n < PUBLISHES; n++) {
    const startedAt = performance.now()
    await publish()
    times.push(performance.now() - startedAt)
  }
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  return { requests: PUBLISHES, seconds, p50Ms: median(times) }
}
