import { randomBytes } from 'node:crypto'
import type { Limits } from '../../../src/limits.ts'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../database/use-database.ts'
import { type Installation, ORIGIN } from './health-calls.ts'
import { useServer } from './server.ts'

export type InstallationOptions = Readonly<{ runsJobs?: boolean; limits?: Partial<Limits> }>

/** A database and a server of the calling test file. Product time, `clock`, can be set ahead, or stopped. */
export function useInstallation(
  env: Record<string, string>,
  { runsJobs = false, limits = {} }: InstallationOptions = {},
) {
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const clock = { aheadMs: 0, stoppedAt: undefined as Date | undefined }
  const server = useServer({
    databaseUrl: database.url,
    seal,
    runsJobs,
    limits,
    productTime: () => clock.stoppedAt ?? new Date(Date.now() + clock.aheadMs),
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
  return { database, server, clock, installation }
}
