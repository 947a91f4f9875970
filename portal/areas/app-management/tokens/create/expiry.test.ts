import { expect, test } from 'vitest'
import { choicesWith, isExpired, parseExpiry, toDay } from './expiry.ts'

const now = new Date(2026, 4, 4, 12, 0, 0)

test('a choice of days counts from now, and never is nothing', () => {
  expect(parseExpiry('never', '', now)).toEqual({ at: null })
  expect(parseExpiry('7', '', now)).toEqual({ at: new Date(now.getTime() + 7 * 86_400_000) })
})

test('a number of days that is not among the choices is one more', () => {
  expect(choicesWith(null)).toBe(choicesWith(90))
  expect(choicesWith(45)).toEqual([['45', 'In 45 days'], ...choicesWith(null)])
})

test('a day is over at its end, where the person is', () => {
  expect(parseExpiry('date', '2026-05-04', now)).toEqual({ at: new Date(2026, 4, 4, 23, 59, 59) })
  expect(parseExpiry('date', '2026-05-03', now)).toEqual({
    problem: 'Select today or a later date.',
  })
  expect(parseExpiry('date', '', now)).toEqual({ problem: 'Select an expiry date.' })
})

test('a day is written as a date field has it', () => {
  expect(toDay(now)).toBe('2026-05-04')
})

test('a token without an end never expires', () => {
  expect(isExpired(null, now)).toBe(false)
  expect(isExpired(now.toISOString(), now)).toBe(true)
  expect(isExpired(new Date(now.getTime() + 1).toISOString(), now)).toBe(false)
})
