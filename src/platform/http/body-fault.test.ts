import { expect, test } from 'vitest'
import { DEEPEST_BODY, findBodyFault } from './body-fault.ts'

const nest = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

test.each([
  ['nothing at all', undefined, undefined],
  [
    'texts, numbers and nothing',
    { a: ['\u{1f6a2}', 1e308, null, true, 'back\\u0000slash'] },
    undefined,
  ],
  ['NUL in a text', { a: [{ b: 'x\0' }] }, 'text'],
  ['half of a pair in a text', ['\ud800'], 'text'],
  ['half of a pair in a name', { a: { '\udc00': 1 } }, 'text'],
  ['a number beyond numbers', JSON.parse('{"a": [1e999]}'), 'number'],
  ['as many levels as may be', nest(DEEPEST_BODY + 1), undefined],
  ['one more', nest(DEEPEST_BODY + 2), 'depth'],
  ['a hundred thousand more', nest(100_000), 'depth'],
])('%s', (_what, body, fault) => {
  expect(findBodyFault(body)).toBe(fault)
})
