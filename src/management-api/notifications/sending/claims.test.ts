import { describe, expect, test } from 'vitest'
import { useSenders } from '../../../../test/support/server/senders.ts'
import { addMs, type RealClock, systemRealTime } from '../../../platform/time.ts'
import { updateNotification } from '../store.ts'
import { claimDue, withdraw } from './store.ts'

const stage = await useSenders()
const { receiver, countStates } = stage
const AHEAD_MS = 10 * 60_000
const ahead: RealClock = () => addMs(systemRealTime(), AHEAD_MS)

test('no message is sent by two nodes, also if the clock of one is ten minutes ahead', async () => {
  await stage.addWaiting({ subscriptions: 2, destinations: 2, messages: 6 })
  const open = new Map<string, number>()
  let most = 0
  receiver.answerWith(({ path }, response) => {
    open.set(path, (open.get(path) ?? 0) + 1)
    most = Math.max(most, ...open.values())
    setTimeout(() => {
      open.set(path, (open.get(path) ?? 0) - 1)
      response.end()
    }, 200)
  })
  const senders = [stage.start(), stage.start({ realTime: ahead })]
  await expect.poll(countStates).toEqual({ delivered: 24 })
  await Promise.all(senders.map(({ stop }) => stop()))
  expect(most).toBe(1)
  expect(receiver.calls).toHaveLength(24)
})

test.each([
  ['a node that is ahead', systemRealTime, ahead],
  ['a node that is behind', ahead, systemRealTime],
])('after a failure, %s keeps the pause', async (_what, first, second) => {
  await stage.addWaiting({ subscriptions: 1, destinations: 1, messages: 1 })
  receiver.answerWith((_call, response) => response.writeHead(500).end())
  // The first pause is 5 seconds.
  const failing = stage.start({ realTime: first, scale: 0.3 })
  await expect.poll(() => receiver.calls.length).toBe(1)
  await failing.stop()
  receiver.answerWith((_call, response) => response.end())
  const { stop } = stage.start({ realTime: second })
  await expect.poll(countStates).toEqual({ delivered: 1 })
  await stop()
  const [failedAt = 0, deliveredAt = 0] = receiver.calls.map(({ at }) => at)
  expect(deliveredAt - failedAt).toBeGreaterThanOrEqual(1500)
})

test('of one subscription, a few are claimed at once; those of others do not wait for it', async () => {
  const { db } = stage.database
  await stage.addWaiting({ subscriptions: 2, destinations: 6, messages: 1 })
  const [many = '', few = ''] = (
    await db.selectFrom('notification').select('subscription_id').distinct().execute()
  ).map((row) => row.subscription_id)
  const leaseMs = { mail: 60_000, call: 60_000 }
  const claim = async (claimedOf: Readonly<Record<string, number>>) => {
    const claimed = await claimDue(db, {
      ...{ leaseMs, limit: 64, isSlow: false, mostOfSubscription: 4 },
      claimedOf: new Map(Object.entries(claimedOf)),
    })
    return Object.fromEntries(
      [...Map.groupBy(claimed, (one) => one.subscriptionId)].map(([id, { length }]) => [
        id,
        length,
      ]),
    )
  }
  expect(await claim({ [many]: 1 })).toEqual({ [many]: 3, [few]: 4 })
  expect(await claim({ [many]: 4, [few]: 4 })).toEqual({})
  // The others of the candidates that nobody has claimed.
  expect(await claim({})).toEqual({ [many]: 3, [few]: 2 })
})

describe('of no use any more, a delivery', () => {
  async function claimOne() {
    const { db } = stage.database
    await stage.addWaiting({ subscriptions: 1, destinations: 1, messages: 1 })
    const [claimed] = await claimDue(db, {
      ...{ leaseMs: { mail: 60_000, call: 60_000 }, limit: 1, isSlow: false },
      ...{ mostOfSubscription: 1, claimedOf: new Map() },
    })
    if (!claimed) throw new Error('nothing is due')
    const { id } = await db.selectFrom('delivery').select('id').executeTakeFirstOrThrow()
    return { db, claimed, withdraw: () => withdraw(db, claimed, id, systemRealTime()) }
  }

  test('is withdrawn by the sender that has its destination', async () => {
    const { withdraw } = await claimOne()
    expect(await withdraw()).toBe(true)
    expect(await countStates()).toEqual({ withdrawn: 1 })
  })

  test('stays as it is once the notification was changed', async () => {
    const { db, claimed, withdraw } = await claimOne()
    const key = { subscription_id: claimed.subscriptionId, id: claimed.id }
    await db.transaction().execute((trx) => updateNotification(trx, key, { name: 'changed' }))
    expect(await withdraw()).toBe(false)
    expect(await countStates()).toEqual({ pending: 1 })
  })

  test('stays as it is once it was delivered or held', async () => {
    const { db, withdraw } = await claimOne()
    await db.updateTable('delivery').set({ state: 'held' }).execute()
    expect(await withdraw()).toBe(true)
    expect(await countStates()).toEqual({ held: 1 })
  })
})
