import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fixture, toFixture, useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { receiver } = stage
const RESOURCES = { field: 'Category', equals: 'resourcehealth' }
const field = (name: string, ...containsAny: string[]) => ({ field: name, containsAny })
const idOf = (name: string, group = 'ops', type = 'Microsoft.Compute/virtualMachines') =>
  `/subscriptions/sub-a/resourceGroups/${group}/providers/${type}/${name}`
const change = async (body: object) => {
  const path = '/subscriptions/sub-a/availability'
  const { status, body: answer } = await stage.callAsOperator('PATCH', path, body)
  if (status !== 204) throw new Error(JSON.stringify(answer))
}
const set = (resourceId: string, availabilityState: string, more: object = {}) =>
  change({ set: [{ resourceId, availabilityState, ...more }] })
const bodiesAt = (path: string) => receiver.callsTo(path).map(({ body }) => JSON.parse(body))
const entriesAt = (path: string) => bodiesAt(path).map(({ data }) => data.context.activityLog)
const changesAt = (path: string) =>
  entriesAt(path).map(({ resourceId, properties }) => [
    resourceId.split('/').at(-1),
    properties.previousHealthStatus,
    properties.currentHealthStatus,
  ])
const remove = (name: string) => stage.send('DELETE', 'activityLogAlerts', name)

describe.each([
  ['the older form', 'resource-activity-log', false],
  ['the common alert schema', 'resource-common-alert', true],
] as const)('%s', (_form, name, isCommon) => {
  test('has the names, the nesting and the types of the recorded call', async () => {
    const properties = { team: 'vm' }
    const more = { description: 'Ours' }
    await stage.addAlert(name, { allOf: [RESOURCES], isCommon, properties, more })
    const texts = { title: 'Disk failure', summary: 'A disk has failed.', reasonType: 'Unplanned' }
    await set(idOf('vm-1'), 'Unavailable', texts)
    await expect.poll(() => receiver.callsTo(`/${name}`).length).toBe(1)
    await set(idOf('vm-1'), 'Available', { reasonType: 'Customer Initiated' })
    await expect.poll(() => receiver.callsTo(`/${name}`).length).toBe(2)
    expect(bodiesAt(`/${name}`).map(toFixture)).toEqual(fixture(name))
    await remove(name)
    await change({ remove: [idOf('vm-1')] })
  })
})

describe('a rule on resources', () => {
  test('fires when an operator sets another state, in their order, and for nothing else', async () => {
    await stage.addAlert('all', { allOf: [RESOURCES] })
    const id = idOf('vm-2')
    await set(id, 'Unknown')
    await set(id, 'Available')
    await set(id, 'Available', { title: 'Another text' })
    await set(idOf('VM-2'), 'Degraded')
    await set(id, 'Available')
    await change({ remove: [id] })
    const trackingId = await stage.publish({
      audience: { kind: 'subscriptions', subscriptions: ['sub-a'] },
    })
    const resource = { subscriptionId: 'sub-a', targetResourceId: id }
    const { status } = await stage.callAsOperator(
      'POST',
      `/events/${trackingId}/impactedResources`,
      {
        add: [resource],
      },
    )
    expect(status).toBe(204)
    await set(id, 'Degraded')
    await expect.poll(() => receiver.callsTo('/all').length).toBe(4)
    expect(changesAt('/all').map(([, ...states]) => states)).toEqual([
      ['Unknown', 'Available'],
      ['Available', 'Degraded'],
      ['Degraded', 'Available'],
      ['Unknown', 'Degraded'],
    ])
    await remove('all')
  })

  test('can name states, types and groups, in any case', async () => {
    const previous = field('properties.previousHealthStatus', 'available')
    await stage.addAlert('narrow', {
      allOf: [
        RESOURCES,
        {
          anyOf: [
            { field: 'properties.currentHealthStatus', equals: 'unavailable' },
            { field: 'properties.currentHealthStatus', equals: 'Degraded' },
          ],
        },
        previous,
        field(
          'resourceType',
          'microsoft.compute/VIRTUALMACHINES',
          'Microsoft.Sql/servers/databases',
        ),
        field('resourceGroup', 'OPS'),
      ],
    })
    await stage.addAlert('witness', { allOf: [RESOURCES] })
    const database = idOf('db', 'ops', 'Microsoft.Sql/servers/main/databases')
    const others = [idOf('disk', 'ops', 'Microsoft.Compute/disks'), idOf('vm-3', 'other')]
    const ids = [idOf('vm-3'), database, ...others]
    const setAll = (availabilityState: string) =>
      change({ set: ids.map((resourceId) => ({ resourceId, availabilityState })) })
    for (const state of ['Available', 'Unavailable', 'Degraded']) await setAll(state)
    await expect.poll(() => receiver.callsTo('/witness').length).toBe(12)
    await expect.poll(() => receiver.callsTo('/narrow').length).toBe(2)
    expect(changesAt('/narrow').sort()).toEqual([
      ['db', 'Available', 'Unavailable'],
      ['vm-3', 'Available', 'Unavailable'],
    ])
    for (const name of ['narrow', 'witness']) await remove(name)
  })

  test('does not fire for events, nor a rule on events for resources', async () => {
    await stage.addAlert('resources', { allOf: [RESOURCES] })
    await stage.addAlert('events')
    await stage.publish({ audience: { kind: 'subscriptions', subscriptions: ['sub-a'] } })
    await set(idOf('vm-4'), 'Degraded')
    await expect.poll(() => entriesAt('/resources').length).toBe(1)
    await expect.poll(() => entriesAt('/events').length).toBe(1)
    const sources = ['/resources', '/events'].map((path) => entriesAt(path)[0].eventSource)
    expect(sources).toEqual(['ResourceHealth', 'ServiceHealth'])
    for (const name of ['resources', 'events']) await remove(name)
  })
})

test('a notification gets the changes if it asks for them, whatever its filter', async () => {
  await stage.addWebhook('own', { notices: ['resourceHealth'], filter: "service eq 'Storage'" })
  await stage.addWebhook('slack', { kind: 'slack', notices: ['resourceHealth'] })
  await stage.addWebhook('default')
  await set(idOf('vm-5'), 'Degraded', { title: 'Slow disk' })
  await expect.poll(() => receiver.callsTo('/own').length).toBe(1)
  expect(bodiesAt('/own')[0]).toMatchObject({
    type: 'binnacle.service-health.resource',
    subject: idOf('vm-5'),
    data: {
      resourceId: idOf('vm-5'),
      current: 'Degraded',
      previous: 'Unknown',
      title: 'Slow disk',
      summary: 'This resource is degraded.',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  })
  await expect.poll(() => receiver.callsTo('/slack').length).toBe(1)
  expect(bodiesAt('/slack')[0].text).toBe('vm-5 is Degraded, and was Unknown: Slow disk')
  expect((await stage.listDeliveries('own'))[0]).toMatchObject({
    kind: 'resource-health',
    subject: idOf('vm-5'),
  })
  expect(receiver.callsTo('/default')).toEqual([])
})

test('nothing is noted while no notification asks for it', async () => {
  for (const name of ['own', 'slack']) await stage.call('DELETE', stage.pathOf(name))
  const { db } = stage.database
  await sql`create function refuse() returns trigger language plpgsql as
            $$ begin raise exception 'noted'; end $$`.execute(db)
  await sql`create trigger refused before insert on notice
            for each row execute function refuse()`.execute(db)
  await set(idOf('vm-6'), 'Degraded')
  await sql`drop trigger refused on notice`.execute(db)
})
