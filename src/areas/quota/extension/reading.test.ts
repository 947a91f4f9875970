import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { EXTENSION_VERSION } from '../../../../test/support/http/quota.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota({}, { runsJobs: false })
const misfit = useDeclaredSchemas('openapi/quota-extension.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'reader' })
  const inUse = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores' }
  await quota.callAsOperator('PATCH', '/subscriptions/sub-a/quota', {
    value: [{ ...inUse, limit: 40, currentValue: 12 }],
  })
})
const get = (rest: string, provider?: string) =>
  quota.send(ada, 'GET', quota.extensionPath('sub-a', rest, provider))
const scope = '/subscriptions/sub-a/providers/Microsoft.Compute/locations/eastus'
const cores = { value: 'cores', localizedValue: 'Total Regional vCPUs' }
const common = { unit: 'Count', name: cores, isQuotaApplicable: true, properties: {} }

test('a quota has the limit that the older API shows', async () => {
  const { status, body, headers } = await get('quotas/Cores')
  expect([status, misfit('getQuota', 200, body)]).toEqual([200, undefined])
  expect(body).toEqual({
    id: `${scope}/providers/Microsoft.Quota/quotas/cores`,
    name: 'cores',
    type: 'Microsoft.Quota/Quotas',
    properties: {
      limit: { limitObjectType: 'LimitValue', limitType: 'Independent', value: 40 },
      ...common,
    },
  })
  const older = await quota.send(ada, 'GET', quota.path('sub-a', 'serviceLimits/cores'))
  expect(headers.get('etag')).toBe(older.headers.get('etag'))
})

test('a usage has the use of a resource', async () => {
  const { status, body } = await get('usages/cores')
  expect([status, misfit('getUsage', 200, body)]).toEqual([200, undefined])
  expect(body).toEqual({
    id: `${scope}/providers/Microsoft.Quota/usages/cores`,
    name: 'cores',
    type: 'Microsoft.Quota/Usages',
    properties: { usages: { usagesType: 'Individual', value: 12 }, ...common },
  })
})

test('the type of a resource is shown', async () => {
  const provider = 'Microsoft.MachineLearningServices'
  const { body } = await get('quotas/TotalLowPriorityCores', provider)
  expect(body.properties.resourceType).toBe('lowPriority')
  const usage = await get('usages/TotalLowPriorityCores', provider)
  expect(usage.body.properties.resourceType).toBe('lowPriority')
})

describe.each([
  ['quotas', 'listQuotas'],
  ['usages', 'listUsages'],
])('the list of %s', (noun, operationId) => {
  const linkOf = ({ body }: Answer): string => body.nextLink.replace(ORIGIN, '')

  test('has every resource of the provider once, page by page', async () => {
    const resources = Array.from({ length: 150 }, (_, n) => ({ name: `r ${n}`, defaultLimit: n }))
    const entry = { locations: ['eastus'], resources }
    await quota.callAsOperator('PUT', '/quota/providers/Test.Large', entry)
    const first = await get(noun, 'Test.Large')
    expect([first.status, misfit(operationId, 200, first.body)]).toEqual([200, undefined])
    expect(first.headers.get('etag')).toMatch(/^".+"$/)
    const second = await quota.send(ada, 'GET', linkOf(first))
    const names = [first, second].flatMap(({ body }) =>
      body.value.map((each: { name: string }) => each.name),
    )
    expect([first.body.value.length, new Set(names).size]).toEqual([100, 150])
    expect(second.body.nextLink).toBeUndefined()
  })

  test('refuses a cursor of another list', async () => {
    const other = noun === 'quotas' ? 'usages' : 'quotas'
    const foreign = linkOf(await get(noun, 'Test.Large')).replace(`/${noun}?`, `/${other}?`)
    expect((await quota.send(ada, 'GET', foreign)).body.error.code).toBe('InvalidSkipToken')
  })
})

test.each([
  ['quotas/nothing', undefined, 'InvalidResourceName'],
  ['usages/nothing', undefined, 'InvalidResourceName'],
  ['quotas', 'Test.Nothing', 'InvalidResourceProvider'],
  ['usages', 'Test.Nothing', 'InvalidResourceProvider'],
  ['quotaRequests', 'Test.Nothing', 'InvalidResourceProvider'],
])('400: GET %s of %s', async (rest, provider, code) => {
  const { status, body } = await get(rest, provider)
  expect([status, body.error.code]).toEqual([400, code])
})

describe('the scope', () => {
  const at = (path: string) => quota.send(ada, 'GET', `${path}?api-version=${EXTENSION_VERSION}`)
  const below = 'providers/Microsoft.Quota/quotas/cores'

  test.each([
    `/${scope}/${below}`,
    `${scope}//${below}`,
    `/${scope}//${below}`,
    `${scope.toUpperCase()}/providers/microsoft.quota/QUOTAS/CORES`,
    `/subscriptions/SUB-A/providers/Microsoft.Compute/locations/East%20US/${below}`,
  ])('%s', async (path) => {
    expect((await at(path)).body).toMatchObject({ name: 'cores' })
  })

  test('a link to the next page is without the additional slashes', async () => {
    const large = '//subscriptions/sub-a/providers/Test.Large/locations/eastus/'
    const { body } = await at(`${large}/providers/Microsoft.Quota/quotas`)
    expect(new URL(body.nextLink).pathname).toBe(
      '/subscriptions/sub-a/providers/Test.Large/locations/eastus/providers/Microsoft.Quota/quotas',
    )
  })

  test('a resource group and a management group have no quota', async () => {
    for (const [path, code] of [
      [
        '/subscriptions/sub-a/resourceGroups/g/providers/Microsoft.Batch/batchAccounts/b/providers/Microsoft.Quota/quotas',
        'PathNotFound',
      ],
      [
        '/providers/Microsoft.Management/managementGroups/m/providers/Microsoft.Quota/groupQuotas',
        'OperationNotServed',
      ],
    ] as const) {
      const { status, body } = await at(path)
      expect([path, status, body.error.code]).toEqual([path, 404, code])
    }
  })
})
