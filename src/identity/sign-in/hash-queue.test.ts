import { beforeEach, describe, expect, test } from 'vitest'
import { type HashQueue, MOST_WAITING, makeHashQueue, type QueuePriority } from './hash-queue.ts'

let queue: HashQueue
let begun: string[]
let release: (() => void)[]
beforeEach(() => {
  queue = makeHashQueue()
  begun = []
  release = []
})

/** A hash that ends when it is told to. */
const enter = (name: string, rank: QueuePriority['rank'], group: string) =>
  queue({ rank, group }, async () => {
    begun.push(name)
    await new Promise<void>((end) => release.push(end))
    return name
  })
const crowd = (count: number, group: (i: number) => string, rank: QueuePriority['rank'] = 1) =>
  Array.from({ length: count }, (_none, i) => enter(`crowd ${i}`, rank, group(i)))
const nextTurn = () => new Promise((done) => setImmediate(done))
const finishOne = async () => {
  release.shift()?.()
  await nextTurn()
}
const finishAll = async () => {
  for (await nextTurn(); release.length > 0; ) await finishOne()
}

describe('at most two at once', () => {
  test('the rest wait, in the order they came', async () => {
    const all = crowd(5, () => 'a')
    await nextTurn()
    expect(begun).toEqual(['crowd 0', 'crowd 1'])
    await finishAll()
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4].map((i) => `crowd ${i}`))
    expect(begun).toEqual([0, 1, 2, 3, 4].map((i) => `crowd ${i}`))
  })

  test('one that fails makes room too', async () => {
    const failing = [1, 2].map(() => queue({ rank: 1, group: 'a' }, () => Promise.reject('x')))
    const last = queue({ rank: 1, group: 'a' }, async () => 'done')
    await Promise.allSettled(failing)
    expect(await last).toBe('done')
  })
})

describe('who goes first', () => {
  test('somebody known, before everybody who is not', async () => {
    crowd(10, (i) => `network ${i}`)
    enter('owner', 0, 'ada')
    await nextTurn()
    await finishOne()
    expect(begun[2]).toBe('owner')
    await finishAll()
  })

  test('somebody of another network waits for one of a crowd, not for all; nor does the crowd starve', async () => {
    crowd(20, () => 'crowd')
    enter('new 1', 1, 'one')
    enter('new 2', 1, 'two')
    await nextTurn()
    for (let i = 0; i < 4; i++) await finishOne()
    expect(begun.slice(2, 6)).toEqual(expect.arrayContaining(['new 1', 'new 2', 'crowd 2']))
    // Whoever keeps coming with a fresh network does not keep the one at the front waiting.
    for (let i = 0; i < 30 && !begun.includes('crowd 6'); i++) {
      enter(`fresh ${i}`, 1, `fresh ${i}`)
      await finishOne()
    }
    expect(begun).toContain('crowd 6')
    await finishAll()
  })
})

describe('the queue does not grow', () => {
  test.each([0, 1] as const)(
    'rank %i: whoever comes when it is full is sent away at once',
    async (rank) => {
      const all = crowd(MOST_WAITING + 2, (i) => `network ${i}`, rank)
      expect(await enter('late', rank, 'late')).toBe('busy')
      await finishAll()
      expect(await Promise.all(all)).not.toContain('busy')
    },
  )

  test('but not for a crowd of one network: its last makes room', async () => {
    const all = crowd(MOST_WAITING + 2, () => 'crowd')
    const owner = enter('somebody new', 1, 'elsewhere')
    await nextTurn()
    expect(await all.at(-1)).toBe('busy')
    expect(await enter('one more', 1, 'crowd')).toBe('busy')
    await finishOne()
    await finishOne()
    expect(begun.slice(2)).toContain('somebody new')
    await finishAll()
    expect(await owner).toBe('somebody new')
  })

  test('and a full queue of strangers leaves the known theirs', async () => {
    crowd(MOST_WAITING + 2, (i) => `network ${i}`)
    const owner = enter('owner', 0, 'ada')
    await finishAll()
    expect(await owner).toBe('owner')
  })
})
