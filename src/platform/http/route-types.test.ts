import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, expectTypeOf, test } from 'vitest'
import type { Call, Caller, Person } from '../../directory/caller.ts'
import { typeRoutes } from './route-types.ts'
import { answer, NO_CONTENT, pathParams, withErrors } from './schema.ts'

const shown = { 200: answer('The app.', Type.Object({ name: Type.String() })) }

test('a handler has the types of its schema', async () => {
  const app = typeRoutes(Fastify())
  const params = pathParams('owner', 'app')
  const querystring = Type.Object({ top: Type.Optional(Type.Integer()) })
  const response = withErrors(shown, { default: Type.Object({ code: Type.String() }) })
  app.get('/:owner/:app', { schema: { params, querystring, response } }, ({ params, query }) => {
    expectTypeOf(params).toEqualTypeOf<{ owner: string; app: string }>()
    expectTypeOf(query).toEqualTypeOf<{ top?: number }>()
    return { name: `${params.owner} ${params.app} ${query.top}` }
  })
  // @ts-expect-error: the schema says what is answered, and an error is thrown.
  app.get('/other', { schema: { response } }, async () => ({ code: 'NotFound' }))
  // @ts-expect-error: nothing is answered with 204.
  app.get('/done', { schema: { response: NO_CONTENT } }, (_, reply) => reply.code(204).send({}))
  expect((await app.inject('/ada/moon?top=3')).json()).toEqual({ name: 'ada moon 3' })
  await app.close()
})

test('a handler has the callers that its right is for', () => {
  const app = typeRoutes(Fastify())
  app.get('/user', { config: { access: { right: 'read', by: ['user'] } } }, ({ call }) =>
    expectTypeOf(call).toEqualTypeOf<Call<Person>>(),
  )
  app.get('/any', { config: { access: { right: 'read' } } }, ({ call }) =>
    expectTypeOf(call).toEqualTypeOf<Call<Caller>>(),
  )
})
