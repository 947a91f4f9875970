import { expect, test } from 'vitest'
import { type Facts, grantedMessage, judge, type RuleSet, refuseGrant } from './rules.ts'

const RULES: RuleSet = { decrease: 'approve', withinHeadroom: 'approve', beyondHeadroom: 'ask' }
const resource = { defaultLimit: 20, headroom: 80, maximum: 500, unit: 'Count' }
const facts = (asked: number, more: Partial<Facts> = {}): Facts => ({
  asked,
  limit: 20,
  currentValue: 5,
  resource,
  ...more,
})

test.each([
  ['withdrawn', facts(30, { resource: undefined }), RULES, 'Invalid'],
  ['above the maximum', facts(501), RULES, 'Invalid'],
  ['at the maximum', facts(500), RULES, 'ask'],
  ['without a maximum', facts(10_000, { resource: { ...resource, maximum: null } }), RULES, 'ask'],
  ['below what is in use', facts(4), RULES, 'Failed'],
  ['just what is in use', facts(5), RULES, 'grant'],
  ['as much as there is', facts(20), RULES, 'grant'],
  ['at the end of the headroom', facts(100), RULES, 'grant'],
  ['beyond it', facts(101), RULES, 'ask'],
  ['within a limit that was raised before', facts(300, { limit: 400 }), RULES, 'grant'],
  ['a decrease that is to be asked about', facts(10), { ...RULES, decrease: 'ask' }, 'ask'],
  ['an increase that is denied', facts(101), { ...RULES, beyondHeadroom: 'deny' }, 'Failed'],
] as const)('%s', (_what, given, rules, expected) => expect(judge(given, rules).to).toBe(expected))

test.each([
  ['as asked', 300, facts(300), undefined],
  ['less, and still more than there is', 21, facts(300), undefined],
  ['more than asked', 301, facts(300), 'No more than was asked for can be granted: 300.'],
  ['withdrawn', 300, facts(300, { resource: undefined }), /^The resource was taken out/],
  ['above a maximum that came later', 501, facts(501), /^Nobody can have more than 500\./],
  ['no more than there is, of an increase', 20, facts(300), /^The limit is 20, and more/],
  ['below what is in use', 4, facts(10), /^5 are in use\./],
  ['just what is in use, of a decrease', 5, facts(10), undefined],
] as const)('a person grants %s', (_what, granted, given, expected) => {
  const refused = refuseGrant(granted, given)
  if (expected instanceof RegExp) expect(refused).toMatch(expected)
  else expect(refused).toBe(expected)
})

test('a smaller grant names both amounts', () => {
  expect(grantedMessage(5, 9, 'Count', 'because: enough.')).toBe(
    'Granted 5 of the 9 (Count) asked for, because: enough.',
  )
  expect(grantedMessage(9, 9, 'Count', 'by rule')).toBe('Granted 9 (Count), by rule')
})
