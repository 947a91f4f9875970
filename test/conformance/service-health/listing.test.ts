import { beforeAll, describe, expect, test } from 'vitest'
import { useHealth } from '../../health.ts'
import { namesOf, ORIGIN, type Reader } from '../../health-calls.ts'

const health = useHealth()
const elsewhere = useHealth({
  VENDOR_NAMESPACE: 'Contoso',
  MANAGEMENT_URL: 'https://manage.example',
})
const DAY_MS = 24 * 3_600_000
let ada: Reader
let bob: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  bob = await health.addReader('bob')
  await health.addSubscription('sub-a', { [ada.id]: 'reader' }, [['Storage', 'West US']])
  await health.addSubscription('sub-b', { [bob.id]: 'reader' }, [['Storage', 'North Europe']])
})
const event = (service: string, ...impactedRegions: string[]) => ({
  audience: { kind: 'footprint' },
  impact: [{ impactedService: service, impactedRegions }],
})
const found = async ($filter: string) => namesOf(await health.list(ada, 'sub-a', { $filter }))

describe('whom an event concerns', () => {
  test('B1: events whose audience includes the subscription are listed, and no others', async () => {
    const mine = await health.publish(event('storage', 'westus'))
    const all = await health.publish(event('Storage'))
    const foreign = await health.publish(event('Storage', 'East US'))
    const everyone = await health.publish()
    const named = await health.publish({
      audience: { kind: 'subscriptions', subscriptions: ['SUB-A'] },
    })
    const forB = await health.publish({
      audience: { kind: 'subscriptions', subscriptions: ['sub-b'] },
    })
    expect(namesOf(await health.list(ada, 'sub-a'))).toEqual([named, everyone, all, mine])
    expect(namesOf(await health.list(bob, 'sub-b'))).toEqual([forB, everyone, all])
    for (const id of [foreign, forB]) {
      const { status, body } = await health.get(ada, 'sub-a', id)
      expect([status, body.code]).toEqual([404, 'EventNotFound'])
      expect((await health.fetchDetails(ada, 'sub-a', id)).status).toBe(404)
    }
  })

  test('B5: what operators publish is read through the list', async () => {
    const id = await health.publish({ properties: { title: 'New' } })
    const [first] = (await health.list(ada, 'sub-a')).body.value
    expect([first.name, first.properties.title]).toEqual([id, 'New'])
  })

  test('B11: subscriptionId selects whose events they are, in any case', async () => {
    const id = await health.publish({
      audience: { kind: 'subscriptions', subscriptions: ['sub-a'] },
    })
    expect(namesOf(await health.list(ada, 'SUB-A'))).toContain(id)
    expect(namesOf(await health.list(bob, 'sub-b'))).not.toContain(id)
  })

  test('a changed footprint or audience counts at the next request', async () => {
    const id = await health.publish(event('Queues', 'West US'))
    const isListed = async () => namesOf(await health.list(ada, 'sub-a')).includes(id)
    const change = (body: object) => health.operate('PATCH', '/subscriptions/sub-a/footprint', body)
    const place = [{ service: 'queues', region: 'West  US' }]
    expect(await isListed()).toBe(false)
    expect((await change({ add: place })).status).toBe(204)
    expect(await isListed()).toBe(true)
    await change({ remove: place })
    expect(await isListed()).toBe(false)
    await health.revise(id, 'audience', { kind: 'everyone' })
    expect(await isListed()).toBe(true)
    await health.revise(id, 'audience', { kind: 'subscriptions', subscriptions: ['sub-b'] })
    expect(await isListed()).toBe(false)
  })
})

describe('the filter', () => {
  test('B2: a filter narrows the listing', async () => {
    const id = await health.publish({ eventType: 'Billing' })
    expect(await found("eventType eq 'Billing'")).toEqual([id])
  })

  test('B14: $filter may be left out, and an empty one asks for nothing', async () => {
    const all = namesOf(await health.list(ada, 'sub-a'))
    expect(await found('')).toEqual(all)
    expect(all.length).toBeGreaterThan(3)
  })

  test('B15: the listing keeps the events that satisfy the expression', async () => {
    const id = await health.publish({ eventType: 'RCA', properties: { eventLevel: 'Error' } })
    await health.publish({ eventType: 'RCA', properties: { eventLevel: 'Warning' } })
    expect(await found("properties/eventType eq 'RCA' and not (eventLevel ne 'Error')")).toEqual([
      id,
    ])
    const unreadable = await health.list(ada, 'sub-a', { $filter: 'eventType is RCA' })
    expect([unreadable.status, unreadable.body.code]).toEqual([400, 'InvalidODataQueryOptions'])
    expect(unreadable.body.message).toContain('position 11')
  })

  test('B16: an equality condition on service', async () => {
    const id = await health.publish({
      ...event('Virtual Machines', 'X'),
      audience: { kind: 'everyone' },
    })
    expect(await found("service eq 'virtual machines'")).toEqual([id])
  })

  test('B17: an equality condition on region', async () => {
    const id = await health.publish({ ...event('Cache', 'Moon'), audience: { kind: 'everyone' } })
    // What is hit in all regions is found in each of them.
    const everywhere = await found("region eq 'no such region'")
    expect(await found("region eq 'MOON'")).toEqual([id, ...everywhere])
  })

  test('B18: or combines conditions on service and on region', async () => {
    const expression = "service eq 'Virtual Machines' or region eq 'Moon'"
    const everywhere = await found("region eq 'no such region'")
    expect(await found(expression)).toHaveLength(2 + everywhere.length)
  })
})

describe('the answer', () => {
  test('B8: the operation answers at its path, in any case', async () => {
    const path = '/SUBSCRIPTIONS/sub-a/Providers/microsoft.RESOURCEHEALTH/Events'
    const { status } = await health.askRaw(ada, `${path}?API-VERSION=2025-05-01`)
    expect(status).toBe(200)
  })

  test('B25: success is 200 with the event list object', async () => {
    const { status, body, headers } = await health.list(ada, 'sub-a')
    expect([status, Array.isArray(body.value)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('B143: the version is 2025-05-01, stated in the query parameter api-version', async () => {
    const { status, headers } = await health.list(ada, 'sub-a', { 'api-version': '2025-05-01' })
    expect([status, headers.get('x-binnacle-served-api-version')]).toEqual([200, null])
    const elsewhere = { 'api-version': '2025-05-01', 'x-ms-version': '2025-05-01' }
    const inHeader = await health.askRaw(ada, health.path('sub-a'), 'GET', elsewhere)
    expect([inHeader.status, inHeader.body.code]).toEqual([400, 'MissingApiVersionParameter'])
    for (const version of [
      '1999-01-01',
      '2025-5-1',
      '2025-05-01-beta',
      '20250501',
      'latest',
      'v1',
    ]) {
      const { status, body } = await health.list(ada, 'sub-a', { 'api-version': version })
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
  beforeAll(async () => {
    for (let number = 0; number < 205; number++) {
      await health.publish({ eventType: 'EmergingIssues', trackingId: `PAGE-${number}` })
    }
  })
  const query = { $filter: 'eventType eq EmergingIssues' }

  test('B4: the listing is delivered in pages', async () => {
    const pages = await health.walk(ada, 'sub-a', query)
    expect(pages.map(({ body }) => body.value.length)).toEqual([100, 100, 5])
    expect(new Set(namesOf(...pages)).size).toBe(205)
  })

  test('B27: the list object has value and nextLink, and on the last page value alone', async () => {
    const pages = await health.walk(ada, 'sub-a', query)
    expect(pages.map(({ body }) => Object.keys(body))).toEqual([
      ['value', 'nextLink'],
      ['value', 'nextLink'],
      ['value'],
    ])
  })

  test('B28: value is an array, empty when there is nothing', async () => {
    const { body } = await health.list(ada, 'sub-a', { $filter: 'trackingId eq NONE' })
    expect(body).toEqual({ value: [] })
  })

  test('B29: nextLink is a URI at the address of area B', async () => {
    const { body } = await health.list(ada, 'sub-a', query)
    expect(new URL(body.nextLink).origin).toBe(ORIGIN)
  })

  test('B30: nextLink is the URL of the request, extended by $skipToken', async () => {
    const target = `${health.path('sub-a')}?api-version=2025-05-01&%24filter=eventType%20eq+EmergingIssues&queryStartTime=1%2F1%2F2020&x=a?b`
    const { body } = await health.askRaw(ada, target)
    expect(body.nextLink.startsWith(`${ORIGIN}${target}&$skipToken=`)).toBe(true)
    const second = (await health.askRaw(ada, body.nextLink.replace(ORIGIN, ''))).body.nextLink
    expect(second.match(/skipToken/g)).toHaveLength(1)
    expect(second.startsWith(`${ORIGIN}${target}&$skipToken=`)).toBe(true)
  })

  test('B31: the marker is opaque, and what is not ours is refused', async () => {
    const { body } = await health.list(ada, 'sub-a', query)
    const token = new URL(body.nextLink).searchParams.get('$skipToken') ?? ''
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
    const { status, body: refusal } = await health.list(ada, 'sub-a', { $skipToken: token })
    expect([status, refusal.code]).toEqual([400, 'InvalidSkipToken'])
  })

  test('B32: nextLink is there when a further page is, and only then', async () => {
    const ids = Array.from({ length: 100 }, (_, number) => `'PAGE-${number}'`).join(',')
    const full = (await health.list(ada, 'sub-a', { $filter: `trackingId in (${ids})` })).body
    expect([full.value.length, full.nextLink]).toEqual([100, undefined])
    expect((await health.list(ada, 'sub-a', query)).body.nextLink).toEqual(expect.any(String))
  })

  test('a walk keeps the window of its first page, across the boundary of three days', async () => {
    const pages = await health.walk(ada, 'sub-a', query, async () => {
      health.clock.aheadMs += 2 * DAY_MS
    })
    health.clock.aheadMs = 0
    expect(new Set(namesOf(...pages)).size).toBe(205)
  })
})

describe('settings', () => {
  let eve: Reader
  beforeAll(async () => {
    eve = await elsewhere.addReader('eve')
    await elsewhere.addSubscription('sub-e', { [eve.id]: 'reader' })
    for (let number = 0; number < 101; number++) await elsewhere.publish()
  })

  test('B6: management_url is a setting, and links begin with it', async () => {
    const { body } = await elsewhere.list(eve, 'sub-e')
    expect(body.nextLink.startsWith('https://manage.example/subscriptions/sub-e/')).toBe(true)
    const pages = await elsewhere.walk(eve, 'sub-e')
    expect(new Set(namesOf(...pages)).size).toBe(101)
    const document = await elsewhere.askRaw(undefined, '/openapi/service-health.json')
    expect(document.body.servers[1].url).toBe('https://manage.example')
  })

  test('B7: the vendor is a setting', async () => {
    const [event] = (await elsewhere.list(eve, 'sub-e')).body.value
    expect(event.type).toBe('/providers/Contoso.ResourceHealth/events')
    expect(event.id).toBe(`${event.type}/${event.name}`)
    const operations = await elsewhere.ask(eve, '/providers/contoso.resourcehealth/operations')
    expect(operations.body.value[0].name).toBe('Contoso.ResourceHealth/events/read')
    const foreign = health.path('sub-e')
    expect((await elsewhere.ask(eve, foreign)).status).toBe(404)
  })
})
