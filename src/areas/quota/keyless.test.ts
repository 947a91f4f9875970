import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openProvider } from '../../../test/support/http/provider.ts'
import { stateOf } from '../../../test/support/http/quota.ts'
import { useQuota } from '../../../test/support/server/quota.ts'
import { jobHandlers, jobQueues } from '../../jobs.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { openJobs, workOnJobs } from '../../platform/jobs.ts'
import { openLog } from '../../platform/log.ts'
import { systemProductTime, systemRealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'

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
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  const handlers = jobHandlers({ config, db, jobs, seal, ...times, log })
  const work = await workOnJobs(url, jobQueues, handlers, {
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
  await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', {
    url: provider.url,
  })
  const { body } = await quota.put(ada, 'sub-a', 'cores', 30)
  const keyless = await startWorker(undefined)
  while (keyless.failures.length === 0) await delay(50)
  await keyless.stop()
  expect(keyless.failures[0]).toContain('SECRET_KEY_FILE')
  const subRequest = await quota.database.db
    .selectFrom('quota_sub_request')
    .select(['state', 'last_error'])
    .executeTakeFirstOrThrow()
  expect([subRequest.state, subRequest.last_error?.includes('SECRET_KEY_FILE')]).toEqual([
    'InProgress',
    true,
  ])
  expect(provider.calls).toEqual([])
  const worker = await startWorker(quota.installation.seal)
  expect(stateOf(await quota.waitForRequest(ada, 'sub-a', body.requestId))).toBe('Succeeded')
  await worker.stop()
})
