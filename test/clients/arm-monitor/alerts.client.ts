import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { collectAnswer, useInstallation, VERSIONS } from './installation.ts'
import { readAlert, shapeOf } from './receiver.ts'

const { health, receiver, open } = useInstallation(useDatabase())
const ID = '/subscriptions/sub-a/resourceGroups/ops/providers/Microsoft.Insights'
const FORMS = [
  ['the older form', 'activity-log', false],
  ['the common alert schema', 'common-alert', true],
] as const
const VALUES = ['Storage', 'West US'] as const
const SERVICE = 'properties.impactedServices[*].ServiceName'
const REGION = 'properties.impactedServices[*].ImpactedRegions[*].RegionName'

/** The first version of rules compares with one value; later ones also with several. */
const conditionsFor = (version: string) => [
  { field: 'category', equals: 'ServiceHealth' },
  { field: 'properties.incidentType', equals: 'Incident' },
  ...(version === '7'
    ? [
        { field: SERVICE, equals: VALUES[0] },
        { field: REGION, equals: VALUES[1] },
      ]
    : [
        { anyOf: [{ field: SERVICE, containsAny: [VALUES[0], 'Mail'] }] },
        { field: REGION, containsAny: [VALUES[1], 'Global'] },
      ]),
]

describe.each(VERSIONS)('@azure/arm-monitor %s', (version) => {
  describe.each(FORMS)('in %s', (_form, form, useCommonAlertSchema) => {
    test('creates a group and a rule, and its receiver gets each update of an event', async () => {
      const client = open(version)
      const name = `${form}-${version}`
      const path = `/${name}?code=secret`
      const hook = { name: 'hook', serviceUri: receiver().url(path), useCommonAlertSchema }
      const group = await client.actionGroups.createOrUpdate?.('ops', name, {
        location: 'Global',
        groupShortName: 'ops',
        enabled: true,
        webhookReceivers: [hook],
      })
      expect(group).toMatchObject({
        id: `${ID}/actionGroups/${name}`,
        type: 'Microsoft.Insights/ActionGroups',
        groupShortName: 'ops',
        enabled: true,
        webhookReceivers: [hook],
      })
      const condition = { allOf: conditionsFor(version) }
      const action = {
        actionGroupId: `${ID}/actionGroups/${name}`,
        webhookProperties: { team: 'b' },
      }
      const rule = await client.activityLogAlerts.createOrUpdate?.('ops', name, {
        location: 'Global',
        scopes: ['/subscriptions/sub-a'],
        enabled: true,
        condition,
        actions: { actionGroups: [action] },
        description: 'Ours',
      })
      expect(rule).toMatchObject({ name, enabled: true, condition, description: 'Ours' })
      const trackingId = `T${version}${useCommonAlertSchema ? 'C' : 'O'}0-EVNT`
      await health.publish({
        trackingId,
        audience: { kind: 'everyone' },
        impact: [{ impactedService: VALUES[0], impactedRegions: [VALUES[1], 'East US'] }],
        properties: {
          title: 'Slow reads',
          summary: 'Some reads are slow.',
          eventLevel: 'Error',
          impactStartTime: '2026-11-18T12:00:00Z',
        },
      })
      await health.revise(trackingId, 'updates', { summary: 'A cause is found.' })
      await health.revise(trackingId, 'resolve', { summary: 'It is over.' })
      const calls = () => receiver().callsTo(path)
      await expect.poll(() => calls().length).toBe(3)
      const alerts = calls().map(({ body }) => readAlert(body))
      expect(alerts[0]).toMatchObject({
        trackingId,
        title: 'Slow reads',
        status: 'Active',
        level: 'Error',
        subscriptionId: 'sub-a',
        communication: 'Some reads are slow.',
        startsAt: new Date('2026-11-18T12:00:00Z'),
        services: [{ name: VALUES[0], regions: [VALUES[1], 'East US'] }],
        custom: { team: 'b' },
      })
      expect(alerts.map((alert) => [alert.trackingId, alert.status, alert.communication])).toEqual([
        [trackingId, 'Active', 'Some reads are slow.'],
        [trackingId, 'Active', 'A cause is found.'],
        [trackingId, 'Resolved', 'It is over.'],
      ])
      expect(new Set(alerts.map(({ communicationId }) => communicationId)).size).toBe(3)
      const bodies = calls().map(({ body }) => JSON.parse(body))
      const [active, resolved] = JSON.parse(
        readFileSync(`test/support/fixtures/alerts/${form}.json`, 'utf8'),
      )
      const shapes = [active, active, resolved].map(shapeOf).map((shape) => namesOf(shape))
      expect(bodies.map(shapeOf).map((shape) => namesOf(shape))).toEqual(shapes)
      await client.activityLogAlerts.delete?.('ops', name)
      await client.actionGroups.delete?.('ops', name)
      expect(client.sent.filter(({ status }) => status >= 300)).toEqual([])
    })
  })

  test('reads, lists and changes what it created, and the addresses are hidden from readers', async () => {
    const client = open(version)
    const name = `read-${version}`
    const hook = { name: 'hook', serviceUri: receiver().url('/x?code=secret') }
    await client.actionGroups.createOrUpdate?.('Any Group', name, {
      location: 'Global',
      groupShortName: 'ops',
      enabled: true,
      webhookReceivers: [hook],
    })
    const group = await client.actionGroups.get?.('any group', name)
    expect(group).toMatchObject({ name, webhookReceivers: [hook] })
    for (const list of [
      client.actionGroups.listBySubscriptionId?.(),
      client.actionGroups.listByResourceGroup?.('any group'),
    ]) {
      expect(await collectAnswer(list)).toEqual([group])
    }
    const changed = await client.actionGroups.update?.('any group', name, {
      tags: { team: 'b' },
      enabled: false,
    })
    expect(changed).toMatchObject({ tags: { team: 'b' }, enabled: false })
    const masked = await open(version, 'guest').actionGroups.get?.('any group', name)
    expect(masked).toMatchObject({
      webhookReceivers: [{ serviceUri: receiver().url('/x?code=***') }],
    })
    await client.activityLogAlerts.createOrUpdate?.('any group', name, {
      location: 'Global',
      scopes: ['/subscriptions/sub-a'],
      condition: { allOf: conditionsFor(version) },
      actions: {},
    })
    const rule = await client.activityLogAlerts.get?.('any group', name)
    for (const list of [
      client.activityLogAlerts.listBySubscriptionId?.(),
      client.activityLogAlerts.listByResourceGroup?.('any group'),
    ]) {
      expect(await collectAnswer(list)).toEqual([rule])
    }
    const off = await client.activityLogAlerts.update?.('any group', name, { enabled: false })
    expect(off).toMatchObject({ enabled: false })
    const enable = client.actionGroups.enableReceiver?.('any group', name, { receiverName: 'hook' })
    await expect(enable).rejects.toMatchObject({ statusCode: 409 })
    await client.activityLogAlerts.delete?.('any group', name)
    await client.actionGroups.delete?.('any group', name)
    await client.actionGroups.delete?.('any group', name)
    const gone = client.actionGroups.get?.('any group', name)
    await expect(gone).rejects.toMatchObject({ statusCode: 404, code: 'ResourceNotFound' })
  })

  test('is told why a rule can never fire', async () => {
    const saved = open(version).activityLogAlerts.createOrUpdate?.('ops', 'never', {
      location: 'Global',
      scopes: ['/subscriptions/sub-a'],
      condition: { allOf: [{ field: 'category', equals: 'Policy' }] },
      actions: {},
    })
    await expect(saved).rejects.toMatchObject({
      statusCode: 400,
      code: 'AlertRuleNeverFires',
      message: expect.stringContaining('There are no events of the category Policy.'),
    })
  })

  test('sends a test, and its poller comes to the end', async () => {
    const client = open(version)
    const name = `test-${version}`
    const hook = { name: 'hook', serviceUri: receiver().url(`/${name}`) }
    await client.actionGroups.createOrUpdate?.('ops', name, {
      location: 'Global',
      groupShortName: 'ops',
      enabled: true,
      webhookReceivers: [hook],
    })
    const request = { alertType: 'servicehealth', webhookReceivers: [hook] }
    const { actionGroups } = client
    const ended =
      version === '7'
        ? await actionGroups.beginPostTestNotificationsAndWait?.(request)
        : await actionGroups.createNotificationsAtActionGroupResourceLevel?.('ops', name, request)
    const done = client.sent.filter(({ path }) => path.includes('/notificationStatus/')).at(-1)
    const id = done?.path.split('/').at(-1)
    const status =
      version === '7'
        ? await actionGroups.getTestNotifications?.(id)
        : await actionGroups.getTestNotificationsAtActionGroupResourceLevel?.('ops', name, id)
    const details = {
      state: 'Completed',
      context: {
        notificationSource: 'Microsoft.Insights/TestNotification',
        contextType: 'Microsoft.Insights/ServiceHealth',
      },
      actionDetails: [{ mechanismType: 'Webhook', name: 'hook', status: 'Completed' }],
    }
    expect(status).toMatchObject(details)
    // The older client gives the result of its poller other names than what it reads.
    if (version === '8') expect(ended).toMatchObject(details)
    const [call] = receiver().callsTo(`/${name}`)
    expect(readAlert(call?.body ?? '')).toMatchObject({ trackingId: 'TEST-EVENT' })
    await client.actionGroups.delete?.('ops', name)
  })
})

/** In an order of its own: members of JSON objects have none. */
function namesOf(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(namesOf)
  if (typeof shape !== 'object' || shape === null) return shape
  const members = Object.entries(shape).map(([name, of]) => [name, namesOf(of)] as const)
  return members.sort(([first], [second]) => (first < second ? -1 : 1))
}
