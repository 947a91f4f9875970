import { expect, test } from 'vitest'
import type { RealTime } from '../../platform/time.ts'
import { isSignInOver, lifetimeOf, planEarlyStart, planRotation } from './rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const key = (number: number) => ({ id: `k${number}`, startsAt: day(number) })

test.each([
  ['nothing yet: one to sign and the next', [], 1, [day(1), day(31)], []],
  ['one that signs, and the next', [key(31), key(1)], 2, [], []],
  ['the next has started: another next', [key(31), key(1)], 31, [day(61)], []],
  ['a day later the old one is not needed', [key(61), key(31), key(1)], 33, [], ['k1']],
  ['but not within that day', [key(61), key(31), key(1)], 31, [], []],
  ['after a long sleep: published a day before it signs', [key(1)], 90, [day(91)], []],
])('%s', (_what, keys, today, startsAt, ended) => {
  const deletionTime = day(today - 1) as RealTime
  expect(planRotation(keys, day(today) as RealTime, deletionTime)).toEqual({ startsAt, ended })
})

test('a clock that is 40 days ahead makes a key and deletes none', () => {
  const now = day(42) as RealTime
  const { startsAt, ended } = planRotation([key(31), key(1)], now, day(1) as RealTime)
  expect([startsAt, ended]).toEqual([[day(61)], []])
})

test.each([
  ['published for long enough: now', 1, 5, 5],
  ['published today: when verifiers know it', 5, 5, 6],
  ['never later than planned', 31, 30.5, 31],
])('an early start of the next key, %s', (_what, created, today, expected) => {
  const keys = [
    { ...key(31), createdAt: day(created) },
    { ...key(1), createdAt: day(1) },
  ]
  const now = day(today) as RealTime
  const planned = planEarlyStart(keys, now, 24 * 3600 * 1000)
  expect([planned?.key.id, planned?.startsAt]).toEqual(['k31', day(expected)])
})

test('without a next key nothing starts early', () => {
  const keys = [{ ...key(1), createdAt: day(1) }]
  expect(planEarlyStart(keys, day(2) as RealTime, 0)).toBeUndefined()
})

test.each([
  ['a password', undefined, 100_000, 86_400, false, true],
  ['an issuer', ['issuer'], 7199, 1, false, false],
  ['an issuer', ['issuer'], 7200, 1, true, true],
  ['a sign-in link', ['sign-in-link'], 600, 3000, false, false],
  ['a sign-in link', ['sign-in-link'], 3599, 1, false, false],
  ['a sign-in link', ['sign-in-link'], 3600, 1, true, true],
])('a sign-in by %s (%j), %d seconds ago', (_how, amr, ageS, lifetime, isOver, isOverWithout) => {
  const signedIn = { amr, sinceS: 1_000_000 }
  const nowS = signedIn.sinceS + ageS
  const issuerSessionMs = 7_200_000
  expect(lifetimeOf(signedIn, 86_400, issuerSessionMs, nowS)).toBe(lifetime)
  const isOverIf = (bundledSignIn: boolean) =>
    isSignInOver(signedIn, { issuerSessionMs, bundledSignIn }, nowS)
  expect([isOverIf(true), isOverIf(false)]).toEqual([isOver, isOverWithout])
})
