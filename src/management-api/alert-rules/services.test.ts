import { expect, test } from 'vitest'
import { HEALTH, useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { receiver } = stage
const SERVICE = 'properties.impactedServices[*].ServiceName'
const REGION = 'properties.impactedServices[*].ImpactedRegions[*].RegionName'
const put = (...conditions: object[]) =>
  stage.send('PUT', 'activityLogAlerts', 'rule', stage.toRule([HEALTH, ...conditions]))
const hit = (service: string, ...regions: string[]) => [
  { impactedService: service, impactedRegions: regions },
]
const trackingIdsAt = (path: string) =>
  receiver
    .callsTo(path)
    .map(({ body }) => JSON.parse(body).data.context.activityLog.properties.trackingId)

test('any service can be named while none is known', async () => {
  expect((await put({ field: SERVICE, equals: 'Stoarge' })).status).toBe(200)
})

test('a rule that names only unknown services is refused; others are not', async () => {
  await stage.addSubscription('sub-b', {}, [['Storage', 'West US']])
  for (const condition of [
    { field: SERVICE, equals: 'Stoarge' },
    { field: SERVICE, containsAny: ['Stoarge', 'Netwrok'] },
    { anyOf: ['Stoarge', 'Netwrok'].map((equals) => ({ field: SERVICE, equals })) },
  ]) {
    const { status, body } = await put({ field: SERVICE, equals: 'Storage' }, condition)
    expect([status, body.error.code]).toEqual([400, 'AlertRuleNeverFires'])
    expect(body.error.message).toMatch(
      /no service named Stoarge.* GET (\/providers\/Microsoft\.ResourceHealth\/metadata\/supportedServices) lists/,
    )
  }
  for (const condition of [
    { field: SERVICE, equals: ' STORAGE' },
    { field: SERVICE, containsAny: ['Stoarge', 'Storage'] },
    {
      anyOf: [
        { field: SERVICE, equals: 'Stoarge' },
        { field: 'properties.incidentType', equals: 'Security' },
      ],
    },
  ]) {
    expect((await put(condition)).status).toBe(200)
  }
  const listed = await stage.ask(
    stage.people.owner,
    'GET',
    '/providers/Microsoft.ResourceHealth/metadata/supportedServices?api-version=2025-05-01',
  )
  expect(listed.text).toContain('"Storage"')
})

test('a region that no event has named fits an event that hits all regions', async () => {
  await stage.addAlert('region', { allOf: [HEALTH, { field: REGION, equals: 'Nowhere' }] })
  const audience = { kind: 'subscriptions', subscriptions: ['sub-a'] }
  await stage.publish({ audience, impact: hit('Storage', 'West US') })
  const everywhere = await stage.publish({ audience, impact: hit('Storage') })
  await expect.poll(() => trackingIdsAt('/region')).toEqual([everywhere])
  await stage.send('DELETE', 'activityLogAlerts', 'region')
})

test('services and regions are compared one by one, as in a $filter', async () => {
  const allOf = [
    HEALTH,
    { field: SERVICE, equals: 'Storage' },
    { field: REGION, equals: 'West US' },
  ]
  await stage.addAlert('each', { allOf })
  const audience = { kind: 'subscriptions', subscriptions: ['sub-a'] }
  const impact = [...hit('Storage', 'East US'), ...hit('Network', 'West US')]
  const id = await stage.publish({ audience, impact })
  await expect.poll(() => trackingIdsAt('/each')).toEqual([id])
})

test('a rule without action groups is stored, and calls nobody', async () => {
  for (const actions of [{}, { actionGroups: [] }]) {
    const { properties, ...rule } = stage.toRule()
    const body = { ...rule, properties: { ...properties, actions } }
    expect((await stage.send('PUT', 'activityLogAlerts', 'quiet', body)).status).toBe(200)
  }
  await stage.send('DELETE', 'activityLogAlerts', 'each')
  expect((await stage.call('GET', 'sub-a/notifications')).body.value).toEqual([])
})
