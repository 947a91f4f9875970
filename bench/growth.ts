import { join } from 'node:path'
import { reportP50s } from './figures/report.ts'
import { timed } from './fill/timed.ts'
import { fillTokens } from './fill/tokens.ts'
import { benchLongGrowth } from './growth/long.ts'
import { byToken, writeRequests } from './load/requests.ts'
import { type Measure, measureRounds } from './load/rounds.ts'
import { load } from './load/wrk.ts'
import type { Size } from './size.ts'
import { type Database, withDatabase } from './start/database.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 16
const SAMPLE = 2000

/** The same operation on a small and on a large table, alternating: what growth costs a request. */
export async function benchGrowth(size: Size): Promise<void> {
  if (size.long) return benchLongGrowth(size)
  await withDatabase(size, (small) =>
    withDatabase(size, async (large) => {
      await using running = new AsyncDisposableStack()
      const sides = {
        small: await startSide(small, size.smallRows, size, running),
        large: await startSide(large, size.rows, size, running),
      }
      const measured = await measureRounds(sides, size)
      reportP50s('p50 with 10⁷ tokens, relative to 10⁴ tokens', measured.large, measured.small)
    }),
  )
}

async function startSide(
  database: Database,
  rows: number,
  { folder }: Size,
  running: AsyncDisposableStack,
): Promise<Measure> {
  const tokens = await timed(`${rows} tokens`, () =>
    fillTokens(database.directUrl, { rows, sample: SAMPLE }),
  )
  const requests = tokens.map(({ value }) => ({ path: '/v0.1/user', headers: byToken(value) }))
  const file = writeRequests(join(folder, String(rows)), requests)
  const { url } = await startServer(database, folder, running)
  return (seconds) => load(url, file, { connections: CONNECTIONS, seconds })
}
