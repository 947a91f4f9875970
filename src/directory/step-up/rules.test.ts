import { describe, expect, test } from 'vitest'
import type { RealTime } from '../../platform/time.ts'
import type { Caller } from '../caller.ts'
import { FRESH_FOR_MS, isAsked, needsConfirmation } from './rules.ts'

const NOW = new Date('2026-06-11T12:00:00Z') as RealTime
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const STATE = {
  isOperator: false,
  isRequiredByOrganization: false,
  hasSecondFactor: false,
  usedAt: null,
}
const OPERATOR = { ...STATE, isOperator: true }
const MEMBER = { ...STATE, isRequiredByOrganization: true }
const HOLDER = { ...STATE, hasSecondFactor: true }

describe('needsConfirmation', () => {
  test.each([
    ['somebody who neither has nor must have one', STATE, true, false],
    ['an operator without one, if it is required', OPERATOR, true, true],
    ['an operator without one, if it is optional', OPERATOR, false, false],
    [
      'an operator with one, if it is optional',
      { ...OPERATOR, hasSecondFactor: true },
      false,
      true,
    ],
    ['a member of an organization that requires one', MEMBER, false, true],
    ['somebody who has one', HOLDER, false, true],
    ['one who gave it at this moment', { ...HOLDER, usedAt: NOW }, true, false],
    ['one who gave it 15 minutes ago', { ...HOLDER, usedAt: ago(FRESH_FOR_MS) }, true, false],
    ['one who gave it a moment before', { ...HOLDER, usedAt: ago(FRESH_FOR_MS + 1) }, true, true],
    ['one who gave it at a node that is ahead', { ...HOLDER, usedAt: ago(-2000) }, true, false],
    ['an operator whose issuer confirmed one', { ...OPERATOR, usedAt: ago(1) }, true, false],
  ])('%s', (_who, state, areOperatorsObliged, expected) => {
    expect(needsConfirmation(state, areOperatorsObliged, NOW)).toBe(expected)
  })

  test('the limit is 15 minutes', () => expect(FRESH_FOR_MS).toBe(900_000))
})

describe('isAsked', () => {
  test.each([
    ['a person who is signed in', { kind: 'user', token: null }, true],
    ['a person with an API token', { kind: 'user', token: { id: 'x' } }, false],
    ['an app token', { kind: 'app', token: { id: 'x' } }, false],
    ['an organization token', { kind: 'org', token: { id: 'x' } }, false],
    ['a service account', { kind: 'service', token: null }, false],
  ])('%s: %s', (_who, caller, expected) => {
    expect(isAsked(caller as Caller)).toBe(expected)
  })
})
