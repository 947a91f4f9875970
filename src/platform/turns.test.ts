import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

test('the same key waits, another does not, and a failure lets the next one in', async () => {
  const turns = takeTurns()
  const done: string[] = []
  const work =
    (name: string, ms: number, fails = false) =>
    async () => {
      done.push(`${name} begins`)
      await delay(ms)
      done.push(`${name} ends`)
      if (fails) throw new Error(name)
    }
  const all = await Promise.allSettled([
    turns(['a'], work('first', 40, true)),
    turns(['a', 'b'], work('both', 5)),
    turns(['c'], work('other', 1)),
    turns(['b'], work('last', 1)),
  ])
  expect(all.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(done.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'both begins',
    'both ends',
    'last begins',
    'last ends',
  ])
  expect(done.indexOf('other ends')).toBeLessThan(done.indexOf('first ends'))
})
