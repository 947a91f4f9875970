import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { serve } from '../test/support/processes/processes.ts'
import { fillTokens } from './fill.ts'
import type { Size } from './load.ts'
import { load, median } from './load.ts'

const CONNECTIONS = 16
const SAMPLE = 2000

/** The same operation on a small and on a large table, alternating: what growth costs a request. */
export async function benchGrowth(size: Size): Promise<void> {
  await withMigratedDatabase((smallUrl) =>
    withMigratedDatabase(async (largeUrl) => {
      const small = await startSide(smallUrl, size.smallRows, size)
      const large = await startSide(largeUrl, size.rows, size)
      try {
        for (let round = 0; round <= size.rounds; round++) {
          // Round 0 warms up and is not counted.
          await small.measure(round, size.seconds)
          await large.measure(round, size.seconds)
        }
      } finally {
        await small.stop()
        await large.stop()
      }
      console.log(`p50 ratio: ${(median(large.p50s) / median(small.p50s)).toFixed(2)}`)
    }),
  )
}

async function startSide(databaseUrl: string, rows: number, { folder }: Size) {
  const tokensFile = join(folder, `${rows}.txt`)
  await fillTokens(databaseUrl, { rows, sample: SAMPLE, tokensFile })
  const server = await serve({ DATABASE_URL: databaseUrl })
  const p50s: number[] = []
  return {
    p50s,
    stop: server.stop,
    async measure(round: number, seconds: number): Promise<void> {
      const url = `${server.addresses[0]}/v0.1/user`
      const { p50Ms, p99Ms } = await load(url, tokensFile, { connections: CONNECTIONS, seconds })
      if (round === 0) return
      p50s.push(p50Ms)
      console.log(`round ${round}, ${rows} rows: p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
    },
  }
}
