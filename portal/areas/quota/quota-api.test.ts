import { expect, test } from 'vitest'
import { type QuotaRequest, titleOf } from './quota-api.ts'

test('the title of a request tells what was granted from what was requested', () => {
  const one = { displayName: 'Buoys', requestedLimit: 300, unit: 'Count' }
  const request = (...value: object[]) => ({ value }) as unknown as QuotaRequest
  expect(titleOf(request(one))).toBe('Buoys 300')
  expect(titleOf(request({ ...one, grantedLimit: 300 }))).toBe('Buoys 300')
  expect(titleOf(request({ ...one, grantedLimit: 120 }))).toBe('Buoys 120 of 300')
})
