import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { fillTokens } from './fill/tokens.ts'
import { byToken } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { type Measure, sending } from './load/wrk.ts'
import { P50, report } from './report.ts'
import type { Size } from './size.ts'
import { startServer } from './start/server.ts'

const FEW = 10_000
const CONNECTIONS = 16
const SAMPLE = 2000

/** The same operation on a small and on a large table, alternating: what growth costs a request. */
export const benchGrowth = (size: Size): Promise<void> =>
  withMigratedDatabase((small) =>
    withMigratedDatabase(async (large) => {
      await using running = new AsyncDisposableStack()
      const sides = {
        few: await startSide(small, FEW, size, running),
        many: await startSide(large, size.rows, size, running),
      }
      const { few, many } = await measureRounds(sides, size)
      const label = `p50 of a token check with ${size.rows} tokens, relative to ${FEW}`
      report({ label, of: P50, aim: 1.3, limit: 1.6 }, many, few)
    }),
  )

async function startSide(
  databaseUrl: string,
  rows: number,
  { folder }: Size,
  running: AsyncDisposableStack,
): Promise<Measure> {
  console.log(`filling ${rows} tokens`)
  const tokens = await fillTokens(databaseUrl, { rows, sample: SAMPLE })
  const requests = tokens.map(({ value }) => ({ path: '/v0.1/user', headers: byToken(value) }))
  const { url } = await startServer(databaseUrl, folder, running)
  return sending(join(folder, String(rows)), requests, CONNECTIONS)(url)
}
