import { randomBytes } from 'node:crypto'
import type { Server } from '../../../app.ts'
import { addEmulator } from '../../../emulator/area.ts'
import { createClock } from '../../../emulator/clock/clock.ts'
import { createFaults } from '../../../emulator/faults/faults.ts'
import type { FaultDeps } from '../../../emulator/faults/hook.ts'
import { createInstances } from '../../../emulator/instances/instances.ts'
import { createOutcomes } from '../../../emulator/quota-outcomes/outcomes.ts'
import { createRequestList } from '../../../emulator/requests/requests.ts'
import { bearerExpired } from '../../../identity/bearer/errors.ts'
import { tokenExpired } from '../../../identity/errors.ts'
import { productSweepsOf } from '../../../jobs.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { systemRealTime } from '../../../platform/time.ts'
import type { Config } from '../../../settings.ts'
import { scriptDecisions } from './quota-outcomes.ts'

/** What the server of an emulator has besides. The control key is new with each start. */
export function openEmulator(
  config: Config,
  controlKey = randomBytes(24).toString('base64url'),
  instances = createInstances(undefined),
) {
  const { publicUrl, authUrl } = config
  const clock = createClock(systemRealTime)
  const expiredToken: FaultDeps['expiredToken'] = ({ headers }) => {
    const now = systemRealTime()
    return headers['x-api-token'] === undefined
      ? bearerExpired(authUrl, now, now)
      : tokenExpired(now)
  }
  const outcomes = createOutcomes(clock.productTime)
  const requests = createRequestList()
  const parts = { clock, faults: createFaults(), requests, outcomes, instances, expiredToken }
  return {
    controlKey,
    productTime: clock.productTime,
    /** The sample data was created by requests too. */
    clearRequests: requests.clear,
    extendJobs: scriptDecisions(outcomes),
    extend: ({ app, errors, db }: Pick<Server, 'app' | 'errors'> & Readonly<{ db: Db }>) =>
      addEmulator(app, {
        ...parts,
        controlKey,
        db,
        publicUrl,
        bodyFor: errors.bodyFor,
        sweeps: productSweepsOf(config),
      }),
  }
}
