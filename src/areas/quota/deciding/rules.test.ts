import { expect, test } from 'vitest'
import { grantedMessage, judge, type RuleInput, type RuleSet, refuseGrant } from './rules.ts'

const RULES: RuleSet = { decrease: 'approve', withinHeadroom: 'approve', beyondHeadroom: 'ask' }
const resource = { defaultLimit: 20, headroom: 80, maximum: 500, unit: 'Count' }
const input = (requestedLimit: number, more: Partial<RuleInput> = {}): RuleInput => ({
  requestedLimit,
  currentLimit: 20,
  currentValue: 5,
  resource,
  ...more,
})

test.each([
  ['withdrawn', input(30, { resource: undefined }), RULES, 'Invalid'],
  ['above the maximum', input(501), RULES, 'Invalid'],
  ['at the maximum', input(500), RULES, 'ask'],
  ['without a maximum', input(10_000, { resource: { ...resource, maximum: null } }), RULES, 'ask'],
  ['below what is in use', input(4), RULES, 'Failed'],
  ['just what is in use', input(5), RULES, 'grant'],
  ['as much as there is', input(20), RULES, 'grant'],
  ['at the end of the headroom', input(100), RULES, 'grant'],
  ['beyond it', input(101), RULES, 'ask'],
  ['within a limit that was raised before', input(300, { currentLimit: 400 }), RULES, 'grant'],
  ['a decrease that is to be asked about', input(10), { ...RULES, decrease: 'ask' }, 'ask'],
  ['an increase that is denied', input(101), { ...RULES, beyondHeadroom: 'deny' }, 'Failed'],
] as const)('%s', (_what, given, rules, expected) => expect(judge(given, rules).to).toBe(expected))

test.each([
  ['as asked', 300, input(300), undefined],
  ['less, and still more than there is', 21, input(300), undefined],
  ['more than asked', 301, input(300), 'You cannot grant more than the requested limit of 300.'],
  ['withdrawn', 300, input(300, { resource: undefined }), /^The resource was removed/],
  ['above a maximum that came later', 501, input(501), /^The maximum is 500\./],
  ['no more than there is, of an increase', 20, input(300), /^The current limit is 20, and/],
  ['below what is in use', 4, input(10), /^The current usage is 5\./],
  ['just what is in use, of a decrease', 5, input(10), undefined],
] as const)('a person grants %s', (_what, granted, given, expected) => {
  const refused = refuseGrant(granted, given)?.message
  if (expected instanceof RegExp) expect(refused).toMatch(expected)
  else expect(refused).toBe(expected)
})

test('a smaller grant names both amounts', () => {
  expect(grantedMessage(5, 9, 'Count', 'because: enough.')).toBe(
    'Granted 5 of the 9 (Count) requested, because: enough.',
  )
  expect(grantedMessage(9, 9, 'Count', 'because: all.')).toBe('Granted 9 (Count), because: all.')
})
