import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const quota = useQuota()
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
})

const onAccount = (change: string) => (trx: Trx) =>
  sql`update account set ${sql.raw(change)} where id = ${ada.id}`.execute(trx)
const isMember = (subscription: string) =>
  sql`subscription_id = ${subscription} and principal_id = ${ada.id}`

/** Signing out and disabling are undone afterwards: the next request is let in again. */
const CASES: [string, number, (trx: Trx, subscription: string) => Promise<unknown>][] = [
  [
    'whose role is removed',
    404,
    (trx, subscription) =>
      sql`delete from subscription_member where ${isMember(subscription)}`.execute(trx),
  ],
  [
    'who becomes a reader',
    403,
    (trx, subscription) =>
      sql`update subscription_member set role = 'reader' where ${isMember(subscription)}`.execute(
        trx,
      ),
  ],
  ['who is disabled', 404, onAccount('disabled_at = now()')],
  [
    'who is signed out everywhere',
    404,
    onAccount("tokens_valid_after = now() + interval '1 hour'"),
  ],
]

test.each(CASES)('somebody %s while a request waits: %i', async (what, status, lose) => {
  const { db } = quota.database
  await onAccount('disabled_at = null, tokens_valid_after = null')(db as Trx)
  const subscription = what.replaceAll(' ', '-')
  await quota.addSubscription(subscription, { [ada.id]: 'owner' })
  const [answer] = await whileHolding(db, (trx) => lose(trx, subscription), [
    () => quota.put(ada, subscription, 'cores', 30),
  ])
  expect((answer as Answer).status).toBe(status)
  const requests = await db
    .selectFrom('quota_request')
    .select('id')
    .where('subscription_id', '=', subscription)
    .execute()
  expect(requests).toEqual([])
})
