import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useReceivers } from '../../../../test/support/server/receivers.ts'

const stage = await useReceivers({ OUTGOING: 'off' })
const { receiver } = stage

beforeAll(async () => {
  await stage.addWebhook('waits')
})

test('with OUTGOING=off, deliveries wait, and nothing is called', async () => {
  await stage.publish({ audience: { kind: 'subscriptions', subscriptions: ['sub-a'] } })
  await stage.call('POST', `${stage.pathOf('waits')}/test`)
  const statesOf = async () => (await stage.listDeliveries('waits')).map(({ state }) => state)
  await expect.poll(statesOf).toEqual(['pending', 'pending'])
  await delay(1500)
  expect(await statesOf()).toEqual(['pending', 'pending'])
  expect(receiver.callsTo('/waits')).toEqual([])
  expect(stage.smtp.mails).toEqual([])
})

test('a delivery that ends while the list is read is not listed as pending with the attempt that ended it', async () => {
  const [first] = await stage.listDeliveries('waits')
  const { db } = stage.database
  const listed = await db.transaction().execute(async (trx) => {
    await sql`lock table delivery_attempt in access exclusive mode`.execute(trx)
    const list = stage.listDeliveries('waits')
    const waiting = sql`select from pg_locks where relation = 'delivery_attempt'::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    await sql`update delivery set state = 'delivered', ended_at = now() where id = ${first?.id}`.execute(
      trx,
    )
    await sql`
      insert into delivery_attempt (subscription_id, delivery_id, number, at, duration_ms, status)
      values ('sub-a', ${first?.id}, 1, now(), 5, 204)`.execute(trx)
    return { list }
  })
  expect((await listed.list)[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ number: 1, status: 204 }],
  })
})
