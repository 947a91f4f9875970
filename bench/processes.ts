import { availableParallelism } from 'node:os'
import pg from 'pg'
import { fillUserRequests } from './fill/user-requests.ts'
import { type Measure, measureRounds, median } from './load/rounds.ts'
import { type Load, load, rateOf } from './load/wrk.ts'
import type { Size } from './size.ts'
import { type Cpu, readCpu, subtract } from './start/cpu.ts'
import { withDatabase } from './start/database.ts'
import { type BenchServer, startServer } from './start/server.ts'

const CONNECTIONS = 128
const COUNTS = [1, 2, 4] as const

type Run = Load & Readonly<{ cpu: Cpu }>

/** `GET /v0.1/user` of one, two and four `serve` processes on one database: the rate of all together. */
export async function benchProcesses(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    const file = await fillUserRequests(database, size)
    await using running = new AsyncDisposableStack()
    const session = new pg.Client({ connectionString: database.directUrl })
    await session.connect()
    running.defer(() => session.end())
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    const servers: BenchServer[] = []
    for (let n = 0; n < Math.max(...COUNTS); n++)
      servers.push(await startServer(database, size.folder, running))

    const runs = new Map<number, Run[]>(COUNTS.map((count) => [count, []]))
    const measureOf = (count: number): Measure => {
      const used = servers.slice(0, count)
      const readNow = () =>
        readCpu(
          used.map(({ pid }) => pid),
          rows[0]?.pid ?? 0,
        )
      return async (seconds) => {
        const before = readNow()
        const connections = CONNECTIONS / count
        const loads = await Promise.all(
          used.map(({ url }) => load(url, file, { connections, seconds })),
        )
        const all = joined(loads)
        runs.get(count)?.push({ ...all, cpu: subtract(readNow(), before) })
        return all
      }
    }
    await measureRounds(
      Object.fromEntries(COUNTS.map((count) => [`${count} of serve`, measureOf(count)])),
      size,
    )
    // The first of each was to warm up.
    printTable([...runs].map(([count, [, ...measured]]) => [count, measured]))
  })
}

const joined = (loads: readonly Load[]): Load => ({
  requests: loads.reduce((sum, { requests }) => sum + requests, 0),
  failed: 0,
  seconds: Math.max(...loads.map(({ seconds }) => seconds)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
})

function printTable(rows: readonly (readonly [number, readonly Run[]])[]): void {
  const rateOfAll = (runs: readonly Run[]) => median(runs.map(rateOf))
  const one = rateOfAll(rows[0]?.[1] ?? [])
  const cores = availableParallelism()
  console.log(
    `| Processes | Requests/s | Relative to one process | CPU per request: Node | database | wrk | Busy cores, of ${cores} |`,
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [count, runs] of rows) {
    const rate = rateOfAll(runs)
    const microseconds = (who: keyof Cpu) =>
      `${Math.round(median(runs.map(({ cpu, requests }) => (cpu[who] * 1e6) / requests)))} µs`
    const busy = median(
      runs.map(({ cpu: { node, database, load }, seconds }) => (node + database + load) / seconds),
    )
    const cells = [count, Math.round(rate), (rate / one).toFixed(2)]
    const cpu = [microseconds('node'), microseconds('database'), microseconds('load')]
    console.log(`| ${[...cells, ...cpu, busy.toFixed(2)].join(' | ')} |`)
  }
}
