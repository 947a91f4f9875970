import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { takePlaces, takeTurns } from './turns.ts'

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

test('two at a time have a place; others wait for so long, and no more than may', async () => {
  const refuse = () => new Error('full')
  const inPlace = takePlaces(2, { most: 2, longestMs: 30, refuse })
  const gates = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  const first = gates.map(({ promise }) => inPlace(() => promise))
  const late = inPlace(async () => 'late')
  const later = inPlace(async () => 'later')
  await expect(inPlace(async () => 'too many')).rejects.toThrow('full')
  await Promise.all([late, later].map((each) => expect(each).rejects.toThrow('full')))
  const next = inPlace(async () => 'next')
  gates[0]?.resolve()
  expect(await next).toBe('next')
  gates[1]?.resolve()
  await Promise.all(first)
  expect(await Promise.all(['a', 'b'].map((name) => inPlace(async () => name)))).toEqual(['a', 'b'])
})

describe('with limits', () => {
  const full = () => new Error('full')

  test('as many wait as may, the next is refused, and room comes back', async () => {
    const turns = takeTurns({ most: 2, longestMs: 5000, refuse: full })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = turns(['a'], () => gate)
    const waiting = [turns(['a'], async () => 'second'), turns(['a', 'b'], async () => 'third')]
    await expect(turns(['a'], async () => 'fourth')).rejects.toThrow('full')
    await expect(turns(['c'], async () => 'other')).resolves.toBe('other')
    open()
    await first
    expect(await Promise.all(waiting)).toEqual(['second', 'third'])
    expect(await turns(['a'], async () => 'later', 2)).toBe('later')
  })

  test('a heavy one counts for several', async () => {
    const turns = takeTurns({ most: 5, longestMs: 5000, refuse: full })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = turns(['a'], () => gate)
    const heavy = turns(['a'], async () => 'heavy', 4)
    await expect(turns(['a'], async () => 'too much', 2)).rejects.toThrow('full')
    open()
    await Promise.all([first, heavy])
  })

  test('who waited too long is refused and never has its turn; those behind it do', async () => {
    const turns = takeTurns({ most: 5, longestMs: 30, refuse: full })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const done: string[] = []
    const first = turns(['a'], () => gate)
    const late = turns(['a'], async () => void done.push('late'))
    await expect(late).rejects.toThrow('full')
    const behind = turns(['a'], async () => void done.push('behind'))
    open()
    await Promise.all([first, behind])
    expect(done).toEqual(['behind'])
  })
})
