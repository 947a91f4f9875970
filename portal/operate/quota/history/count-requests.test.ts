import { expect, test } from 'vitest'
import type { PastRequest } from '../queries.ts'
import { summarize } from './count-requests.ts'

const requests = (...states: PastRequest['provisioningState'][]) =>
  states.map((provisioningState) => ({ provisioningState }) as PastRequest)

test('a summary names only what there is', () => {
  expect(summarize([])).toBe('No requests in the past year.')
  expect(summarize(requests('Failed'))).toBe('1 request in the past year: 1 not granted.')
  expect(summarize(requests('Succeeded', 'Succeeded', 'Invalid', 'InProgress'))).toBe(
    '4 requests in the past year: 2 granted, 1 not granted, 1 open.',
  )
})
