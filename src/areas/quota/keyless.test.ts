import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openProvider } from '../../../test/support/http/provider.ts'
import { stateOf } from '../../../test/support/http/quota.ts'
import { useQuota } from '../../../test/support/server/quota.ts'
import { jobHandlers, jobQueues, queuesLeft } from '../../jobs.ts'
import { LIMITS } from '../../limits.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { openJobs, workOnJobs } from '../../platform/jobs.ts'
import { openLog } from '../../platform/log.ts'
import { makeMetrics } from '../../platform/metrics/metrics.ts'
import { systemProductTime, systemRealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'

const provider = await openProvider()
afterAll(provider.close)
const env = { OUTGOING_EXCEPTIONS: `providers=${provider.host}` }
const limits = { ...LIMITS, providerRetry: { retryLimit: 12, retryDelay: 0 } }
const quota = useQuota(env, { runsJobs: false, limits })

/** A process that does jobs. */
async function startWorker(seal: Seal | undefined, settings: Record<string, string> = {}) {
  const { db, url } = quota.database
  const config = readConfig({ DATABASE_URL: url, ...env, ...settings }, limits)
  const log = openLog('silent', { write: () => undefined })
  const failures: string[] = []
  const jobs = await openJobs(db, (error) => void failures.push(String(error)))
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  const handlers = jobHandlers({ config, db, jobs, seal, ...times, log, metrics: makeMetrics() })
  const work = await workOnJobs(url, jobQueues, handlers, {
    without: queuesLeft({ seal, config }).queues,
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

test('a process without the key, or with OUTGOING=off, calls no provider; its jobs wait for another', async () => {
  const ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', {
    url: provider.url,
  })
  const { body } = await quota.put(ada, 'sub-a', 'cores', 30)
  const { seal } = quota.installation
  const idle = [await startWorker(undefined), await startWorker(seal, { OUTGOING: 'off' })]
  const find = () =>
    quota.database.db
      .selectFrom('quota_sub_request')
      .select(['state', 'tries', 'sent_at'])
      .executeTakeFirstOrThrow()
  // They decide, because that needs no call.
  while ((await find()).state !== 'InProgress') await delay(50)
  await delay(1500)
  for (const each of idle) await each.stop()
  expect([idle.flatMap(({ failures }) => failures), await find()]).toEqual([
    [],
    { state: 'InProgress', tries: 0, sent_at: null },
  ])
  expect(provider.calls).toEqual([])
  const worker = await startWorker(seal)
  expect(stateOf(await quota.waitForRequest(ada, 'sub-a', body.requestId))).toBe('Succeeded')
  await worker.stop()
})
