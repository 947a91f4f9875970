import { expect, test } from 'vitest'
import { ApiError } from '../../../../../client/api-error.ts'
import { positionIn, problemsOf } from './field-problems.ts'

const FAULT = 'The filter is not valid at position 8: unexpected "is", expected "eq".'

test.each([
  ['InvalidNotificationName', { name: FAULT }],
  ['InvalidAddress', { address: FAULT }],
  ['InvalidODataQueryOptions', { filter: FAULT }],
  ['FilterNeverMatches', { filter: FAULT }],
  ['TooManyNotifications', {}],
])('%s', (code, problems) => {
  expect(problemsOf(new ApiError(400, code, FAULT))).toEqual(problems)
})

test('no error is no problem', () => {
  expect(problemsOf(undefined)).toEqual({})
})

test('the place in a filter counts from 0', () => {
  expect([positionIn(FAULT), positionIn('The filter can never match.')]).toEqual([7, undefined])
})
