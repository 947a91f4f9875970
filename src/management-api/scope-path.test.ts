import { expect, test } from 'vitest'
import { removeScopeSlashes } from './scope-path.ts'

const PATH = '/subscriptions/s/providers/P/locations/l/providers/V.Quota/quotas'

test.each([
  ['//subscriptions/s/providers/P/locations/l/providers/V.Quota/quotas', PATH],
  ['///Subscriptions/s/providers/P', '/Subscriptions/s/providers/P'],
  ['/subscriptions/s/providers/P/locations/l//providers/V.Quota/quotas', PATH],
  ['//subscriptions/s/providers/P/locations/l///providers/V.Quota/quotas', PATH],
  [`/${PATH}?next=//a//providers/b`, `${PATH}?next=//a//providers/b`],
])('%s', (sent, read) => {
  expect(removeScopeSlashes(sent)).toBe(read)
})

test.each([
  PATH,
  `${PATH}?next=//subscriptions/s//providers/b`,
  '/subscriptions//providers/V.ResourceHealth/events',
  '/subscriptions/s//resourceGroups/g',
  '//v0.1/user',
  '//example.com/',
  '/',
])('%s stays as it is', (url) => {
  expect(removeScopeSlashes(url)).toBe(url)
})

test('a long run of slashes takes no longer than its length', () => {
  const slashes = '/'.repeat(16_000)
  const beganAt = performance.now()
  expect(removeScopeSlashes(`/a${slashes}b`)).toBe(`/a${slashes}b`)
  expect(removeScopeSlashes(`${slashes}subscriptions${slashes}x`)).toBe(`/subscriptions${slashes}x`)
  expect(performance.now() - beganAt).toBeLessThan(500)
})
