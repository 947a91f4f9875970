import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCursors } from './cursors.ts'

const key = randomBytes(32)
const cursorScope = ['events', 'sub-a', '', '']

test('a cursor is read by every node with the key, for the list it was written for', () => {
  const cursor = createCursors([key]).write({ time: 7, id: 'X' }, cursorScope)
  expect(createCursors([key]).read(cursor, cursorScope)).toEqual({ time: 7, id: 'X' })
  expect(createCursors([key]).read(cursor, ['events', 'sub-b', '', ''])).toBeUndefined()
  expect(createCursors([randomBytes(32)]).read(cursor, cursorScope)).toBeUndefined()
  // While the key is replaced: the new one signs, the old one is still verified.
  const both = createCursors([randomBytes(32), key])
  expect(both.read(cursor, cursorScope)).toEqual({ time: 7, id: 'X' })
  expect(createCursors([key]).read(both.write({}, cursorScope), cursorScope)).toBeUndefined()
})

test('parts of a cursor scope cannot be shifted into each other', () => {
  const cursor = createCursors([key]).write({}, ['events', 'ab', 'c'])
  expect(createCursors([key]).read(cursor, ['events', 'a', 'bc'])).toBeUndefined()
})
