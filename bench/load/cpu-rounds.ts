import { sql } from 'kysely'
import type { Size } from '../size.ts'
import { readCpu, statOf, subtract } from '../start/cpu.ts'
import type { BenchServer } from '../start/server.ts'
import { median } from './rounds.ts'
import type { Measure } from './wrk.ts'

/** Prints the CPU time of one request of each kind, in the process and in the database: the median of the rounds. */
export async function reportCpu(
  { pid, db }: Pick<BenchServer, 'pid' | 'db'>,
  kinds: Readonly<Record<string, Measure>>,
  { rounds, seconds }: Pick<Size, 'rounds' | 'seconds'>,
): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = statOf(rows[0]?.pid ?? 0).parent
  const measured = Object.entries(kinds).map(([kind, send]) => ({
    ...{ kind, send },
    ...{ node: [] as number[], database: [] as number[] },
  }))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { send, node, database } of measured) {
      const before = readCpu(pid, postmaster)
      const { requests } = await send(seconds)
      const used = subtract(readCpu(pid, postmaster), before)
      if (round === 0) continue
      node.push((used.node / requests) * 1e6)
      database.push((used.database / requests) * 1e6)
    }
  }
  for (const { kind, node, database } of measured)
    console.log(`cpu of ${kind}: process ${describe(node)}, database ${describe(database)}`)
}

const describe = (values: readonly number[]) =>
  `${median(values).toFixed(0)} us (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
