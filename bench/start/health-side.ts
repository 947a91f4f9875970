import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { atOrigin, type Health, openHealth } from '../../test/support/server/health-calls.ts'
import { fillEvents } from '../fill/events.ts'
import { timed } from '../fill/timed.ts'
import { byBearer, writeRequests } from '../load/requests.ts'
import { load } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import type { Database } from './database.ts'
import { startServer } from './server.ts'

const CONNECTIONS = 8
const MOST_LISTS = 1000
export const EVENTS = 20_000

export const fillHealth = (
  databaseUrl: string,
  subscriptions: number,
  events: number,
  activeDays?: number,
): Promise<void> =>
  timed(`${subscriptions} subscriptions, ${events} events`, () =>
    fillEvents(databaseUrl, { subscriptions, events, activeDays }),
  )

export type HealthSide = Awaited<ReturnType<typeof startHealthSide>>

/** A server, and requests for the lists of subscriptions on which one reader has a role. */
export async function startHealthSide(
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
  // Bearers are of one database, so each side has a file of its own.
  const file = writeRequests(join(mkdtempSync(join(folder, 'lists-')), 'requests'), requests)
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

/** An event for a footprint; answers the milliseconds that it took. */
export async function publishOne(health: Pick<Health, 'publish'>): Promise<number> {
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
