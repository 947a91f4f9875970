import { expect, test } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import { askAgain } from './ask-again.ts'

const after = (error: Error | null) => askAgain({ state: { error } })
const refused = (status: number, retryAfterS?: number) =>
  new ApiError(status, 'Code', 'Message.', undefined, undefined, retryAfterS)

test('a page asks every 15 s, later if the server wants it, and after no answer', () => {
  expect(after(null)).toBe(15_000)
  expect(after(refused(0))).toBe(15_000)
  expect(after(refused(429, 2))).toBe(15_000)
  expect(after(refused(429, 40))).toBe(40_000)
  expect(after(refused(503, 40))).toBe(40_000)
})

test.each([400, 401, 403, 404])('%i: not until a person does something', (status) => {
  expect(after(refused(status))).toBe(false)
})
