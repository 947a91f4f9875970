import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../health-calls.ts'
import type { Answer } from '../../http.ts'
import { useQuota } from '../../quota.ts'
import { insertQuotaRequest } from '../../quota-samples.ts'
import { useDeclaredSchemas } from '../schema-check.ts'

const quota = useQuota()
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  for (const sub of ['sub-a', 'sub-b', 'sub-h']) {
    await quota.addSubscription(sub, { [ada.id]: 'owner' })
  }
})
const get = (rest: string, sub = 'sub-a', provider?: string) =>
  quota.send(ada, 'GET', quota.path(sub, rest, provider))
const report = (sub: string, value: object[]) =>
  quota.operate('PATCH', `/subscriptions/${sub}/quota`, { value })
const CORES = { provider: 'Microsoft.Compute', location: 'East US', resource: 'CORES' }
const linkOf = ({ body }: Answer): string => body.nextLink.replace('http://binnacle.example', '')

describe('limits', () => {
  test('one, with its default, its use and an ETag that changes with it', async () => {
    const before = await get('serviceLimits/cores')
    expect(misfit('getLimit', 200, before.body)).toBeUndefined()
    expect(before.body).toMatchObject({
      name: 'cores',
      type: 'Microsoft.Capacity/ServiceLimits',
      properties: { limit: 20, currentValue: 0, unit: 'Count' },
    })
    const again = await get('serviceLimits/Cores')
    expect(again.headers.get('etag')).toBe(before.headers.get('etag'))
    expect((await report('sub-a', [{ ...CORES, currentValue: 7, limit: 25 }])).status).toBe(204)
    const after = await get('serviceLimits/cores')
    expect(after.body.properties).toMatchObject({ limit: 25, currentValue: 7 })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await get('serviceLimits/cores', 'sub-b')).body.properties.limit).toBe(20)
    await report('sub-a', [{ ...CORES, limit: null }])
    expect((await get('serviceLimits/cores')).body.properties).toMatchObject({
      limit: 20,
      currentValue: 7,
    })
    const { body } = await quota.operate('GET', '/subscriptions/sub-a/quota')
    expect(body.value).toEqual([
      {
        provider: 'microsoft.compute',
        location: 'eastus',
        resource: 'cores',
        limit: null,
        currentValue: 7,
      },
    ])
  })

  test('all of a provider, with an ETag, page by page', async () => {
    const listed = await get('serviceLimits')
    expect([listed.status, misfit('listLimits', 200, listed.body)]).toEqual([200, undefined])
    expect(listed.headers.get('etag')).toMatch(/^".+"$/)
    const resources = Array.from({ length: 230 }, (_, n) => ({ name: `r-${n}`, defaultLimit: n }))
    const entry = { locations: ['East US'], resources }
    await quota.operate('PUT', '/quota/providers/Test.Large', entry)
    const pages = [await get('serviceLimits', 'sub-a', 'Test.Large')]
    for (let last = pages.at(-1); last?.body.nextLink; last = pages.at(-1)) {
      pages.push(await quota.send(ada, 'GET', linkOf(last)))
    }
    const names = pages.flatMap(({ body }) =>
      body.value.map((limit: { name: string }) => limit.name),
    )
    expect([pages.length, new Set(names).size]).toEqual([3, 230])
    const foreign = linkOf(pages[0] as Answer).replace('/sub-a/', '/sub-b/')
    expect((await quota.send(ada, 'GET', foreign)).body.error.code).toBe('InvalidSkipToken')
  })
})

describe('the catalogue', () => {
  test('is replaced as a whole; what was granted stays, what was withdrawn is Invalid', async () => {
    const entry = (names: string[]) => ({
      locations: ['East US'],
      resources: names.map((name) => ({ name, defaultLimit: 10, headroom: 10 })),
    })
    const path = '/quota/providers/Test.Small'
    const made = await quota.operate('PUT', path, entry(['one', 'two']))
    expect(made.body).toMatchObject({ name: 'Test.Small', locations: ['East US'] })
    const target = quota.path('sub-b', 'serviceLimits/one', 'Test.Small')
    const { body } = await quota.send(ada, 'PUT', target, { properties: { limit: 15 } })
    for (let state = ''; state !== 'Succeeded'; ) {
      const asked = quota.path('sub-b', `operationsStatus/${body.requestId}`, 'Test.Small')
      state = (await quota.send(ada, 'GET', asked)).body.status
    }
    await quota.operate('PUT', path, entry(['two']))
    expect((await quota.send(ada, 'GET', target)).status).toBe(400)
    await quota.operate('PUT', path, entry(['one']))
    expect((await quota.send(ada, 'GET', target)).body.properties.limit).toBe(15)
    expect((await quota.operate('DELETE', path)).status).toBe(204)
    expect((await quota.operate('DELETE', path)).status).toBe(404)
    expect((await quota.send(ada, 'GET', target)).body.error.code).toBe('InvalidResourceProvider')
  })

  test.each([
    [{ locations: ['East US', 'eastus'], resources: [] }, 'DuplicateName'],
    [
      {
        locations: [],
        resources: [
          { name: 'a', defaultLimit: 1 },
          { name: 'A', defaultLimit: 1 },
        ],
      },
      'DuplicateName',
    ],
    [{ locations: [], resources: [{ name: 'a', defaultLimit: 2, maximum: 1 }] }, 'InvalidMaximum'],
    [{ locations: [], resources: [{ name: 'a/b', defaultLimit: 2 }] }, 'InvalidParameter'],
    [{ locations: [], resources: [{ name: 'a' }] }, 'InvalidParameter'],
    [{ resources: [] }, 'InvalidParameter'],
  ])('%j is refused', async (entry, code) => {
    const { status, body } = await quota.operate('PUT', '/quota/providers/Test.Bad', entry)
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('use of what nobody offers is refused, and so is that of an unknown subscription', async () => {
    const unknown = await report('sub-a', [{ ...CORES, resource: 'x', currentValue: 1 }])
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'InvalidResourceName'])
    const nobody = await report('nowhere', [{ ...CORES, currentValue: 1 }])
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  })
})

describe('history', () => {
  const list = (query = '') => get(`serviceLimitsRequests?api-version=2020-10-25${query}`, 'sub-h')
  const filter = (text: string) => list(`&$filter=${encodeURIComponent(text)}`)
  const DAY_MS = 24 * 3_600_000
  const old = new Date(Math.floor(Date.now() / 1000) * 1000 - 10 * DAY_MS)
  beforeAll(async () => {
    const { db } = quota.database
    for (let made = 0; made < 150; made++) {
      await insertQuotaRequest(db, { subscriptionId: 'sub-h', state: 'Failed' })
    }
    for (const submitted_at of [old, new Date(old.getTime() - 360 * DAY_MS)]) {
      const { requestId } = await insertQuotaRequest(db, { subscriptionId: 'sub-h' })
      await db
        .updateTable('quota_request')
        .set({ submitted_at })
        .where('id', '=', requestId)
        .execute()
    }
  })

  test('the latest first, a year back, page by page', async () => {
    const first = await list()
    expect(misfit('listQuotaRequests', 200, first.body)).toBeUndefined()
    const second = await quota.send(ada, 'GET', linkOf(first))
    const all = [...first.body.value, ...second.body.value]
    const times = all.map((one: Answer['body']) => one.properties.requestSubmitTime)
    expect([first.body.value.length, all.length]).toEqual([100, 151])
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(all.map((one: Answer['body']) => one.id)).size).toBe(151)
  })

  test('$top is the size of a page, and nextLink keeps it', async () => {
    const first = await list('&$top=3')
    expect(first.body.value).toHaveLength(3)
    expect(first.body.nextLink).toMatch(/&\$top=3&\$skipToken=/)
    const second = await quota.send(ada, 'GET', linkOf(first))
    expect(second.body.value).toHaveLength(3)
    expect(second.body.value).not.toEqual(first.body.value)
    expect((await list('&$top=5000')).body.value).toHaveLength(100)
  })

  test('$filter on requestSubmitTime, as its reader sees it', async () => {
    const at = `${old.toISOString().slice(0, 19)}Z`
    const found = async (text: string) => (await filter(text)).body.value.length
    expect(await found(`requestSubmitTime eq ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime le ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime lt ${at}`)).toBe(0)
    expect(await found(`RequestSubmitTime ge ${at} and requestSubmitTime le ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime gt ${at}`)).toBe(100)
  })

  test('a marker is good for its own list alone', async () => {
    const { body } = await list('&$top=3')
    const [, marker = ''] = body.nextLink.split('$skipToken=')
    const other = await list(`&$filter=requestSubmitTime%20ge%202026-01-01&$skiptoken=${marker}`)
    expect([other.status, other.body.error.code]).toEqual([400, 'InvalidSkipToken'])
  })
})
