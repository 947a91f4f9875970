import pg from 'pg'
import type { Size } from '../size.ts'
import { readCpu, subtract } from '../start/cpu.ts'
import { median } from './rounds.ts'

type Server = Readonly<{ pid: number }>
type Send = (seconds: number) => Promise<Readonly<{ requests: number }>>

/** Prints the CPU time of one request of each kind, in the process and in the database: the median of the rounds. */
export async function reportCpu(
  { pid }: Server,
  databaseUrl: string,
  kinds: Readonly<Record<string, Send>>,
  { rounds, seconds }: Pick<Size, 'rounds' | 'seconds'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    const measured = Object.entries(kinds).map(([kind, send]) => ({
      ...{ kind, send },
      ...{ node: [] as number[], database: [] as number[] },
    }))
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const { send, node, database } of measured) {
        const before = readCpu([pid], backend)
        const { requests } = await send(seconds)
        const used = subtract(readCpu([pid], backend), before)
        if (round === 0) continue
        node.push((used.node / requests) * 1e6)
        database.push((used.database / requests) * 1e6)
      }
    }
    for (const { kind, node, database } of measured)
      console.log(`cpu of ${kind}: process ${describe(node)}, database ${describe(database)}`)
  } finally {
    await client.end()
  }
}

const describe = (values: readonly number[]) =>
  `${median(values).toFixed(0)} us (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
