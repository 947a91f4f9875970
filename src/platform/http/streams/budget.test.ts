import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

const KIB = 1024
const LARGE = 400 * KIB

function open(most: number) {
  let time = 0
  const cut: string[] = []
  const budget = createBudget(most, () => time)
  return {
    budget,
    cut,
    pass: (ms: number) => {
      time += ms
    },
    stream: (name: string) => budget.open(() => void cut.push(name)),
  }
}

test('all streams together hold no more than the budget', () => {
  const { budget, stream, cut } = open(1000 * KIB)
  const taken = ['a', 'b', 'c', 'd'].map((name) => stream(name).take(LARGE) !== false)
  expect(taken).toEqual([true, true, false, false])
  expect(budget.unsent()).toBe(2 * LARGE)
  expect(cut).toEqual([])
})

test('what was sent, and what a stream that is closed held, no longer counts', () => {
  const { budget, stream } = open(1000 * KIB)
  const [a, b] = [stream('a'), stream('b')]
  const onSent = a.take(LARGE)
  b.take(LARGE)
  if (onSent) onSent()
  expect(budget.unsent()).toBe(LARGE)
  b.close()
  b.close()
  expect(budget.unsent()).toBe(0)
  expect(b.take(1)).toBe(false)
})

test('a small frame is taken whatever others hold', () => {
  const { stream } = open(1000 * KIB)
  stream('a').take(1000 * KIB)
  const small = stream('b')
  expect(small.take(16 * KIB)).not.toBe(false)
  expect(small.take(1)).toBe(false)
})

test('who has sent nothing for a second makes room for others, and for nobody else', () => {
  const { budget, stream, cut, pass } = open(1000 * KIB)
  const [a, b] = [stream('a'), stream('b')]
  const onSent = b.take(LARGE / 2)
  a.take(LARGE)
  b.take(LARGE / 2)
  pass(900)
  if (onSent) onSent()
  pass(200)
  expect(stream('c').take(LARGE)).not.toBe(false)
  expect(cut).toEqual([])
  expect(stream('d').take(LARGE)).not.toBe(false)
  expect(cut).toEqual(['a'])
  expect(stream('e').take(LARGE)).toBe(false)
  expect(budget.unsent()).toBe(2.5 * LARGE)
})
