import { beforeEach, expect, test } from 'vitest'
import type { RealTime } from '../time.ts'
import { cacheReads } from './shared-cache.ts'

let nowMs = 0
let reads: string[] = []
let [inFlight, mostInFlight] = [0, 0]
beforeEach(() => {
  reads = []
})

const open = () =>
  cacheReads<string>({
    mostBytes: 10,
    longestMs: 1000,
    readsAtOnce: 2,
    waiting: { most: 10, longestMs: 5000, refuse: () => new Error('full') },
    bytesOf: (value) => value.length,
    async read(key) {
      mostInFlight = Math.max(mostInFlight, ++inFlight)
      reads.push(key)
      await new Promise(setImmediate)
      inFlight--
      return key === 'none' ? undefined : `${key}${key}`
    },
    realTime: () => new Date(nowMs) as RealTime,
  })

test('what is asked for at the same moment, or again, is read once', async () => {
  const find = open()
  expect(await Promise.all([find('aa'), find('aa'), find('aa')])).toEqual(Array(3).fill('aaaa'))
  expect([await find('aa'), reads]).toEqual(['aaaa', ['aa']])
  nowMs += 1000
  expect([await find('aa'), reads]).toEqual(['aaaa', ['aa', 'aa']])
})

test('what is not there is read again', async () => {
  const find = open()
  expect([await find('none'), await find('none'), reads]).toEqual([
    undefined,
    undefined,
    ['none', 'none'],
  ])
})

test('the oldest goes when there is too much', async () => {
  const find = open()
  for (const key of ['aa', 'bb', 'cc', 'cc', 'bb']) await find(key)
  expect(reads).toEqual(['aa', 'bb', 'cc'])
  await find('aa')
  expect(reads).toEqual(['aa', 'bb', 'cc', 'aa'])
})

test('two are read at a time, as many wait as may', async () => {
  const find = open()
  const all = await Promise.allSettled(Array.from({ length: 14 }, (_, n) => find(`k${n}`)))
  expect(mostInFlight).toBe(2)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})
