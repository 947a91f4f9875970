import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { jobHandlers } from '../../../src/app.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openJobs, workOnJobs } from '../../../src/platform/jobs.ts'
import { openLog } from '../../../src/platform/log.ts'
import type { Seal } from '../../../src/platform/seal.ts'
import { openProvider } from '../../provider.ts'
import { stateOf, useQuota } from '../../quota.ts'

const provider = await openProvider()
afterAll(provider.close)
const env = { PROVIDER_EXCEPTIONS: provider.host, PROVIDER_RETRY_SECONDS: '0' }
const quota = useQuota(env, { runsJobs: false })

/** A process that does jobs, with a key or without. */
async function startWorker(seal: Seal | undefined) {
  const { db, url } = quota.database
  const config = readConfig({ DATABASE_URL: url, ...env })
  const log = openLog('silent', { write: () => undefined })
  const failures: string[] = []
  const jobs = await openJobs(db, (error) => void failures.push(String(error)))
  const handlers = jobHandlers({ config, db, jobs, seal, clock: systemClock, log })
  const work = await workOnJobs(url, handlers, {
    onError: (error) => void failures.push(String(error)),
    onFailure: (_name, error) => void failures.push(String(error)),
  })
  return {
    failures,
    async stop() {
      await work.stop()
      await jobs.stop()
    },
  }
}

test('a process without the key fails nothing: one that has it takes over', async () => {
  const ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.operate('PUT', '/quota/providers/Microsoft.Compute/endpoint', { url: provider.url })
  const { body } = await quota.put(ada, 'sub-a', 'cores', 30)
  const keyless = await startWorker(undefined)
  while (keyless.failures.length === 0) await delay(50)
  await keyless.stop()
  expect(keyless.failures[0]).toContain('SECRET_KEY_FILE')
  const part = await quota.database.db
    .selectFrom('quota_sub_request')
    .select(['state', 'last_error'])
    .executeTakeFirstOrThrow()
  expect([part.state, part.last_error?.includes('SECRET_KEY_FILE')]).toEqual(['InProgress', true])
  expect(provider.calls).toEqual([])
  const worker = await startWorker(quota.installation.seal)
  expect(stateOf(await quota.settle(ada, 'sub-a', body.requestId))).toBe('Succeeded')
  await worker.stop()
})
