import { beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  return () => vi.useRealTimers()
})

function open() {
  const admission = createAdmission(1, { maxWaitMs: 2000, shedAfterMs: 50 })
  const log: string[] = []
  const enter = (name: string) =>
    admission.enter(
      () => void log.push(`${name} starts`),
      () => void log.push(`${name} is refused`),
    )
  return { ...admission, enter, log }
}

test('as many as there are connections start at once, the others in the order of arrival', () => {
  const { enter, leave, isIdle, log } = open()
  for (const name of ['a', 'b', 'c']) enter(name)
  expect(log).toEqual(['a starts'])
  leave()
  leave()
  expect(log).toEqual(['a starts', 'b starts', 'c starts'])
  expect(isIdle()).toBe(false)
  leave()
  expect(isIdle()).toBe(true)
})

test('newcomers are refused once the first in the queue was late for 100 ms', () => {
  const { enter, isShedding, log } = open()
  enter('a')
  enter('b')
  vi.advanceTimersByTime(149)
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(1)
  enter('c')
  expect(log).toEqual(['a starts', 'c is refused'])
})

test('a long queue that moves in time refuses nobody', () => {
  const { enter, leave, isShedding } = open()
  for (let n = 0; n < 100; n++) enter(`${n}`)
  vi.advanceTimersByTime(40)
  for (let n = 0; n < 100; n++) leave()
  enter('a')
  vi.advanceTimersByTime(120)
  expect(isShedding()).toBe(false)
})

test('a queue whose next one is late as well stays late', () => {
  const { enter, leave, isShedding } = open()
  for (const name of ['a', 'b']) enter(name)
  vi.advanceTimersByTime(40)
  enter('c')
  vi.advanceTimersByTime(60)
  leave()
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(60)
  expect(isShedding()).toBe(true)
})

test('when the first in the queue is in time, nobody is refused any more', () => {
  const { enter, leave, isShedding } = open()
  for (const name of ['a', 'b']) enter(name)
  vi.advanceTimersByTime(200)
  expect(isShedding()).toBe(true)
  leave()
  expect(isShedding()).toBe(false)
})

test('nobody waits longer than the limit', () => {
  const { enter, leave, log } = open()
  for (const name of ['a', 'b']) enter(name)
  vi.advanceTimersByTime(1999)
  expect(log).toEqual(['a starts'])
  vi.advanceTimersByTime(1)
  leave()
  expect(log).toEqual(['a starts', 'b is refused'])
})
