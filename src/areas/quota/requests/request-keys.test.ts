import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota()
const HOUR_MS = 3600_000
let ada: Reader
let sub: string
let count = 0
beforeAll(async () => {
  ada = await quota.addReader('ada')
})
beforeEach(async () => {
  quota.clock.aheadMs = 0
  sub = `keys-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
})
const idOf = ({ body }: Answer): string => body.requestId
const listRequests = async () => {
  const query = quota.database.db.selectFrom('quota_request').select('id')
  return (await query.where('subscription_id', '=', sub).execute()).map(({ id }) => id)
}

test('one Idempotency-Key, two requests at the same moment: one is done, the other is 409', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  // Both have looked for the key, found it unused, and are about to use it.
  const lock = sql`lock table request_key in share row exclusive mode`
  const answers = await whileHolding(quota.database.db, (trx) => lock.execute(trx), [
    () => quota.putMany(ada, sub, { cores: 30 }, key),
    () => quota.putMany(ada, sub, { standardDFamily: 30 }, key),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.error.code).toBe('RequestRepeatedOtherwise')
  const done = answers.find(({ status }) => status === 201) as Answer
  expect(await listRequests()).toEqual([idOf(done)])
})

test.each(['Idempotency-Key', 'x-ms-client-request-id'])(
  '%s: a repeat for 24 hours, then a new request',
  async (header) => {
    const key = { [header]: randomUUID() }
    const put = async () => {
      const id = idOf(await quota.put(ada, sub, 'cores', 30, key))
      await quota.waitForRequest(ada, sub, id)
      return id
    }
    const first = await put()
    quota.clock.aheadMs = 23 * HOUR_MS
    expect(await put()).toBe(first)
    quota.clock.aheadMs = 25 * HOUR_MS
    const second = await put()
    expect(second).not.toBe(first)
    expect(await put()).toBe(second)
  },
)

test('a key that led to an open request leads there again, although it has ended', async () => {
  const first = idOf(await quota.put(ada, sub, 'cores', 5000))
  const key = { 'Idempotency-Key': randomUUID() }
  expect(idOf(await quota.put(ada, sub, 'cores', 5000, key))).toBe(first)
  expect(idOf(await quota.put(ada, sub, 'cores', 30))).not.toBe(first)
  expect(idOf(await quota.put(ada, sub, 'cores', 5000, key))).toBe(first)
})

test('a request that is refused uses up no key', async () => {
  const keys = quota.database.db.selectFrom('request_key').selectAll()
  const before = await keys.execute()
  const key = { 'Idempotency-Key': randomUUID() }
  expect((await quota.put(ada, sub, 'no-such-resource', 30, key)).status).toBe(400)
  expect(await keys.execute()).toEqual(before)
})
