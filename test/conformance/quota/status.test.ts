import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/http/http.ts'
import { stateOf } from '../../support/http/quota.ts'
import { useDeclaredSchemas } from '../../support/http/schema-check.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { quota } from '../management.ts'
import { unique } from '../world.ts'

const SUB_A = unique('sub-a')
const SUB_B = unique('sub-b')
const TIDES = unique('Contoso.Tides')

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
let put: Answer
let id: string
let got: Answer
let details: Answer['body']
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription(SUB_A.toUpperCase(), { [ada.id]: 'owner' })
  await quota.addSubscription(SUB_B, { [ada.id]: 'owner' })
  put = await quota.put(ada, SUB_A, 'standardDv2Family', 60)
  id = put.body.requestId
  await quota.waitForRequest(ada, SUB_A, id)
  got = await quota.status(ada, SUB_A, id)
  details = got.body
})
const at = (rest: string, provider?: string) => quota.path(SUB_A, rest, provider)
const get = (target: string) => quota.send(ada, 'GET', target)

describe('the operation', () => {
  test('C1: it answers with the details of one quota request', () => {
    expect([details.id, details.properties.value]).toMatchObject([id, [{ limit: 60 }]])
  })

  test('C2: it answers with the status of that quota request', () => {
    expect(stateOf(details)).toBe('Succeeded')
  })

  test('C3: a request is identified by its request id', async () => {
    const other = await quota.put(ada, SUB_A, 'standardDv3Family', 50)
    const { body } = await quota.status(ada, SUB_A, other.body.requestId)
    expect(body.id).toBe(other.body.requestId)
    expect(body.id).not.toBe(id)
    const unknown = '0197b5a0-0000-7000-8000-000000000000'
    for (const wrong of [unknown, 'nonsense', `${id}0`]) {
      const answer = await quota.status(ada, SUB_A, wrong)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'QuotaRequestNotFound'])
    }
    expect((await quota.status(ada, SUB_A, id.toUpperCase())).body.id).toBe(id)
  })

  test('C4: it belongs to one resource provider', async () => {
    const elsewhere = at(`serviceLimitsRequests/${id}`, 'Microsoft.Storage')
    expect((await get(elsewhere)).status).toBe(404)
  })

  test('C5: it belongs to one location', async () => {
    const elsewhere = at(`serviceLimitsRequests/${id}`).replace('eastus', 'westus')
    expect((await get(elsewhere)).status).toBe(404)
  })

  test('C6: it belongs to one subscription', async () => {
    expect((await quota.status(ada, SUB_B, id)).status).toBe(404)
  })

  test('C7: the PUT that sets a quota gives the request id', () => {
    expect(put.status).toBe(201)
    expect(put.body.requestId).toMatch(GUID)
    expect([put.body.name, put.body.properties.requestId]).toEqual([id, id])
    expect(put.body.id.endsWith(`/serviceLimitsRequests/${id}`)).toBe(true)
  })

  test('C10: its address is the one of the specification', async () => {
    const target = `/subscriptions/${SUB_A}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/eastus/serviceLimitsRequests/${id}`
    expect((await get(target)).status).toBe(200)
  })

  test('C11: subscriptionId is required', async () => {
    const empty = await get(quota.path('', `serviceLimitsRequests/${id}`))
    expect([empty.status, empty.body.error.code]).toEqual([400, 'InvalidSubscriptionId'])
    const missing = at(`serviceLimitsRequests/${id}`).replace(`/${SUB_A}`, '')
    expect((await get(missing)).status).toBe(404)
  })

  test('C12: subscriptionId names the subscription, in any case', async () => {
    expect((await quota.status(ada, SUB_A.toUpperCase(), id)).body.id).toBe(id)
  })

  test('C13: providerId is required', async () => {
    expect((await get(at(`serviceLimitsRequests/${id}`, ''))).status).toBe(404)
  })

  test('C14: providerId names the provider, in any case', async () => {
    const target = at(`serviceLimitsRequests/${id}`, 'microsoft.COMPUTE')
    expect((await get(target)).body.id).toBe(id)
  })

  test('C15: location is required', async () => {
    const target = at(`serviceLimitsRequests/${id}`).replace('locations/eastus', 'locations/')
    expect((await get(target)).status).toBe(404)
  })

  test('C16: location names the region, in any case and spacing', async () => {
    for (const spelling of ['eASTuS', 'East%20US']) {
      const target = at(`serviceLimitsRequests/${id}`).replace('eastus', spelling)
      expect((await get(target)).body.id).toBe(id)
    }
  })

  test('C17: id is required: without it the requests are listed', async () => {
    const { body } = await get(at('serviceLimitsRequests'))
    expect(body.value.map((request: { id: string }) => request.id)).toContain(id)
    expect((await get(at('serviceLimitsRequests/'))).status).toBe(404)
  })

  test('C18: id is the requestId of the answer to the PUT', async () => {
    expect((await quota.status(ada, SUB_A, put.body.requestId)).body.id).toBe(put.body.name)
  })

  test('C19: api-version is required', async () => {
    const asked = async (query: string) => {
      const { status, body } = await get(`${at(`serviceLimitsRequests/${id}`)}?${query}`)
      return [status, body.error.code]
    }
    expect(await asked('')).toEqual([400, 'MissingApiVersionParameter'])
    expect(await asked('api-version=')).toEqual([400, 'MissingApiVersionParameter'])
    const twice = 'api-version=2020-10-25&api-version=2020-10-25'
    expect(await asked(twice)).toEqual([400, 'InvalidApiVersionParameter'])
  })

  test('C59: the version is 2020-10-25, and no other', async () => {
    expect(got.status).toBe(200)
    for (const version of ['2019-07-19-preview', '2020-10-26', '2026-01-01', 'latest']) {
      const answer = await get(`${at(`serviceLimitsRequests/${id}`)}?api-version=${version}`)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'InvalidApiVersionParameter'])
      expect(answer.body.error.message).toContain('2020-10-25')
    }
  })

  test('C20: success is 200 with a QuotaRequestDetails', () => {
    expect(got.status).toBe(200)
    expect(misfit('getQuotaRequest', 200, details)).toBeUndefined()
  })
})

describe('the record', () => {
  test('C22: id is the request id', () => expect(details.id).toBe(id))
  test('C23: name is a string', () => expect(details.name).toBeTypeOf('string'))
  test('C24: name has two segments', () => expect(details.name.split('/')).toHaveLength(2))
  test('C25: the first segment of name is the subscription id', () =>
    expect(details.name.split('/')[0]).toBe(SUB_A))
  test('C26: the second segment of name is the request id', () =>
    expect(details.name.split('/')[1]).toBe(id))
  test('C27: type is the resource type', () =>
    expect(details.type).toBe('Microsoft.Capacity/serviceLimitsRequests'))
  test('C28: message says in words how it stands', () =>
    expect(details.properties.message).toMatch(/^Granted 60 \(Count\)/))
  test('C29: provisioningState is the status of the request', () =>
    expect(details.properties.provisioningState).toBe('Succeeded'))
  test('C30: requestSubmitTime is the second in which it was submitted, whenever it is read', async () => {
    const earliest = Math.floor(Date.now() / 1000) * 1000
    const { requestId } = (await quota.put(ada, SUB_B, 'standardDv3Family', 50)).body
    const latest = Date.now()
    await quota.waitForRequest(ada, SUB_B, requestId)
    await expect.poll(() => Date.now()).toBeGreaterThan(latest + 2000)
    const { properties } = (await quota.status(ada, SUB_B, requestId)).body
    const submitted = Date.parse(properties.requestSubmitTime)
    expect(submitted).toBeGreaterThanOrEqual(earliest)
    expect(submitted).toBeLessThanOrEqual(latest)
  })
  test('C31: requestSubmitTime has no fraction', () =>
    expect(details.properties.requestSubmitTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/))
  test('C32: value holds the sub-requests', async () => {
    const many = await quota.putMany(ada, SUB_B, { cores: 30, standardDFamily: 20 })
    const { body } = await quota.status(ada, SUB_B, many.body.requestId)
    const names = body.properties.value.map((subRequest: { name: object }) => subRequest.name)
    expect(names).toMatchObject([{ value: 'cores' }, { value: 'standardDFamily' }])
  })
})

describe('a sub-request', () => {
  const subRequest = () => details.properties.value[0]

  test('C33: limit is the quota', () => expect(subRequest().limit).toBe(60))
  test('C34: message says in words how it stands', () =>
    expect(subRequest().message).toBe(details.properties.message))
  test('C35: name is a ResourceName', () =>
    expect(Object.keys(subRequest().name)).toEqual(['value', 'localizedValue']))
  test('C36: provisioningState is its own status', () =>
    expect(subRequest().provisioningState).toBe('Succeeded'))
  test('C37: resourceType is the type of the resource, where it has one', async () => {
    expect(subRequest()).not.toHaveProperty('resourceType')
    const target = at('serviceLimits/TotalLowPriorityCores', 'Microsoft.MachineLearningServices')
    const { body } = await quota.send(ada, 'PUT', target, { properties: { limit: 150 } })
    expect(body.properties.value[0].resourceType).toBe('lowPriority')
  })
  test('C38: subRequestId is the id of the sub-request', () => {
    expect(subRequest().subRequestId).toMatch(GUID)
    expect(subRequest().subRequestId).not.toBe(id)
  })
  test('C39: subRequestId may be missing when completed; a server always sends it', () =>
    expect(subRequest().subRequestId).toBe(put.body.properties.value[0].subRequestId))
  test('C40: unit is the unit of the limit', () => expect(subRequest().unit).toBe('Count'))
  test('C41: unit is the one that GET quota gives; another is refused', async () => {
    const target = at('serviceLimits/standardDv2Family')
    expect((await get(target)).body.properties.unit).toBe(subRequest().unit)
    const wrong = { properties: { limit: 60, unit: 'Bytes' } }
    const answer = await quota.send(ada, 'PUT', target, wrong)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'InvalidUnit'])
  })
  test('C42: name.value is the resource name as requests use it', async () => {
    expect(subRequest().name.value).toBe('standardDv2Family')
    const blank = await quota.put(ada, SUB_A, 'standard ncasv3_t4 FAMILY', 8)
    expect(blank.body.properties.value[0].name.value).toBe('Standard NCASv3_T4 Family')
  })
  test('C43: name.localizedValue is the display name of the resource, whatever the caller says', async () => {
    expect(subRequest().name.localizedValue).toBe('Standard Dv2 Family vCPUs')
    const resources = [
      { name: 'bojen', displayName: 'Bojen (Nordsee)', defaultLimit: 5, headroom: 5 },
      { name: 'plain', defaultLimit: 5, headroom: 5 },
    ]
    const entry = { locations: ['East US'], resources }
    await quota.callAsOperator('PUT', `/quota/providers/${TIDES}`, entry)
    const target = at('serviceLimits/bojen', TIDES)
    const name = { value: 'bojen', localizedValue: 'Something else' }
    const asked = await quota.send(ada, 'PUT', target, { properties: { limit: 6, name } })
    const reported = { value: 'bojen', localizedValue: 'Bojen (Nordsee)' }
    expect(asked.body.properties.value[0].name).toEqual(reported)
    expect((await get(target)).body.properties.name).toEqual(reported)
    const plain = await get(at('serviceLimits/plain', TIDES))
    expect(plain.body.properties.name).toEqual({ value: 'plain', localizedValue: 'plain' })
  })
})
