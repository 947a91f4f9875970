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

test('tells how many are in use and how many wait', () => {
  const { enter, leave, readUsage } = open()
  for (const name of ['a', 'b', 'c']) enter(name)
  expect(readUsage()).toEqual({ inUse: 1, waiting: 2, limit: 1 })
  for (let n = 0; n < 3; n++) leave()
  expect(readUsage()).toEqual({ inUse: 0, waiting: 0, limit: 1 })
})

test('newcomers are refused once the first in the queue was found late for 100 ms', () => {
  const { enter, isShedding, log } = open()
  enter('a')
  enter('b')
  vi.advanceTimersByTime(51)
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(99)
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(1)
  enter('c')
  expect(log).toEqual(['a starts', 'c is refused'])
})

test('a process that stood still refuses nobody', () => {
  const { enter, leave, log } = open()
  for (const name of ['a', 'b', 'c']) enter(name)
  vi.advanceTimersByTime(1999)
  leave()
  leave()
  expect(log).toEqual(['a starts', 'b starts', 'c starts'])
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

/** Leaves a queue whose first entry was late for 100 ms. */
function openLate() {
  const late = open()
  for (const name of ['a', 'b', 'c']) late.enter(name)
  vi.advanceTimersByTime(51)
  late.isShedding()
  vi.advanceTimersByTime(60)
  for (const name of ['d', 'e']) late.enter(name)
  vi.advanceTimersByTime(40)
  return late
}

test('of a queue that stays late, those who waited too long are refused', () => {
  const { leave, log } = openLate()
  leave()
  expect(log).toEqual(['a starts', 'b is refused', 'c is refused', 'd starts'])
})

test('the last one is not refused', () => {
  const { leave, log } = openLate()
  vi.advanceTimersByTime(60)
  leave()
  expect(log.slice(-2)).toEqual(['d is refused', 'e starts'])
})

test('whoever is late is refused until nobody was late for 100 ms', () => {
  const { enter, leave, isShedding, log } = openLate()
  leave()
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(11)
  enter('f')
  expect(log.at(-1)).toBe('f is refused')
  for (const _ of ['e', 'nobody']) leave()
  expect(isShedding()).toBe(false)
  vi.advanceTimersByTime(100)
  expect(isShedding()).toBe(false)
  for (const name of ['g', 'h']) enter(name)
  vi.advanceTimersByTime(60)
  enter('i')
  expect(log).not.toContain('i is refused')
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
