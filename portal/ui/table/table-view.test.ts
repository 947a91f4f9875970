import { describe, expect, test } from 'vitest'
import { nextSort, readTableView, viewRows } from './table-view.ts'

type Row = { name: string; uses: number }
const rows: Row[] = [
  { name: 'Tide 10', uses: 3 },
  { name: 'tide 9', uses: 20 },
  { name: 'Harbour', uses: 100 },
]
const columns = [
  { key: 'name', value: (row: Row) => row.name },
  { key: 'uses', value: (row: Row) => row.uses },
]
const names = (view: { filter?: string; sort?: string }) =>
  viewRows(rows, columns, view).map(({ name }) => name)

describe('a view of rows', () => {
  test('finds rows with every word, in any case and any column', () => {
    expect(names({ filter: 'TIDE' })).toEqual(['Tide 10', 'tide 9'])
    expect(names({ filter: ' 20 tide' })).toEqual(['tide 9'])
    expect(names({ filter: 'nothing' })).toEqual([])
  })

  test('sorts text as people count, and numbers as numbers', () => {
    expect(names({ sort: 'name' })).toEqual(['Harbour', 'tide 9', 'Tide 10'])
    expect(names({ sort: '-uses' })).toEqual(['Harbour', 'tide 9', 'Tide 10'])
  })

  test('finds what a cell says, not the value behind it', () => {
    const worded = [{ key: 'uses', value: () => 1, words: () => 'never used' }]
    expect(viewRows(rows, worded, { filter: 'never' })).toHaveLength(3)
    expect(viewRows(rows, worded, { filter: '1' })).toEqual([])
  })

  test('leaves the order alone for a column that does not exist', () => {
    expect(names({ sort: 'colour' })).toEqual(['Tide 10', 'tide 9', 'Harbour'])
  })
})

test('a second click on a header turns the order round', () => {
  expect(nextSort('name', 'uses')).toBe('uses')
  expect(nextSort('uses', 'uses')).toBe('-uses')
  expect(nextSort('-uses', 'uses')).toBe('uses')
})

test('an address can hold anything; what is no view is left out', () => {
  expect(readTableView({ filter: 12, sort: 'name', other: 1 })).toEqual({
    filter: '12',
    sort: 'name',
  })
  expect(readTableView({ filter: {}, sort: '' })).toEqual({})
})
