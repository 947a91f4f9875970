import { join } from 'node:path'
import { reportRates } from './figures/report.ts'
import { signBearers } from './fill/bearers.ts'
import { timed } from './fill/timed.ts'
import { fillTokens } from './fill/tokens.ts'
import { reportCpu } from './load/cpu-rounds.ts'
import { byBearer, byToken, compareBodies, type Request, writeRequests } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { load } from './load/wrk.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { withDatabase } from './start/database.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 128
const SAMPLE = 20_000
const BEARERS = 1000
const USER = '/v0.1/user'

/** `GET /v0.1/user` by token and by bearer, and an app's route, with everything on beside bare servers. */
export async function benchTokens(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    const { directUrl } = database
    const sample = Math.min(SAMPLE, size.rows / 5)
    const tokens = await timed(`${size.rows} tokens`, () =>
      fillTokens(directUrl, { rows: size.rows, sample }),
    )
    await using running = new AsyncDisposableStack()
    const server = await startServer(database, size.folder, running)
    const bare = await startBare(database, 'bare.ts', running)
    const shared = await startBare(database, 'bare-shared.ts', running)
    const people = tokens.slice(0, BEARERS).map(({ accountId }) => accountId)
    const bearers = await signBearers(directUrl, server.keyFile, 'account', people)

    const byPath = (path: string) => tokens.map(({ value }) => ({ path, headers: byToken(value) }))
    const sending = senderTo(size.folder)
    const besideShared = async (name: string, requests: readonly Request[]) => {
      await compareBodies({ binnacle: server.url, bare: shared }, requests.slice(0, 20))
      return {
        binnacle: sending(name, server.url, requests),
        bareShared: sending(name, shared, requests),
      }
    }
    const apps = tokens.map(({ value, appPath: path }) => ({ path, headers: byToken(value) }))
    const signedIn = bearers.map((value) => ({ path: USER, headers: byBearer(value) }))
    if (size.onlyCpu) {
      const kinds = {
        token: sending('user', server.url, byPath(USER)),
        app: sending('apps', server.url, apps),
        bearer: sending('bearers', server.url, signedIn),
      }
      return await reportCpu(server, directUrl, kinds, size)
    }
    const user = await measureRounds(
      {
        ...(await besideShared('user', byPath(USER))),
        oneQuery: sending('one-query', bare, byPath('/one-query')),
        static: sending('static', bare, byPath('/static')),
      },
      size,
    )
    const { binnacle, bareShared } = user
    const ratio = reportRates('API token, relative to a bare shared read', binnacle, bareShared)
    console.log(`ratio to bare shared read: ${ratio.toFixed(2)}`)
    reportRates('API token, relative to one query per request', user.binnacle, user.oneQuery)
    reportRates('API token, relative to a static response', user.binnacle, user.static)
    const app = await measureRounds(await besideShared('apps', apps), size)
    reportRates('app, relative to bare shared reads', app.binnacle, app.bareShared)
    const bearer = await measureRounds(await besideShared('bearers', signedIn), size)
    reportRates('bearer, relative to a bare shared read', bearer.binnacle, bearer.bareShared)
  })
}

const senderTo = (folder: string) => (name: string, base: string, requests: readonly Request[]) => {
  const file = writeRequests(join(folder, name), requests)
  return (seconds: number) => load(base, file, { connections: CONNECTIONS, seconds })
}
