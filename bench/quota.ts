import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { openQuota } from '../test/support/server/quota.ts'
import { checkRows } from './count-rows.ts'
import { fillQuota } from './fill/quota.ts'
import { byBearer, type Request, writeRequests } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { type Load, load } from './load/wrk.ts'
import { RATE, report } from './report.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 16
const REQUESTS_EACH = 10
const SAMPLE = 20_000
/** More than any side can answer. */
const MOST_PUTS_PER_SECOND = 6000
/** Of the catalogue that ships. */
const RESOURCES: readonly string[] = JSON.parse(
  readFileSync('samples/catalogue/starter.json', 'utf8'),
)['{vendor}.Compute'].resources.map(({ name }: { name: string }) => name)
/** Fewer than there are: nothing is requested twice. */
const RESOURCES_EACH = 4

type Stage = Awaited<ReturnType<typeof openRequests>>

/** Requesting quota with everything on, beside inserts of the same rows. */
export const benchQuota = (size: Size): Promise<void> =>
  withMigratedDatabase(async (databaseUrl) => {
    await using running = new AsyncDisposableStack()
    const stage = await openRequests(databaseUrl, size, running)
    const bareUrl = await startBare(databaseUrl, 'bare-quota.ts', running)
    const sides = {
      binnacle: putting(stage, stage.server.url, 'eastus'),
      // What one side has requested must not be open for the other.
      bare: putting(stage, bareUrl, 'westus'),
    }
    const { binnacle, bare } = await measureRounds(sides, size)
    const label = 'quota request, relative to bare inserts'
    report({ label, of: RATE, aim: 0.55, limit: 0.35 }, binnacle, bare)
  })

/** A database with requests that ended long ago, their server, and somebody who may request for every subscription. */
export async function openRequests(
  databaseUrl: string,
  { rows, rounds, seconds, folder }: Size,
  running: AsyncDisposableStack,
) {
  console.log(`filling ${rows} quota requests`)
  const puts = MOST_PUTS_PER_SECOND * seconds * (rounds + 1)
  const subscriptions = Math.ceil(Math.max(rows / REQUESTS_EACH, puts / RESOURCES_EACH))
  await fillQuota(databaseUrl, { subscriptions, requests: rows })
  // Requests are decided elsewhere: a bare insert is followed by nothing either.
  const server = await startServer(databaseUrl, folder, running, { RUN_JOBS: 'false' })
  const quota = openQuota(server.installation)
  await quota.addOperator()
  await quota.loadStarter()
  const { id, bearer } = await quota.addReader()
  await sql`
    insert into subscription_member (subscription_id, principal_id, role, created_at)
    select id, ${id}, 'contributor', now() from subscription`.execute(server.db)
  return { server, subscriptions, bearer, folder }
}

/** The status of some of the requests. */
export async function listStatuses(db: Db, bearer: string): Promise<Request[]> {
  const rows = await db
    .selectFrom('quota_request')
    .select(['subscription_id', 'id'])
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  return rows.map(({ subscription_id, id }) => ({
    path: pathTo(subscription_id, 'eastus', `serviceLimitsRequests/${id}`),
    headers: byBearer(bearer),
  }))
}

/** Each round requests what no round before has. */
export function putting(
  { server, subscriptions, bearer, folder }: Stage,
  url: string,
  location: string,
) {
  let from = 0
  return async (seconds: number): Promise<Load> => {
    const until = from + MOST_PUTS_PER_SECOND * seconds
    const requests = Array.from({ length: until - from }, (_, index) => ({
      ...makePut(from + index, subscriptions, location),
      headers: byBearer(bearer),
    }))
    from = until
    const file = join(folder, `${location}.puts`)
    writeRequests(file, requests)
    return checkRows(server.db, CONNECTIONS, () =>
      load(url, file, { connections: CONNECTIONS, seconds }),
    )
  }
}

/** Subscription by subscription, then resource by resource: no two numbers are for the same one. */
function makePut(number: number, subscriptions: number, location: string) {
  const resource = RESOURCES[Math.floor(number / subscriptions)]
  if (resource === undefined) throw new Error('everything has been requested')
  const subscription = `sub-${1 + (number % subscriptions)}`
  return {
    method: 'PUT' as const,
    path: pathTo(subscription, location, `serviceLimits/${encodeURIComponent(resource)}`),
    body: { properties: { limit: 1 + (number % 1000), name: { value: resource } } },
  }
}

const pathTo = (subscription: string, location: string, rest: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/${location}/${rest}?api-version=2020-10-25`
