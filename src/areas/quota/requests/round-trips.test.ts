import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useWireTap } from '../../../../test/support/database/wire-tap.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'
import type { Call } from '../../../directory/caller.ts'
import { createKeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import { connect } from '../../../platform/db/connect.ts'
import { openJobs } from '../../../platform/jobs.ts'
import { systemProductTime } from '../../../platform/time.ts'
import type { QuotaJobs } from '../rules.ts'
import { type SubmitDeps, submitQuotaRequest } from './actions.ts'

const quota = useQuota({}, { runsJobs: false })
const tap = useWireTap(quota.database.url)
let ada: Reader
let deps: SubmitDeps
let sub: string
let count = 0
beforeAll(async () => {
  ada = await quota.addReader('ada')
  const db = connect(tap.url, { size: 1 })
  const jobs = await openJobs<QuotaJobs>(db, (error) => {
    throw error
  })
  deps = { db, jobs, mutex: createKeyedMutex() }
  return async () => {
    await jobs.stop()
    await db.destroy()
  }
})
beforeEach(async () => {
  sub = `trips-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
})

/** How many round trips it takes. */
async function submit(
  limits: Readonly<Record<string, number>>,
  requestKey?: Call['requestKey'],
  by: SubmitDeps = deps,
) {
  const caller = {
    kind: 'user',
    token: null,
    account: { id: ada.id, name: 'ada' } as never,
    signedInAt: new Date(),
    sessionId: randomUUID(),
    isOperatorByClaim: false,
    secondFactorAt: null,
  } as const
  const call: Call = {
    caller,
    at: systemProductTime(),
    source: '127.0.0.1',
    requestId: randomUUID(),
    clientRequestId: undefined,
    ...(requestKey && { requestKey }),
  }
  const before = tap.roundTrips
  await submitQuotaRequest(by, call, {
    subscriptionId: sub,
    providerId: 'Microsoft.Compute',
    location: 'eastus',
    limits: Object.entries(limits).map(([resourceName, requestedLimit]) => ({
      resourceName,
      requestedLimit,
    })),
    precondition: {},
  })
  return tap.roundTrips - before
}

const makeKey = () => ({
  header: 'idempotency-key' as const,
  value: randomUUID(),
  path: '/',
  body: {},
})

test('submitting a request takes two round trips', async () => {
  // The first on a connection also reads the queues of jobs.
  await submit({ standardDv2Family: 30 })
  expect(await submit({ cores: 30 })).toBe(2)
})

test('with a key, for several resources, and while the same is open: two', async () => {
  expect(await submit({ cores: 30 }, makeKey())).toBe(2)
  expect(await submit({ cores: 30 }, makeKey())).toBe(2)
  expect(await submit({ standardDFamily: 30, standardDv2Family: 30 })).toBe(2)
})

test('one more for each open request that is superseded', async () => {
  await submit({ cores: 30 })
  expect(await submit({ cores: 31 })).toBe(3)
})
