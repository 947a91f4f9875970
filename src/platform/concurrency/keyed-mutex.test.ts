import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('the same key waits, another does not, and a failure lets the next one in', async () => {
  const mutex = createKeyedMutex()
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
    mutex(['a'], work('first', 40, true)),
    mutex(['a', 'b'], work('both', 5)),
    mutex(['c'], work('other', 1)),
    mutex(['b'], work('last', 1)),
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

describe('with limits', () => {
  const full = () => new Error('full')

  test('as many wait as may, the next is refused, and room comes back', async () => {
    const mutex = createKeyedMutex({ most: 2, longestMs: 5000, refuse: full })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = mutex(['a'], () => gate)
    const waiting = [mutex(['a'], async () => 'second'), mutex(['a', 'b'], async () => 'third')]
    await expect(mutex(['a'], async () => 'fourth')).rejects.toThrow('full')
    await expect(mutex(['c'], async () => 'other')).resolves.toBe('other')
    open()
    await first
    expect(await Promise.all(waiting)).toEqual(['second', 'third'])
    expect(await mutex(['a'], async () => 'later')).toBe('later')
  })

  test('who waited too long is refused and never has its turn; those behind it do', async () => {
    const mutex = createKeyedMutex({ most: 5, longestMs: 30, refuse: full })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const done: string[] = []
    const first = mutex(['a'], () => gate)
    const late = mutex(['a'], async () => void done.push('late'))
    await expect(late).rejects.toThrow('full')
    const behind = mutex(['a'], async () => void done.push('behind'))
    open()
    await Promise.all([first, behind])
    expect(done).toEqual(['behind'])
  })
})
