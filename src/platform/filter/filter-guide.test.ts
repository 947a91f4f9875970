import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFault } from './fault.ts'
import { type Fields, parseFilter } from './filter.ts'
import type { Field } from './value.ts'

const guide = readFileSync('docs/guides/filter.md', 'utf8')
const rows = [...guide.matchAll(/^\| `(\w+)` \| (text|integer|boolean|time)(, several)? \|/gm)]
const fields: Fields = Object.fromEntries(
  rows.map(([, name, type]) => [name, { type: type as Field['type'] }]),
)
const examples = /```odata\n([^`]*)```/.exec(guide)?.[1]?.trim().split('\n') ?? []
const faults = [...guide.matchAll(/^\| `(.+)` \| (The filter .+) \|$/gm)]

test('the guide names the fields that were decided (DB18)', () => {
  const decisions = readFileSync('docs/spec/decisions/service-health.md', 'utf8')
  const names = /^\| DB18 \| [^|]* \| ([^|]*) \|/m.exec(decisions)?.[1]?.trim().split(', ')
  expect(Object.keys(fields)).toEqual(names)
})

test('the examples of the guide can be read', () => {
  expect(examples.length).toBeGreaterThan(8)
  for (const text of examples) expect(parseFilter(text, fields), text).toHaveProperty('filter')
})

test('the messages of the guide are those that callers get', () => {
  expect(faults.length).toBeGreaterThan(3)
  for (const [, text = '', message] of faults) {
    const outcome = parseFilter(text, fields)
    expect('fault' in outcome && describeFault(outcome.fault)).toBe(message)
  }
})
