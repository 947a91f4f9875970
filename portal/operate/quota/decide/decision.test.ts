import { expect, test } from 'vitest'
import { findProblems, toDecision } from './decision.ts'

const typed = { kind: 'lower', limit: '15', reason: ' All there is. ' } as const

test('a lower limit is a whole number below the requested one, and a reason is required', () => {
  expect(findProblems(typed, 30)).toEqual({})
  for (const limit of ['30', '31', '-1', '1.5', '', 'x']) {
    expect(findProblems({ ...typed, limit }, 30)).toEqual({
      limit: 'Enter a whole number below 30.',
    })
  }
  expect(findProblems({ kind: 'approve', limit: 'x', reason: ' ' }, 30)).toEqual({
    reason: 'Enter a reason.',
  })
})

test('only a lower limit is sent', () => {
  expect(toDecision(typed)).toEqual({ decision: 'approve', limit: 15, reason: 'All there is.' })
  expect(toDecision({ ...typed, kind: 'approve' })).toEqual({
    decision: 'approve',
    reason: 'All there is.',
  })
  expect(toDecision({ ...typed, kind: 'deny' }).decision).toBe('deny')
})
