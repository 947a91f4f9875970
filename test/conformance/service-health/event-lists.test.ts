import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../support/http/service-health.ts'
import { address, health } from '../management.ts'
import { unique } from '../world.ts'

const SUB_A = unique('sub-a')
const SUB_B = unique('sub-b')
/** Services of this file alone: other events of the installation concern everybody too. */
const STORAGE = unique('Storage')
const QUEUES = unique('Queues')
const MACHINES = unique('Machines')
const CACHE = unique('Cache')
const MOON = unique('Moon')

let ada: Reader
let bob: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  bob = await health.addReader('bob')
  await health.addSubscription(SUB_A, { [ada.id]: 'reader' }, [[STORAGE, 'West US']])
  await health.addSubscription(SUB_B, { [bob.id]: 'reader' }, [[STORAGE, 'North Europe']])
})
const published = new Set<string>()
async function publish(input: object = {}): Promise<string> {
  const id = await health.publish(input)
  published.add(id)
  return id
}
const ours = (names: readonly string[]) => names.filter((name) => published.has(name))
const list = async (who: Reader, subscription: string, query: object = {}) =>
  ours(namesOf(...(await health.walk(who, subscription, query))))
const event = (service: string, ...impactedRegions: string[]) => ({
  audience: { kind: 'footprint' },
  impact: [{ impactedService: service, impactedRegions }],
})
const found = ($filter: string) => list(ada, SUB_A, { $filter })

describe('whom an event concerns', () => {
  test('B1: events whose audience includes the subscription are listed, and no others', async () => {
    const mine = await publish(event(STORAGE.toLowerCase(), 'westus'))
    const all = await publish(event(STORAGE))
    const foreign = await publish(event(STORAGE, 'East US'))
    const everyone = await publish()
    const named = await publish({
      audience: { kind: 'subscriptions', subscriptions: [SUB_A.toUpperCase()] },
    })
    const forB = await publish({
      audience: { kind: 'subscriptions', subscriptions: [SUB_B] },
    })
    expect(await list(ada, SUB_A)).toEqual([named, everyone, all, mine])
    expect(await list(bob, SUB_B)).toEqual([forB, everyone, all])
    for (const id of [foreign, forB]) {
      const { status, body } = await health.get(ada, SUB_A, id)
      expect([status, body.code]).toEqual([404, 'EventNotFound'])
      expect((await health.fetchDetails(ada, SUB_A, id)).status).toBe(404)
    }
  })

  test('B5: what operators publish is read through the list', async () => {
    const id = await publish({ properties: { title: 'New' } })
    const $filter = `trackingId eq '${id}'`
    const [first] = (await health.list(ada, SUB_A, { $filter })).body.value
    expect([first.name, first.properties.title]).toEqual([id, 'New'])
  })

  test('B11: subscriptionId selects whose events they are, in any case', async () => {
    const id = await publish({
      audience: { kind: 'subscriptions', subscriptions: [SUB_A] },
    })
    expect(await list(ada, SUB_A.toUpperCase())).toContain(id)
    expect(await list(bob, SUB_B)).not.toContain(id)
  })

  test('a changed footprint or audience counts at the next request', async () => {
    const id = await publish(event(QUEUES, 'West US'))
    const isListed = async () => (await list(ada, SUB_A)).includes(id)
    const change = (body: object) =>
      health.callAsOperator('PATCH', `/subscriptions/${SUB_A}/footprint`, body)
    const serviceRegion = [{ service: QUEUES.toLowerCase(), region: 'West  US' }]
    expect(await isListed()).toBe(false)
    expect((await change({ add: serviceRegion })).status).toBe(204)
    expect(await isListed()).toBe(true)
    await change({ remove: serviceRegion })
    expect(await isListed()).toBe(false)
    await health.revise(id, 'audience', { kind: 'everyone' })
    expect(await isListed()).toBe(true)
    await health.revise(id, 'audience', { kind: 'subscriptions', subscriptions: [SUB_B] })
    expect(await isListed()).toBe(false)
  })
})

describe('the filter', () => {
  test('B2: a filter narrows the list', async () => {
    const id = await publish({ eventType: 'Billing' })
    expect(await found("eventType eq 'Billing'")).toEqual([id])
  })

  test('B14: $filter may be left out, and an empty one asks for nothing', async () => {
    const all = await list(ada, SUB_A)
    expect(await found('')).toEqual(all)
    expect(all.length).toBeGreaterThan(3)
  })

  test('B15: the list keeps the events that satisfy the expression', async () => {
    const id = await publish({ eventType: 'RCA', properties: { eventLevel: 'Error' } })
    await publish({ eventType: 'RCA', properties: { eventLevel: 'Warning' } })
    expect(await found("properties/eventType eq 'RCA' and not (eventLevel ne 'Error')")).toEqual([
      id,
    ])
    const unreadable = await health.list(ada, SUB_A, { $filter: 'eventType is RCA' })
    expect([unreadable.status, unreadable.body.code]).toEqual([400, 'InvalidODataQueryOptions'])
    expect(unreadable.body.message).toContain('position 11')
  })

  test('B16: an equality condition on service', async () => {
    const id = await publish({
      ...event(MACHINES, 'X'),
      audience: { kind: 'everyone' },
    })
    expect(await found(`service eq '${MACHINES.toLowerCase()}'`)).toEqual([id])
  })

  test('B17: an equality condition on region', async () => {
    const id = await publish({ ...event(CACHE, MOON), audience: { kind: 'everyone' } })
    // What is hit in all regions is found in each of them.
    const everywhere = await found("region eq 'no such region'")
    expect(await found(`region eq '${MOON.toUpperCase()}'`)).toEqual([id, ...everywhere])
  })

  test('B18: or combines conditions on service and on region', async () => {
    const expression = `service eq '${MACHINES}' or region eq '${MOON}'`
    const everywhere = await found("region eq 'no such region'")
    expect(await found(expression)).toHaveLength(2 + everywhere.length)
  })
})

describe('the answer', () => {
  test('B8: the operation answers at its path, in any case', async () => {
    const path = `/SUBSCRIPTIONS/${SUB_A}/Providers/microsoft.RESOURCEHEALTH/Events`
    const { status } = await health.askRaw(ada, `${path}?API-VERSION=2025-05-01`)
    expect(status).toBe(200)
  })

  test('B25: success is 200 with the event list object', async () => {
    const { status, body, headers } = await health.list(ada, SUB_A)
    expect([status, Array.isArray(body.value)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('B143: the version is 2025-05-01, stated in the query parameter api-version', async () => {
    const { status, headers } = await health.list(ada, SUB_A, { 'api-version': '2025-05-01' })
    expect([status, headers.get('x-binnacle-served-api-version')]).toEqual([200, null])
    const elsewhere = { 'api-version': '2025-05-01', 'x-ms-version': '2025-05-01' }
    const inHeader = await health.askRaw(ada, health.path(SUB_A), 'GET', elsewhere)
    expect([inHeader.status, inHeader.body.code]).toEqual([400, 'MissingApiVersionParameter'])
    for (const version of [
      '1999-01-01',
      '2025-5-1',
      '2025-05-01-beta',
      '20250501',
      'latest',
      'v1',
    ]) {
      const { status, body } = await health.list(ada, SUB_A, { 'api-version': version })
      expect([version, status, body.code]).toEqual([version, 400, 'InvalidApiVersionParameter'])
      expect(body.message).toContain('2025-05-01')
    }
    const { paths } = (await health.askRaw(undefined, '/openapi/service-health.json')).body
    type Operation = { parameters: { name: string; in: string; required?: boolean }[] }
    const operations = Object.values<Record<string, Operation>>(paths).flatMap(Object.values)
    expect(operations.length).toBeGreaterThan(5)
    for (const { parameters } of operations) {
      const version = { name: 'api-version', in: 'query', required: true }
      expect(parameters).toContainEqual(expect.objectContaining(version))
    }
  })
})

describe('pages', () => {
  const PAGED = unique('PAGE').toUpperCase().replace('-', '')
  beforeAll(async () => {
    for (let number = 0; number < 205; number++) {
      await publish({ ...event(PAGED, 'West US'), audience, trackingId: `${PAGED}-${number}` })
    }
  })
  const audience = { kind: 'subscriptions', subscriptions: [SUB_A] }
  const query = { $filter: `service eq ${PAGED}` }

  test('B4: the list is delivered in pages', async () => {
    const pages = await health.walk(ada, SUB_A, query)
    expect(pages.map(({ body }) => body.value.length)).toEqual([100, 100, 5])
    expect(new Set(namesOf(...pages)).size).toBe(205)
  })

  test('B27: the list object has value and nextLink, and on the last page value alone', async () => {
    const pages = await health.walk(ada, SUB_A, query)
    expect(pages.map(({ body }) => Object.keys(body))).toEqual([
      ['value', 'nextLink'],
      ['value', 'nextLink'],
      ['value'],
    ])
  })

  test('B28: value is an array, empty when there is nothing', async () => {
    const { body } = await health.list(ada, SUB_A, { $filter: 'trackingId eq NONE' })
    expect(body).toEqual({ value: [] })
  })

  test('B29: nextLink is a URI at the address of area B', async () => {
    const { body } = await health.list(ada, SUB_A, query)
    expect(new URL(body.nextLink).origin).toBe(address.managementUrl)
  })

  test('B30: nextLink is the URL of the request, extended by $skipToken', async () => {
    const target = `${health.path(SUB_A)}?api-version=2025-05-01&%24filter=service%20eq+${PAGED}&queryStartTime=1%2F1%2F2020&x=a?b`
    const { body } = await health.askRaw(ada, target)
    expect(body.nextLink.startsWith(`${address.managementUrl}${target}&$skipToken=`)).toBe(true)
    const second = (await health.askRaw(ada, body.nextLink.replace(address.managementUrl, ''))).body
      .nextLink
    expect(second.match(/skipToken/g)).toHaveLength(1)
    expect(second.startsWith(`${address.managementUrl}${target}&$skipToken=`)).toBe(true)
  })

  test('B31: the cursor is opaque, and what is not ours is refused', async () => {
    const { body } = await health.list(ada, SUB_A, query)
    const token = new URL(body.nextLink).searchParams.get('$skipToken') ?? ''
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
    const { status, body: refusal } = await health.list(ada, SUB_A, { $skipToken: token })
    expect([status, refusal.code]).toEqual([400, 'InvalidSkipToken'])
  })

  test('B32: nextLink is there when a further page is, and only then', async () => {
    const ids = Array.from({ length: 100 }, (_, number) => `'${PAGED}-${number}'`).join(',')
    const full = (await health.list(ada, SUB_A, { $filter: `trackingId in (${ids})` })).body
    expect([full.value.length, full.nextLink]).toEqual([100, undefined])
    expect((await health.list(ada, SUB_A, query)).body.nextLink).toEqual(expect.any(String))
  })
})
