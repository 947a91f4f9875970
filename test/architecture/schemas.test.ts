import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync } from 'node:fs'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import { buildValidators } from '../../src/platform/http/errors/validation.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { useServer } from '../support/server/server.ts'

const ajv = new Ajv2020({ strict: false })
const isValid = (schema: object) => ajv.validateSchema(schema) === true

/** What stands under `schema` anywhere, and the shared schemas. */
function listSchemas(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'schema') return [inner as object]
    return key === 'schemas' ? Object.values<object>(inner) : listSchemas(inner)
  })
}

test.each(globSync('openapi/*.json'))('%s: every schema of a route is valid', (file) => {
  const schemas = listSchemas(JSON.parse(readFileSync(file, 'utf8')))
  expect(schemas.length).toBeGreaterThan(5)
  expect(schemas.filter((schema) => !isValid(schema))).toEqual([])
})

test('a misspelt type is found', () => {
  expect(isValid({ type: 'object', properties: { name: { type: 'sting' } } })).toBe(false)
})

/** A server compiles a schema with the first request that needs it, so a fault in one would not stop a start. */
describe('the schemas of all routes', () => {
  type Route = Readonly<{ url: string; scope: FastifyInstance; schema: FastifySchema }>
  const routes: Route[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', function (this: FastifyInstance, { url, schema }) {
      if (schema) routes.push({ url, scope: this, schema })
    })
  }
  beforeAll(() => subscribe('fastify.initialization', collect))
  afterAll(() => void unsubscribe('fastify.initialization', collect))
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const env = { PUBLIC_URL: 'http://binnacle.example' }
  useServer({ databaseUrl: database.url, seal, env })

  const faultsOf = (check: (route: Route) => void) =>
    routes.flatMap((route) => {
      try {
        check(route)
        return []
      } catch (error) {
        return [`${route.url}: ${error}`]
      }
    })

  test('validators can be made of them', () => {
    expect(routes.length).toBeGreaterThan(200)
    const faults = faultsOf(({ scope, schema: { params, querystring, headers, body } }) => {
      const compile = buildValidators(scope.getSchemas())
      for (const schema of [params, querystring, headers, body]) {
        if (schema) compile({ schema, method: '', url: '' })(undefined)
      }
    })
    expect(faults).toEqual([])
  })

  test('writers of answers can be made of them', () => {
    const faults = faultsOf(({ scope, url, schema: { response } }) => {
      const build = SerializerSelector()(scope.getSchemas(), {})
      for (const [httpStatus, schema] of Object.entries(response ?? {})) {
        if (!('content' in (schema as object))) build({ schema, httpStatus, method: '', url })
      }
    })
    expect(faults).toEqual([])
  })
})
