import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
let ada: Reader
let rex: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  rex = await health.addReader('rex')
  await health.addSubscription('sub-a', { [ada.id]: 'contributor', [rex.id]: 'reader' })
})

const list = (who: Reader, id: string, query = {}, method = 'POST') =>
  health.ask(
    who,
    health.path('sub-a', `/${id}/listSecurityAdvisoryImpactedResources`),
    query,
    method,
  )

test('POST lists the resources of a security advisory, and GET follows its nextLink', async () => {
  const id = await health.publish({ eventType: 'SecurityAdvisory' })
  const add = Array.from({ length: 120 }, (_, n) => ({
    subscriptionId: 'sub-a',
    name: `vm-${n}`,
    targetRegion: n < 110 ? 'westus' : 'eastus',
  }))
  await health.revise(id, 'impactedResources', { add })
  const first = await list(ada, id, { $filter: "targetRegion eq 'westus'" })
  expect([first.status, first.body.value.length]).toEqual([200, 100])
  const next = first.body.nextLink.replace(health.installation.managementUrl, '')
  const second = await health.askRaw(ada, next)
  expect(second.body.value).toHaveLength(10)
  expect(second.body.nextLink).toBeUndefined()
})

test('a reader is refused on either list, sensitive or not; another type of event is 404', async () => {
  for (const isEventSensitive of [true, false]) {
    const id = await health.publish({ eventType: 'SecurityAdvisory', isEventSensitive })
    const { status, body } = await list(rex, id)
    expect([status, body.code]).toEqual([403, 'AuthorizationFailed'])
    expect((await list(ada, id)).body).toEqual({ value: [] })
    const plain = health.path('sub-a', `/${id}/impactedResources`)
    for (const path of [plain, `${plain}/vm-1`]) {
      expect((await health.ask(rex, path)).body.code).toBe('AuthorizationFailed')
    }
    expect((await health.ask(ada, plain)).body).toEqual({ value: [] })
  }
  const { status, body } = await list(ada, await health.publish())
  expect([status, body.code]).toEqual([404, 'SecurityAdvisoryNotFound'])
  expect((await list(ada, 'NONE')).body.code).toBe('EventNotFound')
})
