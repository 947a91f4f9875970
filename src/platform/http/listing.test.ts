import { expect, test } from 'vitest'
import { toNextLink } from './listing.ts'

test.each([
  ['/events?api-version=1', '/events?api-version=1&$skipToken=m'],
  ['/events', '/events?$skipToken=m'],
  ['/events?$skipToken=old&a=b', '/events?a=b&$skipToken=m'],
  ['/events?a=b&%24SKIPtoken=old', '/events?a=b&$skipToken=m'],
  ['/events?a=b&$skip%54oken=old', '/events?a=b&$skipToken=m'],
  ['/events?%24%73kipToken=old&$skipToken&a=%zz', '/events?a=%zz&$skipToken=m'],
  ['/events?$skipTokens=kept', '/events?$skipTokens=kept&$skipToken=m'],
  ['http://elsewhere.example/events?a=b', '/events?a=b&$skipToken=m'],
])('%s goes on at %s', (url, next) => {
  expect(toNextLink(url, 'https://here.example', 'm')).toBe(`https://here.example${next}`)
})
