import { expect, test } from 'vitest'
import { DEEPEST_BODY, findBodyFault } from './unstorable.ts'

const nest = (levels: number, inner: unknown = 1) =>
  JSON.parse(`${'{"a":'.repeat(levels)}${JSON.stringify(inner)}${'}'.repeat(levels)}`)

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
  ['half of a pair at the deepest level', nest(DEEPEST_BODY, '\ud800'), 'text'],
  ['the bytes of an upload', Buffer.from('\0'), undefined],
  ['a number beyond numbers', JSON.parse('{"a": [1e999]}'), 'number'],
  ['as many levels as may be', nest(DEEPEST_BODY + 1), undefined],
  ['one more', nest(DEEPEST_BODY + 2), 'depth'],
  ['a hundred thousand more', nest(100_000), 'depth'],
])('%s', (_what, body, fault) => {
  expect(findBodyFault(body)).toBe(fault)
})
