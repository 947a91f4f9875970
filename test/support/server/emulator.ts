import { randomBytes } from 'node:crypto'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { openEmulator } from '../../../src/processes/dev/emulator/emulator.ts'
import { readConfig } from '../../../src/settings.ts'
import { useDatabase } from '../database/use-database.ts'
import { caller } from '../http/http.ts'
import { atOrigin, openHealth } from './health-calls.ts'
import { useServer } from './server.ts'

export const CONTROL_KEY = 'a key that nobody guesses'

/** An emulator of the calling test file, without the sample data. */
export function useEmulator(env: Record<string, string> = {}) {
  const database = useDatabase()
  const config = readConfig({ DATABASE_URL: database.url, ...env })
  const { productTime, extend, extendJobs, extendMail } = openEmulator(config, {
    controlKey: CONTROL_KEY,
  })
  const seal = openSeal(randomBytes(32))
  const server = useServer({
    databaseUrl: database.url,
    productTime,
    extend,
    extendJobs,
    extendMail,
    seal,
    runsJobs: true,
    env,
  })
  const installation = atOrigin({ url: () => server.url, db: () => database.db, seal })
  const health = openHealth(installation)
  const call = caller(server)
  const control = (method: string, path: string, body?: unknown) =>
    call(undefined, method, `/emulator/v1${path}`, body, {
      'x-binnacle-control-key': CONTROL_KEY,
    })
  return { database, server, call, control, health, installation }
}
