import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '../../src/platform/durations.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { testLimits } from '../../test/support/processes/limits.ts'
import { movingClock } from '../clocks/wrong-clock.ts'
import { withOwnInstance } from '../database/own-instance.ts'
import type { Cause, Fault } from './fault.ts'
import type { Stage } from './stage.ts'

const RESTARTS = 4
/** Prometheus has to see each of them. */
const BETWEEN_RESTARTS_MS = 2000

/** Each has a node of its own, so that all can be caused at the same time. */
export const NODE_FAULTS: readonly Fault[] = [
  {
    alerts: ['BinnacleRestarts'],
    async cause({ nodes, settings }) {
      const node = await nodes.open('serve', settings)
      for (let n = 0; n < RESTARTS; n++) {
        await delay(BETWEEN_RESTARTS_MS)
        await node.end()
        await node.start()
      }
      return { labels: { instance: node.address }, end: async () => undefined }
    },
  },
  {
    alerts: ['BinnacleCertificateExpiresNow', 'BinnacleCertificateExpiresSoon'],
    async cause({ nodes, settings }) {
      const [old, renewed] = [makeCertificate(1), makeCertificate(90)]
      const node = await nodes.open('serve', { ...settings, ...old.settings })
      return {
        labels: { instance: node.address },
        async end() {
          await node.end()
          await node.start(renewed.settings)
          for (const certificate of [old, renewed]) certificate.remove()
        },
      }
    },
  },
  {
    alerts: ['BinnacleClockOffset'],
    async cause({ nodes, settings, folder }) {
      const file = join(folder, 'clock')
      writeFileSync(file, '+0\n')
      const node = await nodes.open('serve', { ...settings, ...movingClock(file) })
      writeFileSync(file, '+120\n')
      const end = async () => writeFileSync(file, '+0\n')
      return { labels: { instance: node.address }, end }
    },
  },
  { alerts: ['BinnacleSigningKeyNotRotated'], cause: loseRotation },
]

/**
 * A node of another installation began 40 days ago, made its key and the next one, and may not write any
 * more keys. Its clock is set to the present.
 */
async function loseRotation({ nodes, settings, folder, afterwards }: Stage): Promise<Cause> {
  const started = Promise.withResolvers<Cause>()
  const ended = Promise.withResolvers<void>()
  const file = join(folder, 'clock-of-keys')
  writeFileSync(file, '-40d\n')
  const installation = withOwnInstance(async ({ env }, instance) => {
    const clock = { ...movingClock(file), ...testLimits({ startClockOffsetMs: 41 * DAY_MS }) }
    const node = await nodes.open('serve', { ...settings, ...env, ...clock })
    await instance.run('revoke insert on oauth_signing_key from binnacle')
    writeFileSync(file, '+0\n')
    started.resolve({
      labels: { instance: node.address },
      end: async () => void (await instance.run('grant insert on oauth_signing_key to binnacle')),
    })
    await ended.promise
    await node.close()
  })
  installation.catch(started.reject)
  afterwards(async () => {
    ended.resolve()
    await installation
  })
  return started.promise
}
