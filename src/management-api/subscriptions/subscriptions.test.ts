import { beforeAll, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { useHealth } from '../../../test/support/server/health.ts'

const health = useHealth()
const misfit = useDeclaredSchemas('openapi/subscriptions.json')
let ada: Reader
let rex: Reader
let tenantId: string
const VERSION = { 'api-version': '2019-11-01' }
beforeAll(async () => {
  ada = await health.addReader('ada')
  rex = await health.addReader('rex')
  tenantId = (await health.addSubscription('sub-a', { [ada.id]: 'owner', [rex.id]: 'reader' }))
    .tenantId
  await health.addSubscription('sub-b', { [ada.id]: 'reader' }, [], tenantId)
  await health.addSubscription('sub-z', {})
})

test('GET /subscriptions lists those on which the caller has a role, by id', async () => {
  const { status, body } = await health.ask(ada, '/subscriptions', VERSION)
  expect(status).toBe(200)
  expect(
    body.value.map(({ subscriptionId }: { subscriptionId: string }) => subscriptionId),
  ).toEqual(['sub-a', 'sub-b'])
  expect(body.value[0]).toMatchObject({
    id: '/subscriptions/sub-a',
    displayName: 'sub-a',
    state: 'Enabled',
    tenantId,
    homeTenantId: tenantId,
    managedByTenants: [],
    subscriptionPolicies: { spendingLimit: 'Off' },
  })
  expect(misfit('listOwnSubscriptions', status, body)).toBeUndefined()
  const ofRex = await health.ask(rex, '/subscriptions', VERSION)
  expect(ofRex.body.value).toHaveLength(1)
})

test('GET /subscriptions has 100 a page, each once', async () => {
  const many = await health.addReader('many')
  for (let n = 0; n < 103; n++) await health.addSubscription(`m-${n}`, { [many.id]: 'owner' })
  const first = await health.ask(many, '/subscriptions', VERSION)
  const next = first.body.nextLink.replace(health.installation.managementUrl, '')
  const second = await health.askRaw(many, next)
  const ids = [...first.body.value, ...second.body.value].map(({ id }: { id: string }) => id)
  expect([first.body.value.length, new Set(ids).size]).toEqual([100, 103])
  expect((await health.askRaw(ada, next)).body.error.code).toBe('InvalidSkipToken')
  const tenants = await health.ask(many, '/tenants', VERSION)
  expect(tenants.body.value).toHaveLength(100)
})

test('GET /tenants lists the organizations of these subscriptions, each once', async () => {
  const { status, body } = await health.ask(ada, '/tenants', VERSION)
  expect([status, body.value]).toEqual([
    200,
    [expect.objectContaining({ id: `/tenants/${tenantId}`, tenantId, tenantCategory: 'Home' })],
  ])
  expect(misfit('listTenants', status, body)).toBeUndefined()
})

test('401 and 400: nobody, no api-version, one that never was', async () => {
  for (const path of ['/subscriptions', '/tenants']) {
    const nobody = await health.ask(undefined, path, VERSION)
    expect(nobody.status).toBe(401)
    const missing = await health.askRaw(ada, path)
    expect([missing.status, missing.body.error.code]).toEqual([400, 'MissingApiVersionParameter'])
    const wrong = await health.ask(ada, path, { 'api-version': '1999-01-01' })
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'InvalidApiVersionParameter'])
  }
})
