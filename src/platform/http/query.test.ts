import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { matchQueryNames, parseQuery } from './query.ts'

test.each([
  ['', {}],
  ['API-Version=1&$FILTER=a%20b', { 'api-version': '1', $filter: 'a b' }],
  ['%24filter=a+b', { $filter: 'a b' }],
  ['api-version=1&Api-Version=2', { 'api-version': ['1', '2'] }],
  ['a=1&a=2&A=3', { a: ['1', '2', '3'] }],
  ['a=1=2&b&=c&&d=%ff%zz', { a: '1=2', b: '', '': 'c', d: '\uFFFD%zz' }],
  ['8=z=é%8%', { 8: 'z=é%8%' }],
  ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
] as const)('%j is read as %j', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual({ ...query })
})

/** `count` spellings of one name of 14 letters, each with a value. */
function spell(count: number): string {
  const letters = [...'abcdefghijklmn']
  const spelling = (n: number) =>
    letters.map((letter, bit) => ((n >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
  return Array.from({ length: count }, (_, n) => `${spelling(n)}=v`).join('&')
}

test('200 spellings of one name are one list', () => {
  expect(parseQuery(spell(200))).toEqual({ abcdefghijklmn: Array(200).fill('v') })
})

test.each([
  ['the most spellings that are read', spell(200)],
  ['the most encoded characters that are read', `x=${'%C3%A9'.repeat(2700)}`],
  ['the most characters that cannot be decoded', `x=${'%ff'.repeat(5400)}`],
  ['nothing but separators', '&'.repeat(16_000)],
])('%s take less than 1 ms to read', (_what, text) => {
  const times = Array.from({ length: 40 }, () => {
    const start = performance.now()
    parseQuery(text)
    return performance.now() - start
  })
  // The best of many: the rest is what else the machine does.
  expect(Math.min(...times)).toBeLessThan(1)
})

test('a route sees the spelling it declares, whatever the caller wrote', async () => {
  const app = Fastify({ routerOptions: { querystringParser: parseQuery } })
  matchQueryNames(app)
  const querystring = Type.Object({ queryStartTime: Type.String() })
  app.get('/', { schema: { querystring } }, async (request) => request.query)
  for (const name of ['queryStartTime', 'querystarttime', 'QUERYSTARTTIME']) {
    expect((await app.inject(`/?${name}=now`)).json()).toEqual({ queryStartTime: 'now' })
  }
  expect((await app.inject('/?other=now')).statusCode).toBe(400)
  await app.close()
})
