import { expect, test } from 'vitest'
import { useSenders } from '../../../../test/support/server/senders.ts'

const stage = await useSenders()
const { receiver, countStates } = stage

test('a process with a backlog stops soon; the next one sends the rest, and nothing twice', async () => {
  // More destinations than are called at once, and six seconds of calls to each.
  await stage.addWaiting({ subscriptions: 20, destinations: 4, messages: 12 })
  receiver.answerWith((_call, response) => void setTimeout(() => response.end(), 500))
  const first = stage.start()
  await expect.poll(() => receiver.calls.length).toBeGreaterThanOrEqual(64)
  const stoppedAt = performance.now()
  await first.stop()
  expect(performance.now() - stoppedAt).toBeLessThan(3000)
  const { delivered, pending } = await countStates()
  expect(delivered).toBe(receiver.calls.length)
  expect(pending).toBeGreaterThan(500)

  receiver.answerWith((_call, response) => response.end())
  const second = stage.start()
  await expect.poll(countStates).toEqual({ delivered: 960 })
  await second.stop()
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(960)
  expect(receiver.calls).toHaveLength(960)
})
