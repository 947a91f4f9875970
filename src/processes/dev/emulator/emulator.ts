import { randomBytes } from 'node:crypto'
import type { Server } from '../../../app.ts'
import { addEmulator } from '../../../emulator/area.ts'
import { createClock } from '../../../emulator/clock/clock.ts'
import { createFaults } from '../../../emulator/faults/faults.ts'
import type { FaultDeps } from '../../../emulator/faults/hook.ts'
import { createInstances, type Instances } from '../../../emulator/instances/instances.ts'
import { createMailList } from '../../../emulator/mails/mails.ts'
import { createOutcomes } from '../../../emulator/quota-outcomes/outcomes.ts'
import { createRequestList } from '../../../emulator/requests/requests.ts'
import { sendOwn } from '../../../emulator/seed/routes.ts'
import { bearerExpired } from '../../../identity/bearer/errors.ts'
import { tokenExpired } from '../../../identity/errors.ts'
import { productSweepsOf } from '../../../jobs.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { systemRealTime } from '../../../platform/time.ts'
import type { Config } from '../../../settings.ts'
import { bearerMaker } from '../bearer.ts'
import type { SeedDeps } from '../seed/calls.ts'
import { loadSeed } from '../seed/load.ts'
import { readSeed } from '../seed/read.ts'
import { connectForSnapshots } from '../with-db.ts'
import { keepMails } from './mails.ts'
import { scriptDecisions } from './quota-outcomes.ts'

export type EmulatorParts = Readonly<{
  /** New with each start. */
  controlKey?: string
  instances?: Instances
  /** The first operator, who is known when the emulator has started. */
  findOperator?: () => Promise<string>
}>

/** What the server of an emulator has besides. */
export function openEmulator(config: Config, parts: EmulatorParts = {}) {
  const { publicUrl, authUrl, vendorNamespace: vendor } = config
  const {
    controlKey = randomBytes(24).toString('base64url'),
    instances = createInstances(undefined),
    findOperator = () => Promise.reject(new Error('no operator is known')),
  } = parts
  const clock = createClock(systemRealTime)
  const expiredToken: FaultDeps['expiredToken'] = ({ headers }) => {
    const now = systemRealTime()
    return headers['x-api-token'] === undefined
      ? bearerExpired(authUrl, now, now)
      : tokenExpired(now)
  }
  const outcomes = createOutcomes(clock.productTime)
  const controls = {
    ...{ clock, outcomes, instances, expiredToken },
    faults: createFaults(),
    requests: createRequestList(),
    mails: createMailList(),
  }
  let request: SeedDeps['request'] | undefined
  const requireRequest = () => {
    if (!request) throw new Error('the server was not extended')
    return request
  }
  /** Where a seed goes. */
  const seedDepsOf = (db: Db, operatorId: string): SeedDeps => ({
    ...{ db, config, operatorId },
    request: requireRequest(),
    makeBearer: bearerMaker(db, config),
    productTime: clock.productTime,
    runAt: clock.runAt,
  })
  const prepareSeed = (db: Db) => (given: unknown) => {
    const seed = readSeed(given, { now: clock.productTime(), vendor })
    return async () => loadSeed(seedDepsOf(db, await findOperator()), seed)
  }
  return {
    controlKey,
    productTime: clock.productTime,
    seedDepsOf,
    extendJobs: scriptDecisions(outcomes),
    extendMail: keepMails(controls.mails, systemRealTime),
    extend: ({ app, errors, db }: Pick<Server, 'app' | 'errors'> & Readonly<{ db: Db }>) => {
      const send = sendOwn(app)
      request = (sent) => clock.runOwn(() => send(sent))
      const snapshotDb = connectForSnapshots(config.databaseUrl)
      app.addHook('onClose', () => snapshotDb.destroy())
      return addEmulator(app, {
        ...controls,
        controlKey,
        db,
        snapshotDb,
        prepareSeed: prepareSeed(db),
        publicUrl,
        bodyFor: errors.bodyFor,
        sweeps: productSweepsOf(config),
      })
    },
  }
}
