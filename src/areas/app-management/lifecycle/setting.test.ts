import { expect, test } from 'vitest'
import { parseLifecycle } from './setting.ts'

test('a bare date counts to its end, a time is taken as it is', () => {
  const text =
    '{"account":{"date":"2025-03-31","enforce":true},"analytics":{"date":"2026-06-30T12:00:00Z"}}'
  expect(parseLifecycle(text)).toEqual({
    account: { endsAt: new Date('2025-03-31T23:59:59Z'), enforce: true },
    analytics: { endsAt: new Date('2026-06-30T12:00:00Z'), enforce: false },
  })
  expect(parseLifecycle('{}')).toEqual({})
})

test.each([
  'nonsense',
  '[]',
  '{"acount":{"date":"2025-03-31"}}',
  '{"foo":{}}',
  '{"account":{}}',
  '{"account":{"date":"2025-02-30"}}',
  '{"account":{"date":"2025-13-01"}}',
  '{"account":{"date":"soon"}}',
  '{"account":{"date":"2025-03-31","enforce":"yes"}}',
  '{"account":{"date":"2025-03-31","enforced":true}}',
])('%s is refused', (text) => {
  expect(parseLifecycle(text)).toBeUndefined()
})
