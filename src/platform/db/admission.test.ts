import { beforeEach, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  return () => vi.useRealTimers()
})

function open() {
  const admission = createAdmission(1, { maxWaitMs: 2000 })
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

test('a process that stood still refuses nobody', () => {
  const { enter, leave, log } = open()
  for (const name of ['a', 'b', 'c']) enter(name)
  vi.advanceTimersByTime(1999)
  leave()
  leave()
  expect(log).toEqual(['a starts', 'b starts', 'c starts'])
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
