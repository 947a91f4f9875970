import { expect, test } from 'vitest'
import { diff, isName } from './rules.ts'

const buoys = { name: 'buoys', defaultLimit: 5 }
const gauges = { name: 'gauges', defaultLimit: 7 }
const entry = { locations: ['eastus'], resources: [buoys, gauges] }

test.each([
  ['what is new', undefined, entry, { after: entry }],
  ['nothing', entry, entry, { before: { resources: [] }, after: { resources: [] } }],
  [
    'a place',
    entry,
    { ...entry, locations: ['westus'] },
    {
      before: { locations: ['eastus'], resources: [] },
      after: { locations: ['westus'], resources: [] },
    },
  ],
  [
    'one resource changed and one gone',
    entry,
    { ...entry, resources: [{ ...buoys, maximum: 9 }] },
    { before: { resources: [buoys, gauges] }, after: { resources: [{ ...buoys, maximum: 9 }] } },
  ],
])('tells %s', (_what, before, after, expected) => expect(diff(before, after)).toEqual(expected))

test.each([
  ['Contoso.Tides', true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  [' a', false],
  ['a/b', false],
  ['a#', false],
  ['', false],
])('%s is a name: %s', (text, expected) => expect(isName(text)).toBe(expected))
