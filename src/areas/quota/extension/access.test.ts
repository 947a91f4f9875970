import { beforeAll, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota({ VENDOR_NAMESPACE: 'Example' }, { runsJobs: false })
const misfit = useDeclaredSchemas('openapi/quota-extension.json')
const people: Record<string, Reader> = {}
beforeAll(async () => {
  for (const name of ['owner', 'contributor', 'reader', 'stranger']) {
    people[name] = await quota.addReader(name)
  }
  const { owner, contributor, reader } = people as Record<string, Reader>
  const roles = { [`${owner?.id}`]: 'owner', [`${contributor?.id}`]: 'contributor' } as const
  await quota.addSubscription('sub-a', { ...roles, [`${reader?.id}`]: 'reader' })
})
const UUID = '0199d4c0-7a5e-7c3f-8000-000000000000'
const READS = [
  'quotas',
  'quotas/cores',
  'usages',
  'usages/cores',
  'quotaRequests',
  `quotaRequests/${UUID}`,
  `operationsStatus/${UUID}`,
]
const send = (who: string, method: string, rest: string, body?: object) =>
  quota.send(people[who], method, quota.extensionPath('sub-a', rest, 'Example.Compute'), body)
const input = { properties: { limit: { limitObjectType: 'LimitValue', value: 30 } } }

test.each(READS)('%s is for every role, and for nobody else', async (rest) => {
  for (const who of ['owner', 'contributor', 'reader']) {
    const expected = rest.includes(UUID) ? 404 : 200
    const { status, body } = await send(who, 'GET', rest)
    expect([who, status]).toEqual([who, expected])
    if (expected === 404) expect(body.error.code).toBe('QuotaRequestNotFound')
  }
  const hidden = await send('stranger', 'GET', rest)
  expect([hidden.status, hidden.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  const anonymous = await send('nobody', 'GET', rest)
  expect([anonymous.status, anonymous.body.error.code]).toEqual([401, 'AuthenticationFailed'])
})

test.each(['PUT', 'PATCH'])('%s is for owners and contributors', async (method) => {
  for (const [who, status, code] of [
    ['reader', 403, 'AuthorizationFailed'],
    ['stranger', 404, 'SubscriptionNotFound'],
    ['nobody', 401, 'AuthenticationFailed'],
  ] as const) {
    const { status: found, body } = await send(who, method, 'quotas/cores', input)
    expect([who, found, body.error.code]).toEqual([who, status, code])
  }
  for (const who of ['owner', 'contributor']) {
    expect([who, (await send(who, method, 'quotas/cores', input)).status]).toEqual([who, 202])
  }
})

test('the list of operations is for everybody who is signed in', async () => {
  const list = (who: string) =>
    quota.send(people[who], 'GET', '/providers/Example.Quota/operations?api-version=2025-03-01')
  expect((await list('nobody')).status).toBe(401)
  const { status, body } = await list('stranger')
  expect([status, misfit('listQuotaOperations', 200, body)]).toEqual([200, undefined])
  expect(body.value.map((each: { name: string }) => each.name)).toEqual([
    'Example.Quota/quotas/read',
    'Example.Quota/quotas/write',
    'Example.Quota/usages/read',
    'Example.Quota/quotaRequests/read',
    'Example.Quota/operations/read',
  ])
})

test('it takes each published api-version, and no other', async () => {
  const at = (version: string) => send('reader', 'GET', `quotas?api-version=${version}`)
  const published = ['2021-03-15-preview', '2023-02-01', '2023-06-01-preview']
  published.push('2024-10-15-preview', '2024-12-18-preview', '2025-03-01', '2025-03-15-preview')
  published.push('2025-07-15', '2025-09-01', '2026-09-01-preview')
  for (const version of published) {
    expect([version, (await at(version)).status]).toEqual([version, 200])
  }
  for (const version of ['2020-10-25', '2030-01-01', 'latest']) {
    const { status, body } = await at(version)
    expect([version, status, body.error.code]).toEqual([version, 400, 'InvalidApiVersionParameter'])
    expect(body.error.message).toContain('2025-03-01')
  }
  const missing = await send('reader', 'GET', 'quotas?')
  expect([missing.status, missing.body.error.code]).toEqual([400, 'MissingApiVersionParameter'])
})
