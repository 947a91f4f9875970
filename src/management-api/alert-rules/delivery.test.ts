import { beforeAll, describe, expect, test } from 'vitest'
import {
  fixture,
  HEALTH,
  toFixture,
  useAlertRules,
} from '../../../test/support/server/alert-rules.ts'
import { EVENT_SUB_TYPES, EVENT_TYPES } from '../../areas/service-health/events/wire.ts'
import { openEventFilters } from '../../areas/service-health/notices/filters.ts'
import { INCIDENT_TYPES, incidentTypeOf, toIncidentFilter } from './incident-types.ts'

const stage = await useAlertRules()
const { receiver } = stage
const arrived = (path: string, count = 1) =>
  expect.poll(() => receiver.callsTo(path).length).toBe(count)
const bodiesAt = (path: string) => receiver.callsTo(path).map(({ body }) => JSON.parse(body))
const trackingIdsAt = (path: string) =>
  bodiesAt(path).map(({ data }) => data.context.activityLog.properties.trackingId)
const named = { kind: 'subscriptions', subscriptions: ['sub-a'] }
const publish = (input: object = {}) => stage.publish({ audience: named, ...input })
const hit = (service: string, ...regions: string[]) => [
  { impactedService: service, impactedRegions: regions },
]

describe.each([
  ['the older form', 'activity-log', false],
  ['the common alert schema', 'common-alert', true],
] as const)('%s', (_form, name, isCommon) => {
  test('has the names, the nesting and the types of the recorded call', async () => {
    const properties = { team: 'storage' }
    await stage.addAlert(name, { isCommon, properties, more: { description: 'Ours' } })
    const trackingId = isCommon ? 'COMM-ON1' : 'OLDE-R01'
    await publish({
      trackingId,
      impact: [...hit('Storage', 'West US', 'East US'), ...hit('Network')],
      properties: {
        title: 'Slow reads',
        summary: 'Some reads are slow.',
        description: 'Reads are slow since noon.',
        eventLevel: 'Error',
        impactStartTime: '2026-11-18T12:00:00Z',
      },
    })
    await stage.revise(trackingId, 'resolve', { summary: 'It is over.' })
    await arrived(`/${name}`, 2)
    const calls = receiver.callsTo(`/${name}`)
    expect(calls[0]?.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(calls[0]?.headers['webhook-signature']).toBeUndefined()
    expect(bodiesAt(`/${name}`).map(toFixture)).toEqual(fixture(name))
    await stage.send('DELETE', 'activityLogAlerts', name)
  })
})

describe('a rule', () => {
  test('fires for what fits its services, regions and types, and for nothing else', async () => {
    const anyOf = ['Incident', 'Security'].map((equals) => ({
      field: 'properties.incidentType',
      equals,
    }))
    const services = {
      field: 'properties.impactedServices[*].ServiceName',
      containsAny: ['storage', "Bob's"],
    }
    const regions = {
      field: 'Properties.ImpactedServices[*].ImpactedRegions[*].RegionName',
      containsAny: ['westus', 'Global'],
    }
    await stage.addAlert('narrow', { allOf: [HEALTH, { anyOf }, services, regions] })
    const west = await publish({ impact: hit('Storage', 'West US') })
    await publish({ impact: hit('Storage', 'East US') })
    await publish({ impact: hit('Network', 'West US') })
    await publish({ impact: hit('Storage', 'West US'), eventType: 'PlannedMaintenance' })
    await publish()
    const everywhere = await publish({ impact: hit('Storage') })
    const quoted = await publish({ impact: hit("Bob's", 'West US'), eventType: 'SecurityAdvisory' })
    await arrived('/narrow', 3)
    expect(trackingIdsAt('/narrow')).toEqual([west, everywhere, quoted])
    await stage.send('DELETE', 'activityLogAlerts', 'narrow')
  })

  test('can name more services than a filter in a URL', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `A service with a long name ${n}`)
    // One has to be known.
    const containsAny = ['Storage', ...names]
    const field = 'properties.impactedServices[*].ServiceName'
    await stage.addAlert('wide', { allOf: [HEALTH, { field, containsAny }] })
    const id = await publish({ impact: hit('A service with a long name 399', 'West US') })
    await arrived('/wide')
    expect(trackingIdsAt('/wide')).toEqual([id])
    await stage.send('DELETE', 'activityLogAlerts', 'wide')
  })

  test('that is off, or whose group is off, does not fire', async () => {
    await stage.addAlert('quiet')
    await stage.addAlert('witness')
    await stage.send('PATCH', 'activityLogAlerts', 'quiet', { properties: { enabled: false } })
    await publish()
    await arrived('/witness')
    await stage.send('PATCH', 'activityLogAlerts', 'quiet', { properties: { enabled: true } })
    await stage.send('PATCH', 'actionGroups', 'quiet', { properties: { enabled: false } })
    await publish()
    await arrived('/witness', 2)
    await stage.send('PATCH', 'actionGroups', 'quiet', { properties: { enabled: true } })
    const id = await publish()
    await arrived('/quiet')
    expect(trackingIdsAt('/quiet')).toEqual([id])
    for (const name of ['quiet', 'witness']) await stage.send('DELETE', 'activityLogAlerts', name)
  })

  test('says nothing sensitive, nor that an event was taken away', async () => {
    await stage.addAlert('discreet')
    await stage.addSubscription('sub-b', {})
    const properties = { title: 'Keys', summary: 'A secret', description: 'A secret' }
    const id = await publish({ isEventSensitive: true, properties })
    await arrived('/discreet')
    await stage.revise(id, 'audience', { kind: 'subscriptions', subscriptions: ['sub-b'] })
    const next = await publish()
    await arrived('/discreet', 2)
    expect(trackingIdsAt('/discreet')).toEqual([id, next])
    expect(receiver.callsTo('/discreet')[0]?.body).not.toContain('A secret')
    await stage.send('DELETE', 'activityLogAlerts', 'discreet')
  })
})

describe('a web hook that fails', () => {
  beforeAll(() => {
    let isGone = true
    receiver.answerWith((call, response) => {
      response.writeHead(call.path === '/gone' && isGone ? 410 : 204).end()
      if (call.path === '/gone') isGone = false
    })
  })

  test('is turned on again by subscribe', async () => {
    await stage.addAlert('gone')
    const listed = async () => (await stage.call('GET', 'sub-a/notifications')).body.value[0]
    await publish()
    await expect.poll(async () => (await listed()).off?.reason).toBe('gone')
    const subscribe = () =>
      stage.ask(
        stage.people.owner,
        'POST',
        stage.at(`${stage.path('actionGroups', 'gone')}/subscribe`, '2021-09-01'),
        { receiverName: 'HOOK' },
      )
    const done = await subscribe()
    expect([done.status, done.text]).toEqual([200, ''])
    expect((await subscribe()).status).toBe(409)
    await publish()
    await arrived('/gone', 2)
    await stage.send('DELETE', 'activityLogAlerts', 'gone')
  })

  test('is turned on again with a new address', async () => {
    await stage.addAlert('moved')
    const rows = stage.database.db.updateTable('notification').set({
      ...{ is_on: false, off_reason: 'failing', off_at: new Date() },
    })
    await rows.where('subscription_id', '=', 'sub-a').execute()
    const hook = { name: 'hook', serviceUri: receiver.url('/moved-away') }
    await stage.send('PUT', 'actionGroups', 'moved', stage.toGroup([hook]))
    const id = await publish()
    await arrived('/moved-away')
    expect(trackingIdsAt('/moved-away')).toEqual([id])
    await stage.send('DELETE', 'activityLogAlerts', 'moved')
  })
})

describe('the type of an event in a message', () => {
  const fits = openEventFilters()
  const events = EVENT_TYPES.flatMap((type) =>
    [undefined, ...EVENT_SUB_TYPES].map((subType) => [type, subType] as const),
  )
  test.each(events)('%s %s is the one whose rules fire', (event_type, subType) => {
    const row = { event_type, event_sub_type: subType ?? null } as never
    const fired = INCIDENT_TYPES.filter((type) => fits(toIncidentFilter([type]), row))
    expect(fired).toEqual([incidentTypeOf(event_type, subType)])
  })
})
