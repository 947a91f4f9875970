import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota()
const misfit = useDeclaredSchemas('openapi/quota-extension.json')
let ada: Reader
let count = 0
let sub = ''
beforeAll(async () => {
  ada = await quota.addReader('ada')
})
/** A subscription of its own for each test: what is open in one is not in another. */
async function begin(): Promise<void> {
  sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
}
const send = (method: string, rest: string, body?: object, headers = {}) =>
  quota.send(ada, method, quota.extensionPath(sub, rest), body, headers)
const limitOf = (value: unknown, more: object = {}) => ({
  properties: { limit: { limitObjectType: 'LimitValue', value }, ...more },
})
const request = (resource: string, limit: number, headers = {}) =>
  send('PUT', `quotas/${resource}`, limitOf(limit), headers)
const codeOf = ({ status, body }: Answer) => [status, body.error.code]

describe.each([
  ['PUT', 'setQuota'],
  ['PATCH', 'updateQuota'],
])('%s', (method, operationId) => {
  test('answers 202 with the request and where to poll it', async () => {
    await begin()
    const rest = 'quotas/CORES?api-version=2021-03-15-preview'
    const { status, body, headers } = await send(method, rest, limitOf(30))
    expect([status, misfit(operationId, 202, body)]).toEqual([202, undefined])
    const path = `/subscriptions/${sub}/providers/Microsoft.Compute/locations/eastus/providers/Microsoft.Quota`
    expect(body).toMatchObject({
      id: `${path}/quotaRequests/${body.name}`,
      type: 'Microsoft.Quota/Quotas',
      properties: {
        limit: { limitObjectType: 'LimitValue', limitType: 'Independent', value: 30 },
        name: { value: 'cores', localizedValue: 'Total Regional vCPUs' },
        unit: 'Count',
        provisioningState: 'Accepted',
      },
    })
    const operation = `${ORIGIN}${path}/operationsStatus/${body.name}?api-version=2021-03-15-preview`
    for (const header of ['location', 'azure-asyncoperation', 'operation-location']) {
      expect([header, headers.get(header)]).toEqual([header, operation])
    }
    expect(headers.get('retry-after')).toBe('1')
    await quota.waitForRequest(ada, sub, body.name)
    expect((await send('GET', 'quotas/cores')).body.properties.limit.value).toBe(30)
  })
})

test('a request through one API is the same request through the other', async () => {
  await begin()
  const newer = await request('cores', 400)
  const older = await quota.put(ada, sub, 'cores', 400)
  expect(older.body.requestId).toBe(newer.body.name)
  const again = await request('cores', 400)
  expect(again.body.name).toBe(newer.body.name)
  const details = await quota.status(ada, sub, newer.body.name)
  expect(details.body.properties.value[0]).toMatchObject({ limit: 400, name: { value: 'cores' } })
  const seen = await send('GET', `quotaRequests/${newer.body.name.toUpperCase()}`)
  expect([seen.status, misfit('getQuotaRequestStatus', 200, seen.body)]).toEqual([200, undefined])
  expect(seen.body).toMatchObject({
    id: newer.body.id,
    name: newer.body.name,
    type: 'Microsoft.Quota/QuotaRequests',
    properties: {
      requestSubmitTime: details.body.properties.requestSubmitTime,
      value: [{ limit: { limitObjectType: 'LimitValue', value: 400 }, unit: 'Count' }],
    },
  })
  expect(seen.body.properties.error).toBeUndefined()
})

test('a repeat finds its resource in a request for several', async () => {
  await begin()
  const { body: several } = await quota.putMany(ada, sub, { cores: 400, standardDFamily: 410 })
  const { body } = await request('standardDFamily', 410)
  expect([body.name, body.properties.limit.value]).toEqual([several.requestId, 410])
  expect(body.properties.name.value).toBe('standardDFamily')
})

describe('operationsStatus', () => {
  const status = (id: string) => send('GET', `operationsStatus/${id}`)

  test('keeps the poller here while the request is open, then names the request', async () => {
    await begin()
    const { body, headers } = await request('cores', 400)
    const open = await status(body.name)
    expect([open.status, misfit('getQuotaOperationStatus', 200, open.body)]).toEqual([
      200,
      undefined,
    ])
    for (const header of ['location', 'azure-asyncoperation', 'operation-location']) {
      expect([header, open.headers.get(header)]).toEqual([header, headers.get(header)])
    }
    await expect.poll(() => quota.waiting(sub)).toHaveLength(1)
    const [waiting] = await quota.waiting(sub)
    if (waiting) await quota.decide(waiting, { decision: 'approve', limit: 120, reason: 'Left.' })
    await quota.waitForRequest(ada, sub, body.name)
    const ended = await status(body.name)
    expect(ended.body).toMatchObject({ name: body.name, status: 'Succeeded' })
    expect(ended.headers.get('location')).toBe(`${ORIGIN}${body.id}?api-version=2025-03-01`)
    expect(ended.headers.get('azure-asyncoperation')).toBeNull()
    expect((await send('GET', 'quotas/cores')).body.properties.limit.value).toBe(120)
  })
})

describe('what a request may hold', () => {
  test('a resource type is not compared: the name says which limit it is', async () => {
    await begin()
    const sent = limitOf(30, { resourceType: 'dedicated', name: { value: 'Cores' } })
    expect((await send('PUT', 'quotas/cores', sent)).status).toBe(202)
  })

  test.each([
    ['another name', limitOf(30, { name: { value: 'vm' } }), 'InvalidResourceName'],
    ['another unit', limitOf(30, { unit: 'Bytes' }), 'InvalidUnit'],
    ['a number for a limit', { properties: { limit: 30 } }, 'InvalidParameter'],
    ['a text for a limit', limitOf('30'), 'InvalidParameter'],
    ['a negative limit', limitOf(-1), 'InvalidParameter'],
    [
      'another kind of limit',
      { properties: { limit: { limitObjectType: 'Other', value: 1 } } },
      'InvalidParameter',
    ],
    ['no limit', { properties: {} }, 'InvalidParameter'],
  ])('400: %s', async (_what, body, code) => {
    await begin()
    expect(codeOf(await send('PUT', 'quotas/cores', body))).toEqual([400, code])
  })

  test('a limit that has changed since it was read is 412', async () => {
    await begin()
    const tag = (await send('GET', 'quotas/cores')).headers.get('etag') ?? ''
    expect(codeOf(await request('cores', 30, { 'If-Match': '"other"' }))).toEqual([
      412,
      'PreconditionFailed',
    ])
    expect((await request('cores', 30, { 'If-Match': tag })).status).toBe(202)
  })
})
