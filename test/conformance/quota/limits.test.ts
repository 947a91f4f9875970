import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/http/http.ts'
import { useDeclaredSchemas } from '../../support/http/schema-check.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { address, quota } from '../management.ts'
import { unique } from '../world.ts'

const SUB_A = unique('sub-a')
const SUB_B = unique('sub-b')
const SMALL = unique('Test.Small')
const LARGE = unique('Test.Large')
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  for (const sub of [SUB_A, SUB_B]) {
    await quota.addSubscription(sub, { [ada.id]: 'owner' })
  }
})
const get = (rest: string, sub = SUB_A, provider?: string) =>
  quota.send(ada, 'GET', quota.path(sub, rest, provider))
const report = (sub: string, value: object[]) =>
  quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, { value })
const CORES = { provider: 'Microsoft.Compute', location: 'East US', resource: 'CORES' }
const linkOf = ({ body }: Answer): string => body.nextLink.replace(address.managementUrl, '')

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
    expect((await report(SUB_A, [{ ...CORES, currentValue: 7, limit: 25 }])).status).toBe(204)
    const after = await get('serviceLimits/cores')
    expect(after.body.properties).toMatchObject({ limit: 25, currentValue: 7 })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await get('serviceLimits/cores', SUB_B)).body.properties.limit).toBe(20)
    await report(SUB_A, [{ ...CORES, limit: null }])
    expect((await get('serviceLimits/cores')).body.properties).toMatchObject({
      limit: 20,
      currentValue: 7,
    })
    const { body } = await quota.callAsOperator('GET', `/subscriptions/${SUB_A}/quota`)
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
    await quota.callAsOperator('PUT', `/quota/providers/${LARGE}`, entry)
    const pages = [await get('serviceLimits', SUB_A, LARGE)]
    for (let last = pages.at(-1); last?.body.nextLink; last = pages.at(-1)) {
      pages.push(await quota.send(ada, 'GET', linkOf(last)))
    }
    const names = pages.flatMap(({ body }) =>
      body.value.map((limit: { name: string }) => limit.name),
    )
    expect([pages.length, new Set(names).size]).toEqual([3, 230])
    const foreign = linkOf(pages[0] as Answer).replace(`/${SUB_A}/`, `/${SUB_B}/`)
    expect((await quota.send(ada, 'GET', foreign)).body.error.code).toBe('InvalidSkipToken')
  })
})

describe('the catalogue', () => {
  test('is replaced as a whole; what was granted stays, what was withdrawn is Invalid', async () => {
    const entry = (names: string[]) => ({
      locations: ['East US'],
      resources: names.map((name) => ({ name, defaultLimit: 10, headroom: 10 })),
    })
    const path = `/quota/providers/${SMALL}`
    const made = await quota.callAsOperator('PUT', path, entry(['one', 'two']))
    expect(made.body).toMatchObject({ name: SMALL, locations: ['East US'] })
    const target = quota.path(SUB_B, 'serviceLimits/one', SMALL)
    const { body } = await quota.send(ada, 'PUT', target, { properties: { limit: 15 } })
    for (let state = ''; state !== 'Succeeded'; ) {
      const asked = quota.path(SUB_B, `operationsStatus/${body.requestId}`, SMALL)
      state = (await quota.send(ada, 'GET', asked)).body.status
    }
    await quota.callAsOperator('PUT', path, entry(['two']))
    expect((await quota.send(ada, 'GET', target)).status).toBe(400)
    await quota.callAsOperator('PUT', path, entry(['one']))
    expect((await quota.send(ada, 'GET', target)).body.properties.limit).toBe(15)
    expect((await quota.callAsOperator('DELETE', path)).status).toBe(204)
    expect((await quota.callAsOperator('DELETE', path)).status).toBe(404)
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
    const { status, body } = await quota.callAsOperator('PUT', '/quota/providers/Test.Bad', entry)
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('use of what nobody offers is refused, and so is that of an unknown subscription', async () => {
    const unknown = await report(SUB_A, [{ ...CORES, resource: 'x', currentValue: 1 }])
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'InvalidResourceName'])
    const nobody = await report('nowhere', [{ ...CORES, currentValue: 1 }])
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  })
})
