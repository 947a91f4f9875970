import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { useHealth } from '../health.ts'
import { type Reader, VERSION } from '../health-calls.ts'

const health = useHealth()
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('west', { [ada.id]: 'owner' })
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
const document = JSON.parse(readFileSync('openapi/operator.json', 'utf8'))
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
function placesOf(schema: Schema): { at: string; wrap: (inner: object) => object }[] {
  const { properties, items } = resolve(schema)
  return Object.entries({ ...properties, ...(items && { '[]': items }) }).flatMap(
    ([name, part]) => {
      const wrap = (inner: object) => (name === '[]' ? [inner] : { [name]: inner })
      const { properties: within, additionalProperties } = resolve(part)
      const here = within && !additionalProperties ? [{ at: name, wrap }] : []
      const deeper = placesOf(part).map((place) => ({
        at: `${name} ${place.at}`,
        wrap: (inner: object) => wrap(place.wrap(inner)),
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
      const answer = await health.operate(method, `${path}?pageSiez=3`, body)
      const told = [method, path, answer.status, answer.body?.error?.code]
      expect(told).toEqual([method, path, 400, 'InvalidParameter'])
      expect(answer.body.error.message).toContain('"pagesiez"')
    }
  })

  test('a body property that the operation does not take', async () => {
    const writes = operations.filter(({ takesBody }) => takesBody)
    expect(writes.length).toBeGreaterThan(20)
    for (const { method, path } of writes) {
      const answer = await health.operate(method, path, { displayNmae: 'x' })
      const told = [method, path, answer.status, answer.body?.error?.code]
      expect(told).toEqual([method, path, 400, 'InvalidParameter'])
      expect(answer.body.error.message).toContain('"displayNmae"')
    }
  })
})

const places = operations.flatMap(({ method, path, schema }) =>
  placesOf(schema).map((place) => ({ method, path, ...place })),
)

test.each(places)('400: $method $path with a misspelt property in $at', async (place) => {
  const body = place.wrap({ displayNmae: 'x' })
  const answer = await health.operate(place.method, place.path, body)
  expect([answer.status, answer.body?.error?.code]).toEqual([400, 'InvalidParameter'])
  expect(answer.body.error.message).toMatch(/^The body property "displayNmae" in \S+ is not known/)
})

test('the objects within bodies are found in the document', () => {
  expect(places.map(({ path, at }) => `${path} ${at}`)).toEqual(
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
  expect((await health.operate('POST', '/events', event)).status).toBe(201)
})

test('a misspelt property within the body is named too', async () => {
  const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
  const tell = async (body: object) =>
    (await health.operate('POST', '/events', { ...event, ...body })).body.error.message
  expect(await tell({ properties: { titel: 'x' } })).toContain('"titel"')
  const impact = [{ impactedService: 'x', impactedRegoins: [] }]
  expect(await tell({ impact })).toContain('"impactedRegoins"')
  expect(await tell({ properties: { article: { content: 'x' } } })).toContain('"content"')
})

test('known query names are taken in any case', async () => {
  expect((await health.operate('GET', '/events?$SkipToken=ABCD-EFGH1')).status).toBe(200)
})

test('published operations pass over what they do not know, as their clients expect', async () => {
  const asked = `api-version=${VERSION}&pageSiez=3`
  expect((await health.askRaw(ada, `${health.path('west')}?${asked}`)).status).toBe(200)
})
