import { join } from 'node:path'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { openHealth } from '../test/support/server/health-calls.ts'
import { fillHealth, openEvents } from './events.ts'
import { reportCpu } from './load/cpu-rounds.ts'
import { byBearer } from './load/requests.ts'
import { sending } from './load/wrk.ts'
import { listStatuses, openRequests, putting } from './quota.ts'
import type { Size } from './size.ts'
import { CONNECTIONS, openTokens, USER } from './tokens.ts'

const BEARERS = 1000

/** What one request of each important kind costs: the figures by which changes are judged. */
export async function benchCpu(size: Size): Promise<void> {
  for (const part of [cpuOfTokens, cpuOfQuota, cpuOfEvents])
    await withMigratedDatabase(async (databaseUrl) => {
      await using running = new AsyncDisposableStack()
      await part(databaseUrl, size, running)
    })
}

async function cpuOfTokens(databaseUrl: string, size: Size, running: AsyncDisposableStack) {
  const { server, accountIds, users, apps } = await openTokens(databaseUrl, size, running)
  const { signInAs } = openHealth(server.installation)
  const bearers = []
  for (const id of accountIds.slice(0, BEARERS))
    bearers.push({ path: USER, headers: byBearer(await signInAs(id)) })
  const kinds = { token: users, app: apps, bearer: bearers }
  const sends = Object.entries(kinds).map(([kind, requests]) => {
    const send = sending(join(size.folder, kind), requests, CONNECTIONS)
    return [kind, send(server.url)] as const
  })
  await reportCpu(server, Object.fromEntries(sends), size)
}

async function cpuOfQuota(databaseUrl: string, size: Size, running: AsyncDisposableStack) {
  const stage = await openRequests(databaseUrl, size, running)
  const { server, bearer } = stage
  const statuses = await listStatuses(server.db, bearer)
  const status = sending(join(size.folder, 'status'), statuses, CONNECTIONS)(server.url)
  const put = putting(stage, server.url, 'eastus')
  await reportCpu(server, { 'quota status': status, 'quota PUT': put }, size)
}

async function cpuOfEvents(databaseUrl: string, size: Size, running: AsyncDisposableStack) {
  await fillHealth(databaseUrl, size.rows, size)
  const { server, list, publish } = await openEvents(databaseUrl, size.rows, size, running)
  await reportCpu(server, { 'event list': list, publish }, size)
}
