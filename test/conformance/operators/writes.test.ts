import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../support/http/service-health.ts'
import { health } from '../management.ts'
import { readDocument, unique } from '../world.ts'

const WEST = unique('west')

let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(WEST, { [ada.id]: 'owner' })
})

const document = await readDocument('operator')
const writes = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => method !== 'get')
    .map((method) => [method.toUpperCase(), path.replace('/operator/v1', '')] as const),
)
const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const footprint = (service: string) => ({ add: [{ service, region: 'West US' }] })

describe('400: a change under a name that is none', () => {
  test.each(['two words', '', 'x'.repeat(65), 'né'])('%j, whatever the change', async (name) => {
    expect(writes.length).toBeGreaterThan(25)
    for (const [method, path] of writes) {
      const headers = { 'x-ms-client-request-id': name }
      const body = method === 'DELETE' ? undefined : {}
      const answer = await health.callAsOperator(
        method,
        path.replaceAll(/[{}]/g, ''),
        body,
        headers,
      )
      const reported = [method, path, answer.status, answer.body.error?.code]
      expect(reported).toEqual([method, path, 400, 'InvalidClientRequestId'])
    }
  })

  test('it changes nothing, and a reader may send what it likes', async () => {
    const name = { 'x-ms-client-request-id': 'incident 42' }
    const trackingId = unique('NONE').toUpperCase()
    await health.callAsOperator('POST', '/events', { ...EVENT, trackingId }, name)
    expect((await health.callAsOperator('GET', `/events/${trackingId}`)).status).toBe(404)
    const target = `${health.path(WEST)}?api-version=2025-05-01`
    expect((await health.askRaw(ada, target, 'GET', name)).status).toBe(200)
  })
})

/** What `JSON.stringify` would not write. */
const sendText = (path: string, body: string) => health.sendAsOperator('POST', path, body)
const parameters = (text: string) => {
  const { audience, eventType } = EVENT
  const known = JSON.stringify({ audience, eventType }).slice(0, -1)
  return `${known},"properties":{"article":{"parameters":{"a":${text}}}}}`
}

describe('400: what cannot be kept', () => {
  test.each([
    ['half of a surrogate pair in a footprint', 'PATCH', footprint('x\ud800')],
    ['NUL in a footprint', 'PATCH', footprint('x\0')],
    ['NUL in a footprint that is set', 'PUT', { value: footprint('x\0').add }],
  ])('%s', async (_what, method, body) => {
    const answer = await health.callAsOperator(method, `/subscriptions/${WEST}/footprint`, body)
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'InvalidRequestBody'])
  })

  test('NUL in the name of a resource that is taken away', async () => {
    const id = await health.publish()
    const remove = [{ subscriptionId: WEST, name: 'x\0' }]
    const { status } = await health.callAsOperator('POST', `/events/${id}/impactedResources`, {
      remove,
    })
    expect(status).toBe(400)
  })

  test.each([
    ['6,000 levels', parameters('['.repeat(6000) + ']'.repeat(6000))],
    ['a number beyond numbers among parameters', parameters('1e999')],
    [
      'a rate beyond numbers',
      JSON.stringify({ ...EVENT, properties: { newRate: 0 } }).replace(':0', ':1e999'),
    ],
  ])('%s', async (_what, body) => {
    expect((await sendText('/events', body)).status).toBe(400)
  })

  test('and what can be kept is', async () => {
    const { status, body } = await sendText('/events', parameters('[[1e300, "\\\\u0000"]]'))
    expect(status).toBe(201)
    expect(body.event.properties.article.parameters.a).toEqual([[1e300, '\\u0000']])
  })
})

describe('what an operator misspells within a property', () => {
  test.each([
    { article: { articleContnet: 'x' } },
    { links: [{ kind: 'Button' }] },
    { links: [{ displayText: { text: 'x' } }] },
    { faqs: [{ q: 'x' }] },
    { recommendedActions: { actions: [{ text: 'x' }] } },
    { additionalInformation: { mesage: 'x' } },
  ])('400: %j', async (properties) => {
    expect((await health.callAsOperator('POST', '/events', { ...EVENT, properties })).status).toBe(
      400,
    )
  })
})

test('one event is the same alone, in the list and through fetchEventDetails', async () => {
  const parameters = { any: { thing: [1, 'two', { three: null }] } }
  const id = await health.publish({
    properties: {
      article: { articleId: 'KB', parameters },
      links: [{ type: 'Button', parameters }],
    },
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
  })
  const { body: list } = await health.list(ada, WEST)
  const listed = list.value.find(({ name }: { name: string }) => name === id)
  expect(listed.properties.links[0].parameters).toEqual(parameters)
  expect((await health.get(ada, WEST, id)).body).toEqual(listed)
  expect((await health.fetchDetails(ada, WEST, id)).body).toEqual(listed)
})
