import { expect, test } from 'vitest'
import { toggleSelection } from './selection.ts'

const keys = ['a', 'b', 'c', 'd']
const toggle = (selected: string[], key: string, anchor?: string) =>
  [...toggleSelection(new Set(selected), keys, key, anchor)].sort()

test('one row is selected and deselected', () => {
  expect(toggle([], 'b')).toEqual(['b'])
  expect(toggle(['b', 'c'], 'b')).toEqual(['c'])
})

test('a range gets the state of the row it ends on, in both directions', () => {
  expect(toggle(['a'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(toggle(['d'], 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(toggle(['a', 'b', 'c'], 'b', 'a')).toEqual(['c'])
})

test('an anchor that is filtered away does not count', () => {
  expect(toggle([], 'b', 'gone')).toEqual(['b'])
})
