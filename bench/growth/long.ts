import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { timed } from '../fill/timed.ts'
import { measureRounds, median } from '../load/rounds.ts'
import type { Load } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import { type Cpu, readCpu, subtract } from '../start/cpu.ts'
import { type Database, withDatabase } from '../start/database.ts'
import { type Point, plot } from './plot.ts'
import { type Grown, TABLES, type Table } from './tables.ts'

const WRITES = 200
const READ_SECONDS = 4
const LARGEST = 1e7
const MOST = 1.3
const PICTURE = 'docs/images/growth.svg'

/** Grows one table at a time, and compares each size with the smallest, in turn. */
export async function benchLongGrowth(size: Size): Promise<void> {
  const names = size.table === undefined ? Object.keys(TABLES) : [size.table]
  const series: Record<string, Point[]> = {}
  console.log(
    '| Table | Rows | p50 of a read | Relative to the smallest | CPU of a read: Node + database | CPU of a write | WAL of a write | Table | Indexes |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const name of names) {
    const table = TABLES[name]
    if (!table) throw new Error(`Name a table: ${Object.keys(TABLES).join(', ')}`)
    series[name] = await growTable(name, table, size)
  }
  if (size.picture === undefined) return
  const file = join(size.picture, PICTURE)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, plot(series, MOST))
  console.log(`wrote ${PICTURE}`)
}

async function growTable(name: string, table: Table, size: Size): Promise<Point[]> {
  const [smallest = 0, ...larger] = sizesOf(table, size.rows)
  const first = { rows: smallest, ratio: 1 }
  const points: Point[] = [first]
  await withDatabase(size, async (small) => {
    await using running = new AsyncDisposableStack()
    const least = await table.open(small, smallest, size, running)
    for (const rows of larger) {
      await withDatabase(size, async (large) => {
        await using beside = new AsyncDisposableStack()
        const grown = await timed(`${rows} ${name}`, () => table.open(large, rows, size, beside))
        const measured = await measureRounds({ least: least.read, grown: grown.read }, size)
        const ratios = measured.grown.map(
          ({ p50Ms }, round) => p50Ms / (measured.least[round]?.p50Ms ?? Number.NaN),
        )
        const ratio = median(ratios)
        const point = { rows, ratio }
        if (points.length === 1) await printRow(table, name, small, least, measured.least, first)
        points.push(point)
        await printRow(table, name, large, grown, measured.grown, point)
      })
    }
  })
  return points
}

/** At least two sizes. More rows than any table has by default are compared with the smallest alone. */
function sizesOf({ sizes }: Table, most: number): number[] {
  const [smallest = 0] = sizes
  if (most > LARGEST) return [smallest, most]
  return sizes.filter((rows, n) => n < 2 || rows <= most)
}

async function printRow(
  { relations }: Table,
  name: string,
  { directUrl }: Database,
  grown: Grown,
  loads: readonly Load[],
  point: Point,
): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Sizes>(SIZES, [relations])
    const { table = '', indexes = '', backend = 0 } = rows[0] ?? {}
    const p50 = median(loads.map(({ p50Ms }) => p50Ms)).toFixed(1)
    const cells = [
      name,
      point.rows.toLocaleString('en'),
      `${p50} ms`,
      point.ratio.toFixed(2),
      await cpuOfRead(grown, backend),
      ...(await costOfWrite(client, grown, backend)),
      table,
      indexes,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    await client.end()
  }
}

type Sizes = Readonly<{ table: string; indexes: string; backend: number }>
const SIZES = `
  select pg_size_pretty(sum(pg_table_size(name::regclass))) as table,
         pg_size_pretty(sum(pg_indexes_size(name::regclass))) as indexes,
         pg_backend_pid() as backend
    from unnest($1::text[]) as name`

async function cpuOfRead({ pid, read }: Grown, backend: number): Promise<string> {
  const before = readCpu([pid], backend)
  const { requests } = await read(READ_SECONDS)
  return describe(subtract(readCpu([pid], backend), before), requests)
}

const describe = ({ node, database }: Cpu, requests: number) =>
  [node, database].map((seconds) => `${Math.round((seconds * 1e6) / requests)} µs`).join(' + ')

/** CPU and log of one write, with whatever else the server writes meanwhile. */
async function costOfWrite(
  client: pg.Client,
  { pid, write }: Grown,
  backend: number,
): Promise<[cpu: string, wal: string]> {
  const position = async () => {
    const asked = "select pg_current_wal_insert_lsn() - '0/0' as bytes"
    return Number((await client.query<{ bytes: string }>(asked)).rows[0]?.bytes)
  }
  await write()
  const before = { cpu: readCpu([pid], backend), bytes: await position() }
  for (let n = 0; n < WRITES; n++) await write()
  const cpu = describe(subtract(readCpu([pid], backend), before.cpu), WRITES)
  const kilobytes = ((await position()) - before.bytes) / WRITES / 1024
  return [cpu, `${kilobytes.toFixed(1)} kB`]
}
