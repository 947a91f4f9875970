import { setTimeout as delay } from 'node:timers/promises'
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
