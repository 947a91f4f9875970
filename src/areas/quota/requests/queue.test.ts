import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota({ RATE_LIMITS: 'false' })

/** One has a connection to the database, and 100 wait for it. */
const MOST = 101

test('too many requests for one limit at once: 503 with Retry-After, and the others are answered', async () => {
  const ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  let sent: ReturnType<typeof quota.put>[] = []
  await quota.database.db.transaction().execute(async (trx) => {
    await sql`lock table quota_request in access exclusive mode`.execute(trx)
    sent = Array.from({ length: MOST + 1 }, () => quota.put(ada, 'sub-a', 'cores', 30))
    const { status, headers, body } = await Promise.race(sent)
    const refused = [status, headers.get('retry-after'), body.error.code]
    expect(refused).toEqual([503, '2', 'ServiceUnavailable'])
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(MOST)
}, 60_000)
