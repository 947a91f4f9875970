import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { serve } from '../test/support/processes/processes.ts'
import { fillTokens } from './fill.ts'
import type { Size } from './load.ts'
import { load, report } from './load.ts'
import { profileServer } from './profile.ts'
import { startBare } from './start-bare.ts'

const CONNECTIONS = 128

/** `GET /v0.1/user` with everything on, side by side with a bare route that asks once per request and one that asks nothing. */
export async function benchTokens({ rows, rounds, seconds, profile, folder }: Size): Promise<void> {
  await withMigratedDatabase(async (databaseUrl) => {
    const tokensFile = join(folder, 'tokens.txt')
    await fillTokens(databaseUrl, { rows, sample: Math.min(20_000, rows / 5), tokensFile })
    const server = await serve({ DATABASE_URL: databaseUrl })
    const bare = await startBare(databaseUrl)
    const urls = {
      binnacle: `${server.addresses[0]}/v0.1/user`,
      oneQuery: `${bare.url}/one-query`,
      static: `${bare.url}/static`,
    }
    const run = (url: string, duration: number) =>
      load(url, tokensFile, { connections: CONNECTIONS, seconds: duration })
    try {
      for (const url of Object.values(urls)) await run(url, Math.min(seconds, 3))
      const measured = {
        binnacle: [] as number[],
        oneQuery: [] as number[],
        static: [] as number[],
      }
      for (let round = 1; round <= rounds; round++) {
        for (const name of ['binnacle', 'oneQuery', 'static'] as const) {
          const result = await run(urls[name], seconds)
          measured[name].push(result.requests / result.seconds)
          console.log(
            `round ${round} ${name}: ${Math.round(result.requests / result.seconds)} requests/s, p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms`,
          )
        }
      }
      report('ratio to one-query-per-request', measured.binnacle, measured.oneQuery, {
        atLeast: 1.1,
      })
      report('ratio to static route', measured.binnacle, measured.static, { atLeast: 0.22 })
    } finally {
      await server.stop()
      await bare.stop()
    }
    if (profile) {
      await profileServer({ DATABASE_URL: databaseUrl }, folder, (url, duration) =>
        run(`${url}/v0.1/user`, duration),
      )
    }
  })
}
