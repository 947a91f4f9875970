import { expect, test } from 'vitest'
import { readNewRequestView } from './new-request-view.ts'
import { newRow, nextRow, readLimit, toInputs, toPuts } from './request-rows.ts'

test.each([
  ['40', 40],
  [' 1 000 ', 1000],
  ['25,000', 25_000],
  ['0', 0],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['many', undefined],
])('"%s" is read as %s', (text, value) => {
  expect(readLimit(text)).toBe(value)
})

const east = { provider: 'Contoso.Tides', location: 'East US' }

test('nothing is checked or sent until every row is complete', () => {
  const whole = newRow({ ...east, resource: 'buoys', limit: '40' })
  expect(toInputs([whole])).toEqual([{ ...east, resource: 'buoys', limit: 40 }])
  expect(toInputs([whole, nextRow([whole])])).toBeUndefined()
})

test('a new row is for the east of the last', () => {
  expect(nextRow([newRow({ ...east, resource: 'buoys' })])).toMatchObject({
    ...east,
    resource: '',
    limit: '',
  })
})

test('there is one PUT for each east', () => {
  const buoys = { ...east, resource: 'buoys', limit: 1 }
  const lamps = { ...east, resource: 'lamps', limit: 2 }
  const far = { ...buoys, location: 'West US' }
  expect(toPuts([buoys, far, lamps])).toEqual([[buoys, lamps], [far]])
})

test('an address can hold anything; what is no row is left out', () => {
  expect(readNewRequestView({ provider: 'P', location: 7, again: '', other: 'x' })).toEqual({
    provider: 'P',
  })
})
