import { expect, test } from 'vitest'
import { findResults } from './find-results.ts'

const of = (kind: string, name: string, detail = '') => ({
  ...{ key: `${kind} ${name}`, kind, name, detail },
  target: undefined,
})
const ALL = [
  ...Array.from({ length: 7 }, (_, n) => of('App', `The tide ${n}`, `ada/tide-${n}`)),
  of('App', 'Tide Tables', 'ada/tables'),
  of('Event', 'High tide', 'ABCD-1'),
]
const names = (text: string) => findResults(text, ALL).map(({ name }) => name)

test('at most five of a kind are found, and what begins with the text comes first', () => {
  expect(names('TIDE')).toEqual([
    ...['Tide Tables', 'The tide 0', 'The tide 1', 'The tide 2', 'The tide 3', 'High tide'],
  ])
})

test('every word must be found, in the name or what tells it apart', () => {
  expect(names('tide ada/tide-4')).toEqual(['The tide 4'])
  expect(names('abcd')).toEqual(['High tide'])
  expect(names('nothing')).toEqual([])
})

test('blanks find nothing', () => {
  expect(names('  ')).toEqual([])
})
