import { expect, test } from 'vitest'
import { toNextLink } from './list-query.ts'

test('a link that would be refused leaves out what no list reads', () => {
  const many = Array.from({ length: 198 }, (_, n) => `x${n}=`).join('&')
  const long = `x=${'x'.repeat(16_300)}`
  for (const others of [many, long]) {
    const url = `/events?api-version=1&${others}&%24filter=a`
    expect(toNextLink(url, 'https://here.example', 'm'.repeat(99))).toBe(
      `https://here.example/events?api-version=1&%24filter=a&$skipToken=${'m'.repeat(99)}`,
    )
  }
})

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
