import { expect, test } from 'vitest'
import { makeToken } from '../../../src/directory/api-token.ts'
import { findTokenValues } from './token-values.ts'

const { value } = makeToken('app', '01a1dda4-f4a7-7e3a-96a0-d6198c594e2b')

test('a value is found wherever it should not stand', () => {
  const created = JSON.stringify({ id: 'x', api_token: value })
  expect(findTokenValues(201, '[]', created)).toEqual([])
  expect(findTokenValues(200, '[]', created)).toEqual([value])
  expect(findTokenValues(201, '[]', JSON.stringify({ api_token: value, again: value }))).toEqual([
    value,
  ])
  expect(findTokenValues(201, '[]', JSON.stringify({ nested: { api_token: value } }))).toEqual([
    value,
  ])
  expect(findTokenValues(401, '[]', JSON.stringify({ message: `No: ${value}` }))).toEqual([value])
  expect(findTokenValues(204, JSON.stringify([['x', value]]), '')).toEqual([value])
})
