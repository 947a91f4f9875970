import { join } from 'node:path'
import pg from 'pg'
import { openInstance, openReplica } from '../../proof/database/instance.ts'
import { jobQueues } from '../../src/jobs.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { signBearers } from '../fill/bearers.ts'
import { byBearer, writeRequests } from '../load/requests.ts'
import { type Measure, measureRounds, median } from '../load/rounds.ts'
import { type Load, load } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import { type Cpu, readCpu, subtract } from '../start/cpu.ts'
import { EVENTS, fillHealth, type HealthSide, startHealthSide } from '../start/health-side.ts'
import { type BenchServer, startServer } from '../start/server.ts'

const BEARER_CONNECTIONS = 128
/** What they cost the primary is not part of a request. */
const NO_JOBS = { RUN_JOBS: 'false' }

/** What a list of events costs the primary if a replica reads it, and what knowing its position costs. */
export async function benchReplicas(size: Size): Promise<void> {
  await using running = new AsyncDisposableStack()
  const primary = await openInstance()
  running.defer(primary.remove)
  await primary.run('grant pg_read_all_stats, pg_checkpoint to binnacle')
  await migrate(primary.url, jobQueues)
  await fillHealth(primary.url, size.rows, Math.min(EVENTS, size.rows / 5))
  const replica = await openReplica(primary)
  running.defer(replica.remove)
  const session = new pg.Client({ connectionString: primary.url })
  await session.connect()
  running.defer(() => session.end())
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0

  const database = { url: primary.url, directUrl: primary.url, hasNames: true }
  const side = await startHealthSide(database, size.rows, size, running, { settings: NO_JOBS })
  const withReplica = await startServer(database, size.folder, running, {
    ...NO_JOBS,
    DATABASE_READ_URLS: replica.url,
  })
  const servers = { alone: side, withReplica }
  // Each list once: from then on, all of their events are kept.
  for (const { path, headers } of side.requests)
    for (const { url } of Object.values(servers)) await fetch(`${url}${path}`, { headers })
  console.log('| Measurement | No replica | One replica | Difference |')
  console.log('|---|---|---|---|')
  await measureLists(side, servers, backend, size)
  await measureBearers(side, servers, backend, size, primary.url)
}

type Servers = Readonly<Record<'alone' | 'withReplica', Pick<BenchServer, 'url' | 'pid'>>>
type Run = Readonly<{ load: Load; cpu: Cpu }>

async function measureLists(side: HealthSide, servers: Servers, backend: number, size: Size) {
  const { runs, measures } = withCpu(servers, backend, (url, seconds) => side.load(url, seconds))
  await measureRounds(measures, size)
  const primaryOf = (name: keyof Servers) => perRequest(runs[name], ({ database }) => database)
  const ratios = primaryOf('withReplica').map(
    (cpu, n) => cpu / (primaryOf('alone')[n] ?? Number.NaN),
  )
  print(
    'CPU time of the primary, list of events',
    [median(primaryOf('alone')), median(primaryOf('withReplica')), 'µs'],
    `${median(ratios).toFixed(3)} × (target ≤ 0.15 ×)`,
  )
  const oneByOne = await measureRounds(
    {
      alone: (seconds) => side.load(servers.alone.url, seconds, 1),
      withReplica: (seconds) => side.load(servers.withReplica.url, seconds, 1),
    },
    size,
  )
  const p50 = (loads: readonly Load[]) => median(loads.map(({ p50Ms }) => p50Ms))
  const [alone, replica] = [p50(oneByOne.alone), p50(oneByOne.withReplica)]
  print(
    'p50 of a list of events, one connection',
    [alone, replica, 'ms'],
    `${added(alone, replica)} ms (target ≤ +2 ms)`,
  )
}

/** `GET /v0.1/user` reads nothing from a replica, so it shows what the position alone costs. */
async function measureBearers(
  side: HealthSide,
  servers: Servers,
  backend: number,
  size: Size,
  databaseUrl: string,
) {
  const [bearer = ''] = await signBearers(databaseUrl, side.keyFile, 'account', [side.reader.id])
  const requests = [{ path: '/v0.1/user', headers: byBearer(bearer) }]
  const file = writeRequests(join(size.folder, 'user'), requests)
  const { runs, measures } = withCpu(servers, backend, (url, seconds) =>
    load(url, file, { connections: BEARER_CONNECTIONS, seconds }),
  )
  await measureRounds(measures, size)
  const medianOf = (name: keyof Servers, who: 'node' | 'database') =>
    median(perRequest(runs[name], (cpu) => cpu[who]))
  for (const who of ['node', 'database'] as const) {
    const [alone, replica] = [medianOf('alone', who), medianOf('withReplica', who)]
    const what = `CPU time of ${who === 'node' ? 'the server' : 'the primary'}, \`GET /v0.1/user\` with a bearer`
    print(what, [alone, replica, 'µs'], `${added(alone, replica)} µs`)
  }
}

/** Each measurement also reads what the server and the primary have used meanwhile. */
function withCpu(
  servers: Servers,
  backend: number,
  send: (url: string, seconds: number) => Promise<Load>,
) {
  const runs: Record<keyof Servers, Run[]> = { alone: [], withReplica: [] }
  const measure =
    (name: keyof Servers): Measure =>
    async (seconds) => {
      const { url, pid } = servers[name]
      const before = readCpu([pid], backend)
      const measured = await send(url, seconds)
      runs[name].push({ load: measured, cpu: subtract(readCpu([pid], backend), before) })
      return measured
    }
  return { runs, measures: { alone: measure('alone'), withReplica: measure('withReplica') } }
}

const added = (before: number, after: number) =>
  `${after < before ? '−' : '+'}${Math.abs(after - before).toFixed(1)}`

function print(what: string, [alone, replica, unit]: [number, number, string], difference: string) {
  const cells = [what, `${alone.toFixed(1)} ${unit}`, `${replica.toFixed(1)} ${unit}`, difference]
  console.log(`| ${cells.join(' | ')} |`)
}

/** In microseconds. The first run was to warm up. */
const perRequest = ([, ...runs]: readonly Run[], of: (cpu: Cpu) => number): number[] =>
  runs.map(({ load: { requests }, cpu }) => (of(cpu) * 1e6) / requests)
