import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeal } from '../src/platform/crypto/seal.ts'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { atOrigin } from '../test/support/server/health-calls.ts'
import { openQuota } from '../test/support/server/quota.ts'
import { reportRates } from './figures/report.ts'
import { fillQuota } from './fill/quota.ts'
import { byBearer, compareBodies, type Request, writeRequests } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { type Load, load } from './load/wrk.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { type Database, withDatabase } from './start/database.ts'
import { profileServer } from './start/profile.ts'
import { startServer } from './start/server.ts'

const READERS = 128
const ASKERS = 16
const REQUESTS_EACH = 10
const SAMPLE = 20_000
/** More than a round can send: each asks for something nobody has asked for yet. */
const PUTS_PER_ROUND = 40_000

/** The status of a request, and requesting quota, each side by side with a bare route. */
export async function benchQuota(size: Size): Promise<void> {
  await withDatabase(async (database) => {
    const resources = listResources()
    const putsEach = PUTS_PER_ROUND * (size.rounds + 1)
    const subscriptions = Math.ceil(
      Math.max(size.rows / REQUESTS_EACH, putsEach / resources.length),
    )
    await fillQuota(database.directUrl, { subscriptions, requests: size.rows })
    await using running = new AsyncDisposableStack()
    const db = connect(database.directUrl)
    running.defer(() => db.destroy())
    const { env, url, bearer } = await startSide(database, db, size, running)
    const bare = await startBare(database, 'bare-quota.ts', running)

    const requests = await listStatusRequests(db, bearer)
    const file = writeRequests(join(size.folder, 'status'), requests)
    await compareBodies({ binnacle: url, bare }, requests.slice(0, 20))
    const read = (target: string, seconds: number) =>
      load(target, file, { connections: READERS, seconds })
    const status = await measureRounds(
      { binnacle: (seconds) => read(url, seconds), bare: (seconds) => read(bare, seconds) },
      size,
    )
    reportRates('status ratio to bare route', status.binnacle, status.bare)

    const putting = (target: string, location: string) => {
      const files = writePuts(location, subscriptions, resources, bearer, size.folder)
      return (seconds: number) => {
        const puts = files.next().value
        if (puts === undefined) throw new Error('everything was asked for')
        return countRows(db, () => load(target, puts, { connections: ASKERS, seconds }))
      }
    }
    const put = await measureRounds(
      { binnacle: putting(url, 'eastus'), bare: putting(bare, 'westus') },
      size,
    )
    reportRates('put ratio to bare inserts', put.binnacle, put.bare)
    if (size.profile) {
      await profileServer(env, size.folder, read)
    }
  })
}

async function startSide(
  database: Database,
  db: Db,
  { folder }: Size,
  running: AsyncDisposableStack,
) {
  // Requests are decided elsewhere: a bare insert is followed by nothing either.
  const { url, keyFile, env } = await startServer(database, folder, running, { RUN_JOBS: 'false' })
  const quota = openQuota(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
  await quota.addOperator()
  await quota.loadStarter()
  const reader = await quota.addReader('reader')
  await db
    .insertInto('subscription_member')
    .columns(['subscription_id', 'principal_id', 'role', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('subscription')
        .select(({ ref, val }) => [
          ref('id').as('subscription_id'),
          val(reader.id).as('principal_id'),
          val('contributor' as const).as('role'),
          val(new Date()).as('created_at'),
        ]),
    )
    .execute()
  return { env, url, bearer: reader.bearer }
}

const scopeOf = (subscription: string, location: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/${location}`
const VERSION = 'api-version=2020-10-25'

async function listStatusRequests(db: Db, bearer: string): Promise<Request[]> {
  const rows = await db
    .selectFrom('quota_request')
    .select(['subscription_id', 'id'])
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  return rows.map(({ subscription_id, id }) => ({
    path: `${scopeOf(subscription_id, 'eastus')}/serviceLimitsRequests/${id}?${VERSION}`,
    headers: byBearer(bearer),
  }))
}

/** As the catalogue that ships has them. */
function listResources(): string[] {
  const catalogue: Record<string, { resources: { name: string }[] }> = JSON.parse(
    readFileSync('catalogue/starter.json', 'utf8'),
  )
  return catalogue['{vendor}.Compute']?.resources.map(({ name }) => name) ?? []
}

/** A file for each round; no two lines of all of them ask for the same resource. */
function* writePuts(
  location: string,
  subscriptions: number,
  resources: readonly string[],
  bearer: string,
  folder: string,
): Generator<string, undefined> {
  const pairs = resources.length * subscriptions
  for (let start = 0; start + PUTS_PER_ROUND <= pairs; start += PUTS_PER_ROUND) {
    const requests = Array.from({ length: PUTS_PER_ROUND }, (_, i): Request => {
      const resource = resources[Math.floor((start + i) / subscriptions)] ?? ''
      const scope = scopeOf(`sub-${1 + ((start + i) % subscriptions)}`, location)
      return {
        method: 'PUT',
        path: `${scope}/serviceLimits/${encodeURIComponent(resource)}?${VERSION}`,
        headers: byBearer(bearer),
        body: { properties: { limit: 1 + i } },
      }
    })
    yield writeRequests(join(folder, `${location}-${start}`), requests)
  }
  return undefined
}

/** A request that made no rows would be no comparison. */
async function countRows(db: Db, run: () => Promise<Load>): Promise<Load> {
  const before = await countRequests(db)
  const result = await run()
  const made = (await countRequests(db)) - before
  if (made < result.requests) throw new Error(`${result.requests} requests made ${made} rows`)
  return result
}

async function countRequests(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('quota_request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
