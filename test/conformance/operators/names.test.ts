import { beforeAll, describe, expect, test } from 'vitest'
import { type Reader, VERSION } from '../../support/http/service-health.ts'
import { health } from '../management.ts'
import { readDocument, unique } from '../world.ts'

const WEST = unique('west')

let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(WEST, { [ada.id]: 'owner' })
})

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
}
type Operation = {
  requestBody?: { content: Record<string, { schema: Schema }> }
  operationId: string
}
const document = await readDocument('operator')
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace('/operator/v1', '').replaceAll(/[{}]/g, ''),
      takesBody: requestBody !== undefined,
      schema: Object.values(requestBody?.content ?? {})[0]?.schema ?? {},
    })),
)

/** For each object below the first level: what is around it, with `inner` in its place. */
function pathsOf(schema: Schema): { at: string; wrap: (inner: object) => object }[] {
  const { properties, items } = resolve(schema)
  return Object.entries({ ...properties, ...(items && { '[]': items }) }).flatMap(
    ([name, part]) => {
      const wrap = (inner: object) => (name === '[]' ? [inner] : { [name]: inner })
      const { properties: within, additionalProperties } = resolve(part)
      const here = within && !additionalProperties ? [{ at: name, wrap }] : []
      const deeper = pathsOf(part).map((target) => ({
        at: `${name} ${target.at}`,
        wrap: (inner: object) => wrap(target.wrap(inner)),
      }))
      return [...here, ...deeper]
    },
  )
}
const resolve = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema

describe('400 with the offender named, on every operation of operators', () => {
  test('a query name that the operation does not take', async () => {
    expect(operations.length).toBeGreaterThan(30)
    for (const { method, path } of operations) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const answer = await health.callAsOperator(method, `${path}?pageSiez=3`, body)
      const reported = [method, path, answer.status, answer.body?.error?.code]
      expect(reported).toEqual([method, path, 400, 'InvalidParameter'])
      expect(answer.body.error.message).toContain('"pagesiez"')
    }
  })

  test('a body property that the operation does not take', async () => {
    const writes = operations.filter(({ takesBody }) => takesBody)
    expect(writes.length).toBeGreaterThan(20)
    for (const { method, path } of writes) {
      const answer = await health.callAsOperator(method, path, { displayNmae: 'x' })
      const reported = [method, path, answer.status, answer.body?.error?.code]
      expect(reported).toEqual([method, path, 400, 'InvalidParameter'])
      expect(answer.body.error.message).toContain('"displayNmae"')
    }
  })
})

const targets = operations.flatMap(({ method, path, schema }) =>
  pathsOf(schema).map((target) => ({ method, path, ...target })),
)

test.each(targets)('400: $method $path with a misspelt property in $at', async (target) => {
  const body = target.wrap({ displayNmae: 'x' })
  const answer = await health.callAsOperator(target.method, target.path, body)
  expect([answer.status, answer.body?.error?.code]).toEqual([400, 'InvalidParameter'])
  expect(answer.body.error.message).toMatch(/^The body property "displayNmae" in \S+ is unknown/)
})

test('the objects within bodies are found in the document', () => {
  expect(targets.map(({ path, at }) => `${path} ${at}`)).toEqual(
    expect.arrayContaining([
      '/quota/providers/provider resources []',
      '/subscriptions/subscription_id/footprint value []',
      '/events properties links [] displayText',
    ]),
  )
})

test('what holds any name takes any name', async () => {
  const properties = { article: { parameters: { any: { deeper: 1 } } } }
  const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', properties }
  expect((await health.callAsOperator('POST', '/events', event)).status).toBe(201)
})

test('known query names are taken in any case', async () => {
  const { status, body } = await health.callAsOperator(
    'GET',
    `/accounts?SEARCH=${unique('nobody')}`,
  )
  expect([status, body.value]).toEqual([200, []])
})

test('published operations pass over what they do not know, as their clients expect', async () => {
  const asked = `api-version=${VERSION}&pageSiez=3`
  expect((await health.askRaw(ada, `${health.path(WEST)}?${asked}`)).status).toBe(200)
})
