import { expect, onTestFinished, test } from 'vitest'
import { openTcpProxy } from '../../../../test/support/database/tcp-proxy.ts'
import { useSenders } from '../../../../test/support/server/senders.ts'
import { connect } from '../../../platform/db/connect.ts'

const stage = await useSenders()
const { database, receiver, countStates } = stage

test('an attempt is recorded once, also if the answer of the database is lost', async () => {
  const proxy = await openTcpProxy(database.url)
  onTestFinished(proxy.close)
  const db = connect(proxy.url)
  onTestFinished(() => db.destroy())
  await stage.addWaiting({ subscriptions: 1, destinations: 1, messages: 2 })
  receiver.answerWith((_call, response) => response.end())
  const listAttempts = () => database.db.selectFrom('delivery_attempt').select('number').execute()
  proxy.stallAt('insert into delivery_attempt', 'swallow answers')
  const { stop } = stage.start({ db })
  await expect.poll(listAttempts).toEqual([{ number: 1 }])
  proxy.closeStalled()
  await expect.poll(countStates).toEqual({ delivered: 2 })
  await stop()
  expect(await listAttempts()).toEqual([{ number: 1 }, { number: 1 }])
  expect(receiver.calls).toHaveLength(2)
})
