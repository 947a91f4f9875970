import { join } from 'node:path'
import { readSeal } from '../src/platform/crypto/seal.ts'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { atOrigin } from '../test/support/server/health-calls.ts'
import { openQuota } from '../test/support/server/quota.ts'
import { reportP50s, reportRates } from './figures/report.ts'
import { fillQuota } from './fill/quota.ts'
import { timed } from './fill/timed.ts'
import { reportCpu } from './load/cpu-rounds.ts'
import { byBearer, compareBodies, type Request, writeRequests } from './load/requests.ts'
import { measureRounds, median } from './load/rounds.ts'
import { type Load, load } from './load/wrk.ts'
import { addContributor, addReaders } from './quota/callers.ts'
import { checkRows } from './quota/count-rows.ts'
import { openRequests } from './quota/open-requests.ts'
import { makePut, RESOURCES, rowsOf, SUPERSEDES, statusPath, WAYS, type Way } from './quota/ways.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { withDatabase } from './start/database.ts'
import { startServer } from './start/server.ts'

const STATUS_CONNECTIONS = 128
const PUT_CONNECTIONS = 16
const REQUESTS_EACH = 10
const SAMPLE = 20_000
const BEARERS = 10_000
/** More than either side can answer. */
const MOST_PUTS_PER_SECOND = 6000

type Sides = Readonly<Record<'binnacle' | 'bare', string>>
type Stage = Size &
  Readonly<{ sides: Sides; db: Db; databaseUrl: string; bearer: string; subscriptions: number }>

/** The status of a request, and requesting quota, each beside a bare route. */
export async function benchQuota(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    const { directUrl: databaseUrl } = database
    const puts = MOST_PUTS_PER_SECOND * size.seconds * (size.rounds + 1)
    const most = Math.max(...WAYS.all.map(({ resourcesEach }) => resourcesEach))
    const subscriptions = Math.ceil(
      Math.max(size.rows / REQUESTS_EACH, puts / Math.floor(RESOURCES.length / most)),
    )
    await timed(`${size.rows} requests`, () =>
      fillQuota(databaseUrl, { subscriptions, requests: size.rows }),
    )
    await using running = new AsyncDisposableStack()
    const db = connect(databaseUrl, { statementTimeoutMs: 0 })
    running.defer(() => db.destroy())
    // Requests are decided elsewhere: a bare insert is followed by nothing either.
    const server = await startServer(database, size.folder, running, { RUN_JOBS: 'false' })
    const { url, keyFile } = server
    const quota = openQuota(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
    await quota.addOperator()
    await quota.loadStarter()
    const bare = await startBare(database, 'bare-quota.ts', running)
    const bearer = await addContributor(databaseUrl, db, server)
    const stage = {
      ...size,
      sides: { binnacle: url, bare },
      db,
      databaseUrl,
      bearer,
      subscriptions,
    }

    const requests = await listRequests(db)
    const one = requests.map(({ path }) => ({ path, headers: byBearer(bearer) }))
    const [way] = WAYS.short
    if (size.onlyCpu && way) {
      const file = writeRequests(join(size.folder, 'status'), one)
      const kinds = {
        'quota status': (seconds: number) =>
          load(url, file, { connections: STATUS_CONNECTIONS, seconds }),
        'quota PUT': putting(stage, way, 'binnacle'),
      }
      return await reportCpu(server, databaseUrl, kinds, size)
    }
    const status = await measureStatus(stage, one)
    reportRates(
      'quota status with one bearer, relative to a bare route',
      status.binnacle,
      status.bare,
    )
    const bearers = await addReaders(databaseUrl, db, server, {
      count: Math.min(BEARERS, size.rows / 20),
      subscriptions: requests.map(({ subscription }) => subscription),
    })
    const many = requests.map(({ path }, index) => ({
      path,
      headers: byBearer(bearers[index % bearers.length] ?? bearer),
    }))
    const statusOfMany = await measureStatus(stage, many)
    reportRates(
      'quota status with many bearers, relative to a bare route',
      statusOfMany.binnacle,
      statusOfMany.bare,
    )
    for (const way of WAYS[size.ways]) await measureWay(stage, way)
  })
}

async function listRequests(db: Db) {
  const rows = await db
    .selectFrom('quota_request')
    .select(['subscription_id as subscription', 'id'])
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  return rows.map(({ subscription, id }) => ({
    subscription,
    path: statusPath(subscription, 'eastus', id),
  }))
}

async function measureStatus({ sides, folder, ...size }: Stage, requests: readonly Request[]) {
  await compareBodies(sides, requests.slice(0, 20))
  const file = writeRequests(join(folder, 'status'), requests)
  const send = (base: string) => (seconds: number) =>
    load(base, file, { connections: STATUS_CONNECTIONS, seconds })
  return measureRounds({ binnacle: send(sides.binnacle), bare: send(sides.bare) }, size)
}

async function measureWay(stage: Stage, way: Way): Promise<void> {
  const sides = {
    binnacle: putting(stage, way, 'binnacle'),
    bare: putting(stage, way, 'bare'),
  }
  const measured = await measureRounds(sides, stage)
  reportRates(way.label, measured.binnacle, measured.bare)
  if (way !== WAYS.short[0]) return
  reportP50s('p50 of a quota request, relative to bare inserts', measured.binnacle, measured.bare)
  const p50Of = (loads: readonly Load[]) => median(loads.map(({ p50Ms }) => p50Ms)).toFixed(1)
  console.log(`  put p50: ${p50Of(measured.binnacle)} ms, bare ${p50Of(measured.bare)} ms`)
}

/** Each round requests what no round before has. */
function putting(stage: Stage, way: Way, side: keyof Sides) {
  const { databaseUrl, db, bearer, folder, subscriptions } = stage
  const location = way.locations[side]
  let from = 0
  return async (seconds: number): Promise<Load> => {
    const until = from + MOST_PUTS_PER_SECOND * seconds
    if (way.supersedes) await openRequests(databaseUrl, location, { from, until, subscriptions })
    const requests = Array.from({ length: until - from }, (_, index) => {
      const put = makePut(way, location, from + index, subscriptions)
      const open = way.supersedes && side === 'bare' ? { [SUPERSEDES]: 'yes' } : {}
      return { ...put, headers: { ...byBearer(bearer), ...put.headers, ...open } }
    })
    from = until
    const file = writeRequests(join(folder, `${location}.puts`), requests)
    return checkRows(db, rowsOf(way), PUT_CONNECTIONS, () =>
      load(stage.sides[side], file, { connections: PUT_CONNECTIONS, seconds }),
    )
  }
}
