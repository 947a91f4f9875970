import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const PATH = '/providers/Microsoft.ResourceHealth/emergingIssues'
const health = useHealth()
/** Without a role on any subscription. */
let rex: Reader
beforeAll(async () => {
  rex = await health.addReader('rex')
  await health.addSubscription('sub-a', {})
})

const eventType = 'EmergingIssues'
const activeEvents = async () =>
  (await health.ask(rex, `${PATH}/default`)).body.properties.statusActiveEvents

test('an active event of the type EmergingIssues for everyone is one, until it is resolved', async () => {
  const trackingId = await health.publish({
    eventType,
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
    properties: {
      title: 'Slow writes',
      description: 'Being looked at.',
      eventLevel: 'Critical',
      impactStartTime: '2026-11-15T08:00:00Z',
    },
  })
  const [found] = await activeEvents()
  expect(found).toMatchObject({
    trackingId,
    title: 'Slow writes',
    description: 'Being looked at.',
    startTime: '2026-11-15T08:00:00.000Z',
    severity: 'Error',
    stage: 'Active',
    published: true,
    impacts: [{ name: 'Storage', regions: [{ id: 'westus', name: 'West US' }] }],
  })
  await health.revise(trackingId, 'resolve')
  expect(await activeEvents()).toEqual([])
})

test('no other type, no other audience, and nothing sensitive', async () => {
  await health.publish({ eventType: 'ServiceIssue' })
  await health.publish({ eventType, isEventSensitive: true })
  await health.publish({ eventType, audience: { kind: 'footprint' } })
  const subscriptions = { kind: 'subscriptions', subscriptions: ['sub-a'] }
  await health.publish({ eventType, audience: subscriptions })
  expect(await activeEvents()).toEqual([])
})

test('at most 100, the latest first', async () => {
  const published: string[] = []
  for (let number = 0; number < 101; number++) published.push(await health.publish({ eventType }))
  const names = (await activeEvents()).map(({ trackingId }: { trackingId: string }) => trackingId)
  expect(names).toEqual(published.slice(1).toReversed())
})

test('the list has the one entry, which is found by its id; another name is 404', async () => {
  const { body } = await health.ask(rex, PATH)
  const type = '/providers/Microsoft.ResourceHealth/emergingissues'
  expect(body.value).toMatchObject([{ id: `${type}/default`, name: 'default', type }])
  expect((await health.ask(rex, body.value[0].id)).status).toBe(200)
  const other = await health.ask(rex, `${PATH}/tides`)
  expect([other.status, other.body.code]).toEqual([404, 'EmergingIssueNotFound'])
  expect((await health.askRaw(undefined, `${PATH}?api-version=2025-05-01`)).status).toBe(401)
})
