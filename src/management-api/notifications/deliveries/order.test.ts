import { expect, test } from 'vitest'
import { useSenders } from '../../../../test/support/server/senders.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { listPending } from '../sending/store.ts'
import { insertDeliveries, listDeliveries } from './store.ts'

const { addWaiting, database } = await useSenders()
/** As those of a node whose clock runs backwards. */
const idOf = (n: number) => `${(9 - n).toString().repeat(8)}-0000-7000-8000-000000000000`

test('deliveries are sent and listed as they were inserted, whatever the clocks of nodes said', async () => {
  const { db } = database
  await addWaiting({ subscriptions: 1, destinations: 1, messages: 1 })
  await db.deleteFrom('delivery').execute()
  const { subscription_id: subscriptionId, id } = await db
    .selectFrom('notification')
    .selectAll()
    .executeTakeFirstOrThrow()
  const common = { subscriptionId, notificationId: id, kind: 'quota-usage' } as const
  const insert = (...numbers: number[]) =>
    db.transaction().execute((trx) => {
      const none = { trackingId: null, revision: null, position: null }
      const deliveries = numbers.map((n) => ({ ...common, ...none, id: idOf(n) }))
      return insertDeliveries(trx, deliveries, systemRealTime())
    })
  await insert(0, 1, 2)
  await insert(3)
  await insert(4, 5)
  const inOrder = [0, 1, 2, 3, 4, 5].map(idOf)
  const key = { subscriptionId, id }
  expect((await listPending(db, [key], 20)).map((one) => one.id)).toEqual(inOrder)
  const [, , third, ...others] = await listDeliveries(db, key, { before: undefined, limit: 20 })
  expect([third?.id, ...others.map((one) => one.id)]).toEqual(inOrder.reverse().slice(2))
  const older = await listDeliveries(db, key, { before: third?.number, limit: 20 })
  expect(older).toEqual(others)
})
