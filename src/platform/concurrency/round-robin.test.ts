import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRoundRobin } from './round-robin.ts'

test('one at a time, each caller in turn, and a failure lets the next one in', async () => {
  const inTurn = createRoundRobin(1)
  const done: string[] = []
  let inFlight = 0
  const take = (key: string, name: string) =>
    inTurn(key, async () => {
      expect(++inFlight).toBe(1)
      await delay(1)
      inFlight--
      done.push(name)
      if (name === 'a2') throw new Error(name)
    })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => take(name[0] ?? '', name))
  const ends = await Promise.allSettled(all)
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await take('a', 'later')
  expect(done.at(-1)).toBe('later')
})

test('two at a time, and never more', async () => {
  const inTurn = createRoundRobin(2)
  let inFlight = 0
  const counts: number[] = []
  const take = (key: string) =>
    inTurn(key, async () => {
      counts.push(++inFlight)
      await delay(1)
      inFlight--
    })
  await Promise.all(['a', 'a', 'a', 'b', 'b'].map(take))
  await take('a')
  expect(counts).toEqual([1, 2, 2, 2, 2, 1])
})
