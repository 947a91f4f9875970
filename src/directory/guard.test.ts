import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { RequestError } from '../platform/errors.ts'
import { closeByDefault } from '../platform/http/access.ts'
import { systemProductTime } from '../platform/time.ts'
import type { Caller } from './caller.ts'
import { guardRoutes } from './guard.ts'

const caller = { kind: 'org', organizationId: 'o', token: {} } as unknown as Caller
const guard = {
  authenticate: async () => caller,
  rights: { granted: {}, refused: {} },
  authorize: async (_request: unknown, right: string) => {
    if (right === 'refused') throw new RequestError('forbidden', 'Forbidden', 'No.')
  },
  productTime: systemProductTime,
  limit: () => undefined,
}

describe('a server does not start', () => {
  test('when a route does not say who may call it', async () => {
    const app = Fastify()
    closeByDefault(app)
    app.get('/forgotten', async () => 'hi')
    await expect(app.ready()).rejects.toThrow('do not declare their access: GET /forgotten')
  })

  test('when a route demands something and nobody checks it', async () => {
    const app = Fastify()
    closeByDefault(app)
    app.get('/unguarded', { config: { access: { right: 'granted' } } }, async () => 'hi')
    await expect(app.ready()).rejects.toThrow('GET /unguarded')
  })
})

test('a route that demands a right nobody knows cannot be added', () => {
  const app = Fastify()
  guardRoutes(app, guard)
  const config = { access: { right: 'misspelt' } }
  expect(() => app.get('/', { config }, async () => 'hi')).toThrow(
    'requires the unknown right "misspelt"',
  )
})

test('a guarded route lets in who has the right, and nobody else', async () => {
  const app = Fastify()
  closeByDefault(app)
  guardRoutes(app, guard)
  app.get('/open', { config: { access: { public: true } } }, async () => 'open')
  app.get('/granted', { config: { access: { right: 'granted' } } }, async () => 'granted')
  app.get('/refused', { config: { access: { right: 'refused' } } }, async () => 'refused')
  expect((await app.inject('/open')).body).toBe('open')
  expect((await app.inject('/granted')).body).toBe('granted')
  expect((await app.inject('/refused')).body).toContain('No.')
  await app.close()
})

test.each([
  ['an error', new RequestError('forbidden', 'Forbidden', 'No.'), 'No.'],
  ['something that is no error', undefined, 'rejected without an error'],
])(
  'a check that throws %s before it awaits anything lets nobody in',
  async (_what, thrown, message) => {
    const app = Fastify()
    const authorize = () => {
      throw thrown
    }
    guardRoutes(app, { ...guard, authorize })
    app.get('/', { config: { access: { right: 'granted' } } }, async () => 'granted')
    expect((await app.inject('/')).json()).toMatchObject({ message })
    await app.close()
  },
)
