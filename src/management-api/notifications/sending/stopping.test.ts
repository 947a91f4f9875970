import { expect, test } from 'vitest'
import { useSenders } from '../../../../test/support/server/senders.ts'
import { runFollowers } from '../../../platform/followers.ts'
import { deliveryFollower } from './follower.ts'

const stage = await useSenders()
const { database, receiver } = stage

const start = () =>
  runFollowers([deliveryFollower(stage.senderDeps())], {
    databaseUrl: database.url,
    onFailure: (_name, error) => {
      throw error
    },
    onLost: () => undefined,
  })
const countStates = async () => {
  const { count } = database.db.fn
  const states = database.db
    .selectFrom('delivery')
    .select(['state', count<string>('id').as('count')])
  const rows = await states.groupBy('state').execute()
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
}

test('a process with a backlog stops soon; the next one sends the rest, and nothing twice', async () => {
  // More destinations than are called at once, and six seconds of calls to each.
  await stage.addWaiting({ subscriptions: 20, destinations: 4, messages: 12 })
  receiver.answerWith((_call, response) => void setTimeout(() => response.end(), 500))
  const first = start()
  await expect.poll(() => receiver.calls.length).toBeGreaterThanOrEqual(64)
  const stoppedAt = performance.now()
  await first.stop()
  expect(performance.now() - stoppedAt).toBeLessThan(3000)
  const sent = receiver.calls.length
  const { delivered, pending } = await countStates()
  expect(delivered).toBe(sent)
  expect(pending).toBeGreaterThan(500)

  receiver.answerWith((_call, response) => response.end())
  const second = start()
  await expect.poll(countStates).toEqual({ delivered: 960 })
  await second.stop()
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(960)
  expect(receiver.calls).toHaveLength(960)
})
