import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { fillTokens } from './fill/tokens.ts'
import { byToken, compareBodies } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { sending } from './load/wrk.ts'
import { RATE, report } from './report.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { startServer } from './start/server.ts'

export const CONNECTIONS = 128
export const USER = '/v0.1/user'
const SAMPLE = 20_000

/** A database with tokens, their server, and requests with some of them, for their user and for an app. */
export async function openTokens(
  databaseUrl: string,
  { rows, folder }: Pick<Size, 'rows' | 'folder'>,
  running: AsyncDisposableStack,
) {
  console.log(`filling ${rows} tokens`)
  const tokens = await fillTokens(databaseUrl, { rows, sample: Math.min(SAMPLE, rows / 5) })
  const server = await startServer(databaseUrl, folder, running)
  return {
    server,
    accountIds: tokens.map(({ accountId }) => accountId),
    users: tokens.map(({ value }) => ({ path: USER, headers: byToken(value) })),
    apps: tokens.map(({ value, appPath: path }) => ({ path, headers: byToken(value) })),
  }
}

/** `GET /v0.1/user` by token with everything on, beside its shared read alone. */
export const benchTokens = (size: Size): Promise<void> =>
  withMigratedDatabase(async (databaseUrl) => {
    await using running = new AsyncDisposableStack()
    const { server, users } = await openTokens(databaseUrl, size, running)
    const bareUrl = await startBare(databaseUrl, 'bare-shared.ts', running)
    await compareBodies(server.url, bareUrl, users.slice(0, 20))
    const send = sending(join(size.folder, 'users'), users, CONNECTIONS)
    const sides = { binnacle: send(server.url), bare: send(bareUrl) }
    const { binnacle, bare } = await measureRounds(sides, size)
    const label = 'API token, relative to a bare shared read'
    report({ label, of: RATE, aim: 0.55, limit: 0.4 }, binnacle, bare)
  })
