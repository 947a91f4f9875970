import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeal } from '../src/platform/crypto/seal.ts'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { serve } from '../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../test/support/server/health-calls.ts'
import { openQuota } from '../test/support/server/quota.ts'
import { fillQuota } from './fill-quota.ts'
import type { Size } from './load.ts'
import { compareBodies, compareRates, type Load, loadPaths } from './load.ts'
import { profileServer } from './profile.ts'
import { startBare } from './start-bare.ts'

const READERS = 128
const ASKERS = 16
const REQUESTS_EACH = 10
const SAMPLE = 20_000
/** More than a round can send: each asks for something nobody has asked for yet. */
const PUTS_PER_ROUND = 40_000

/** The status of a request, and requesting quota, each side by side with a bare route. */
export async function benchQuota(size: Size): Promise<void> {
  await withMigratedDatabase(async (databaseUrl) => {
    const resources = listResources()
    const putsEach = PUTS_PER_ROUND * (size.rounds + 1)
    const subscriptions = Math.ceil(
      Math.max(size.rows / REQUESTS_EACH, putsEach / resources.length),
    )
    await fillQuota(databaseUrl, { subscriptions, requests: size.rows })
    await using running = new AsyncDisposableStack()
    const db = connect(databaseUrl)
    running.defer(() => db.destroy())
    const { env, url, bearerFile, bearer } = await startServer(databaseUrl, db, size, running)
    const bare = await startBare(databaseUrl, 'bare-quota.ts')
    running.defer(bare.stop)
    const sides = { binnacle: url, bare: bare.url }

    const pathsFile = join(size.folder, 'status.paths')
    const paths = await listStatusPaths(db)
    writeFileSync(pathsFile, `${paths.join('\n')}\n`)
    await compareBodies(sides, paths.slice(0, 20), bearer)
    const read = (target: string, seconds: number) =>
      loadPaths(target, pathsFile, bearerFile, { connections: READERS, seconds })
    const { rounds } = size
    await compareRates('ratio to bare route', { rounds, atLeast: 0.5 }, (side) =>
      read(sides[side], size.seconds),
    )

    const puts = {
      binnacle: writePuts('eastus', subscriptions, resources, size.folder),
      bare: writePuts('westus', subscriptions, resources, size.folder),
    }
    await compareRates('put ratio to bare inserts', { rounds, atLeast: 0.2 }, (side) => {
      const file = puts[side].next().value
      if (file === undefined) throw new Error('everything was asked for')
      return countRows(db, () =>
        loadPaths(sides[side], file, bearerFile, { connections: ASKERS, seconds: size.seconds }),
      )
    })
    if (size.profile) {
      await profileServer(env, size.folder, read)
    }
  })
}

async function startServer(
  databaseUrl: string,
  db: Db,
  { folder }: Size,
  running: AsyncDisposableStack,
) {
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'))
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: ORIGIN,
    // Requests are decided elsewhere: a bare insert is followed by nothing either.
    RUN_JOBS: 'false',
    RATE_LIMITS: 'false',
  }
  const server = await serve(env)
  running.defer(async () => void (await server.stop()))
  const url = server.addresses[0] ?? ''
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
  const bearerFile = join(folder, 'bearer')
  writeFileSync(bearerFile, `${reader.bearer}\n`)
  return { env, url, bearerFile, bearer: reader.bearer }
}

const scopeOf = (subscription: string, location: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/${location}`
const VERSION = 'api-version=2020-10-25'

async function listStatusPaths(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('quota_request')
    .select(['subscription_id', 'id'])
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  return rows.map(
    ({ subscription_id, id }) =>
      `${scopeOf(subscription_id, 'eastus')}/serviceLimitsRequests/${id}?${VERSION}`,
  )
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
  folder: string,
): Generator<string, undefined> {
  const pairs = resources.length * subscriptions
  for (let start = 0; start + PUTS_PER_ROUND <= pairs; start += PUTS_PER_ROUND) {
    const lines = Array.from({ length: PUTS_PER_ROUND }, (_, i) => {
      const resource = resources[Math.floor((start + i) / subscriptions)] ?? ''
      const path = scopeOf(`sub-${1 + ((start + i) % subscriptions)}`, location)
      const body = JSON.stringify({ properties: { limit: 1 + i } })
      return `${path}/serviceLimits/${encodeURIComponent(resource)}?${VERSION}\t${body}`
    })
    const file = join(folder, `${location}-${start}.puts`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    yield file
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
