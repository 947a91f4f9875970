import { expect, test } from 'vitest'
import { suggest } from './suggestion.ts'

const KNOWN = ['login', 'apps', 'orgs', 'members', 'tokens', 'events', 'quota', 'serve', 'dev']

test.each([
  ['app', 'apps'],
  ['token', 'tokens'],
  ['Member', 'members'],
  ['toekns', 'tokens'],
  ['evnets', 'events'],
  ['qouta', 'quota'],
  ['frobnicate', undefined],
  ['x', undefined],
  ['', undefined],
])('%s: %s', (typed, meant) => {
  expect(suggest(typed, KNOWN)).toBe(meant)
})
