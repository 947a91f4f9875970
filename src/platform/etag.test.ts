import { expect, test } from 'vitest'
import { isForAny, satisfiesPrecondition } from './etag.ts'

test.each([
  [{}, true],
  [{ ifMatch: '"a"' }, true],
  [{ ifMatch: '*' }, true],
  [{ ifMatch: '"b", "a"' }, true],
  [{ ifMatch: '"b"' }, false],
  [{ ifMatch: 'W/"a"' }, false],
  [{ ifMatch: '' }, false],
  [{ ifNoneMatch: '"b"' }, true],
  [{ ifNoneMatch: '"a"' }, false],
  [{ ifNoneMatch: 'W/"a"' }, false],
  [{ ifNoneMatch: '"b", W/"a"' }, false],
  [{ ifNoneMatch: '*' }, false],
])('of "a" %j holds: %s', (precondition, expected) => {
  expect(satisfiesPrecondition(precondition, '"a"')).toBe(expected)
})

test.each([
  [{}, true],
  [{ ifMatch: ' * ', ifNoneMatch: '*' }, true],
  [{ ifMatch: '"a"' }, false],
  [{ ifNoneMatch: 'W/"a"' }, false],
])('%j is for anything: %s', (precondition, expected) => {
  expect(isForAny(precondition)).toBe(expected)
})
