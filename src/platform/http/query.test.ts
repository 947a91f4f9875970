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
  ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
] as const)('%j is read as %j', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual({ ...query })
})

test('what comes after a thousand others is read too', () => {
  const others = Array.from({ length: 1500 }, (_, n) => `a${n}=`).join('&')
  expect(parseQuery(`${others}&$Filter=x`)).toMatchObject({ $filter: 'x', a1499: '' })
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
