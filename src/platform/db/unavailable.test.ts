import { expect, test } from 'vitest'
import { databaseUnavailable, findUnavailableReason } from './unavailable.ts'

test.each([
  ['40001', 'conflict'],
  ['40003', 'interrupted'],
  ['53100', 'disk full'],
  ['53200', 'out of resources'],
  ['57014', 'too slow'],
  ['57P01', 'interrupted'],
  ['25006', 'read-only'],
  ['08006', 'interrupted'],
  ['25P04', 'too slow'],
  // Not of the database: it says nothing about where it failed.
  ['ECONNRESET', undefined],
  ['42703', undefined],
  ['23505', undefined],
])('%s is told as: %s', (code, reason) => {
  expect(findUnavailableReason(Object.assign(new Error('failed'), { code }))).toBe(reason)
})

test('only where nothing can have been committed, the message says that nothing was changed', () => {
  const { message } = databaseUnavailable('interrupted', undefined)
  expect(message).not.toContain('nothing was changed')
  expect(message).toContain('it may have been made')
})
