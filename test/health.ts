import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import { openSeal } from '../src/platform/seal.ts'
import { type Installation, ORIGIN, openHealth } from './health-calls.ts'
import { useServer } from './server.ts'
import { useDatabase } from './use-database.ts'

/** A database, a server and an operator for the calling test file. `clock` can be set ahead, or stopped. */
export function useHealth(env: Record<string, string> = {}) {
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const clock = { aheadMs: 0, stoppedAt: undefined as Date | undefined }
  const server = useServer({
    databaseUrl: database.url,
    seal,
    clock: () => clock.stoppedAt ?? new Date(Date.now() + clock.aheadMs),
    env: { PUBLIC_URL: ORIGIN, ...env },
  })
  const installation: Installation = {
    url: () => server.url,
    db: () => database.db,
    seal,
    vendor: env.VENDOR_NAMESPACE ?? 'Microsoft',
    origin: ORIGIN,
    managementUrl: env.MANAGEMENT_URL ?? ORIGIN,
  }
  const health = openHealth(installation)
  beforeAll(async () => {
    await health.addOperator()
  })
  return Object.assign(health, { database, server, clock, installation })
}
