import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { useInstallation } from '../arm-monitor/installation.ts'
import { readAlert } from '../arm-monitor/receiver.ts'
import { azEnvironment } from './environment.ts'

const MAX_MS = 170_000
const folder = mkdtempSync(join(tmpdir(), 'binnacle-az-monitor-'))
const { server, health, receiver } = useInstallation(useDatabase())
const SUBSCRIPTION = '/subscriptions/sub-a'
const ID = `${SUBSCRIPTION}/resourceGroups/ops/providers/microsoft.insights`

beforeAll(async () => {
  const { clientId, secret } = server.accountOf('robot')
  await az('cloud', 'register', '-n', 'Binnacle', '--endpoint-resource-manager', server.origin())
  await az('cloud', 'set', '-n', 'Binnacle')
  const account = ['-u', clientId, '-p', secret, '--tenant', 'adfs']
  await az('login', '--service-principal', ...account)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a command prints. The receiver, which is in this process, answers while it runs. */
async function az(...args: string[]) {
  const env = azEnvironment(folder, server.certFile())
  const { stdout } = await promisify(execFile)('az', args, { env, timeout: MAX_MS })
  return stdout === '' ? undefined : JSON.parse(stdout)
}
const group = (command: string, ...args: string[]) =>
  az('monitor', 'action-group', ...command.split(' '), '-g', 'ops', ...args)
const rule = (command: string, ...args: string[]) =>
  az('monitor', 'activity-log', 'alert', ...command.split(' '), '-g', 'ops', ...args)
const refused = (code: number, text: string) => ({ code, stderr: expect.stringContaining(text) })
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe('az monitor action-group', () => {
  const hook = (name: string) => ['webhook', name, receiver().url(`/${name}?code=secret`)]

  test('create, show, list, update, delete', async () => {
    const actions = ['-a', ...hook('common'), 'usecommonalertschema', '-a', ...hook('older')]
    const created = await group('create', '-n', 'on-call', '--short-name', 'calls', ...actions)
    expect(created).toMatchObject({
      name: 'on-call',
      resourceGroup: 'ops',
      groupShortName: 'calls',
      enabled: true,
      webhookReceivers: [
        { name: 'common', serviceUri: hook('common')[2], useCommonAlertSchema: true },
        { name: 'older', serviceUri: hook('older')[2], useCommonAlertSchema: false },
      ],
    })
    expect(await group('show', '-n', 'on-call')).toEqual(created)
    expect(await group('list')).toEqual([created])
    expect(await az('monitor', 'action-group', 'list')).toEqual([created])
    const change = ['-a', ...hook('third'), '-r', 'older', '--tags', 'team=b']
    const changed = await group('update', '-n', 'on-call', ...change, '--set', 'enabled=false')
    expect(changed).toMatchObject({ tags: { team: 'b' }, enabled: false, groupShortName: 'calls' })
    expect(names(changed.webhookReceivers)).toEqual(['common', 'third'])
    expect(changed.webhookReceivers[0]).toEqual(created.webhookReceivers[0])
    await group('wait', '-n', 'on-call', '--exists')
    await group('delete', '-n', 'on-call')
    await group('delete', '-n', 'on-call')
    await expect(group('show', '-n', 'on-call')).rejects.toMatchObject(
      refused(3, 'ResourceNotFound'),
    )
    const mail = ['-a', 'email', 'ada', 'ada@example.com']
    const byMail = group('create', '-n', 'mail', ...mail)
    await expect(byMail).rejects.toMatchObject(refused(1, 'ReceiverNotServed'))
  })

  test('test-notifications create', async () => {
    await group('create', '-n', 'tested', '-a', ...hook('own'))
    const actions = ['-a', ...hook('test-common'), 'usecommonalertschema', '-a', ...hook('test')]
    const to = ['--action-group', 'tested', '--alert-type', 'servicehealth']
    expect(await group('test-notifications create', ...to, ...actions)).toMatchObject({
      state: 'Completed',
      actionDetails: [
        { name: 'test-common', status: 'Completed' },
        { name: 'test', status: 'Completed' },
      ],
    })
    for (const path of ['/test-common?code=secret', '/test?code=secret']) {
      const [call] = receiver().callsTo(path)
      expect(readAlert(call?.body ?? '')).toMatchObject({ trackingId: 'TEST-EVENT' })
    }
    expect(receiver().callsTo('/own?code=secret')).toEqual([])
    await group('delete', '-n', 'tested')
  })
})

describe('az monitor activity-log alert', () => {
  const CONDITION = ['-c', 'category=ServiceHealth', 'and', 'properties.incidentType=Incident']
  const SCOPE = ['-s', SUBSCRIPTION]
  const groupsOf = ({ actions }: { actions: { actionGroups: object[] } }) => actions.actionGroups

  test('create, show, list, update, delete', async () => {
    await rule('create', '-n', 'all', ...SCOPE, '--disable')
    const text = ['--description', 'Ours', '--tags', 'team=b']
    const created = await rule('create', '-n', 'storage', ...SCOPE, ...CONDITION, ...text)
    expect(created).toMatchObject({
      name: 'storage',
      resourceGroup: 'ops',
      enabled: true,
      scopes: [SUBSCRIPTION],
      condition: {
        allOf: [
          { field: 'category', equals: 'ServiceHealth' },
          { field: 'properties.incidentType', equals: 'Incident' },
        ],
      },
      actions: { actionGroups: [] },
      description: 'Ours',
      tags: { team: 'b' },
    })
    expect(await rule('show', '-n', 'storage')).toEqual(created)
    expect(names(await rule('list'))).toEqual(['all', 'storage'])
    expect(names(await az('monitor', 'activity-log', 'alert', 'list'))).toEqual(['all', 'storage'])
    const again = rule('create', '-n', 'storage', ...SCOPE)
    await expect(again).rejects.toMatchObject(refused(1, 'already exists'))
    const condition = ['-c', 'category=ServiceHealth and properties.incidentType=Maintenance']
    const changed = await rule('update', '-n', 'storage', '--enabled', 'false', ...condition)
    expect(changed).toMatchObject({ enabled: false, description: 'Ours', tags: { team: 'b' } })
    expect(changed.condition.allOf[1]).toMatchObject({ equals: 'Maintenance' })
    for (const name of ['all', 'storage', 'storage']) await rule('delete', '-n', name)
    expect(await rule('list')).toEqual([])
  })

  test('scope', async () => {
    await rule('create', '-n', 'scoped', ...SCOPE)
    const named = ['-n', 'scoped', ...SCOPE]
    for (const more of [[], ['--reset']]) {
      expect(await rule('scope add', ...named, ...more)).toMatchObject({ scopes: [SUBSCRIPTION] })
    }
    const other = rule('scope add', '-n', 'scoped', '-s', `${SUBSCRIPTION}/resourceGroups/ops`)
    await expect(other).rejects.toMatchObject(refused(1, 'AlertRuleNeverFires'))
    const none = rule('scope remove', ...named)
    await expect(none).rejects.toMatchObject(refused(1, 'It requires exactly one scope'))
    await rule('delete', '-n', 'scoped')
    const byDefault = rule('create', '-n', 'of-group')
    await expect(byDefault).rejects.toMatchObject(refused(1, `Use ${SUBSCRIPTION}.`))
  })

  test('action-group', async () => {
    for (const name of ['first', 'second']) await group('create', '-n', name)
    const actionGroupId = (name: string) => `${ID}/actionGroups/${name}`
    await rule('create', '-n', 'calling', ...SCOPE, '-a', 'first')
    const add = ['-n', 'calling', '-a', 'second', '-w', 'team=b']
    const both = groupsOf(await rule('action-group add', ...add))
    expect(both).toHaveLength(2)
    const second = { actionGroupId: actionGroupId('second'), webhookProperties: { team: 'b' } }
    expect(both).toContainEqual(second)
    const left = await rule('action-group remove', '-n', 'calling', '-a', 'first')
    expect(groupsOf(left)).toEqual([second])
    const reset = ['-n', 'calling', '-a', actionGroupId('first'), '--reset']
    expect(groupsOf(await rule('action-group add', ...reset))).toMatchObject([
      { actionGroupId: actionGroupId('first') },
    ])
    const none = await rule('action-group remove', '-n', 'calling', '-a', '*')
    expect(groupsOf(none)).toEqual([])
    const unknown = rule('action-group add', '-n', 'calling', '-a', 'nobody')
    await expect(unknown).rejects.toMatchObject(refused(1, 'no action group named nobody'))
    await rule('delete', '-n', 'calling')
    for (const name of ['first', 'second']) await group('delete', '-n', name)
  })

  test('a rule whose conditions it cannot read is not changed to one without them', async () => {
    const url = `${ID}/activityLogAlerts/newer?api-version=2020-10-01`
    const allOf = [
      { field: 'category', equals: 'ServiceHealth' },
      { field: 'properties.impactedServices[*].ServiceName', containsAny: ['Storage', 'Mail'] },
    ]
    const properties = { scopes: [SUBSCRIPTION], condition: { allOf }, actions: {} }
    const body = JSON.stringify({ location: 'Global', properties })
    await az('rest', '--method', 'put', '--url', url, '--body', body)
    const changed = rule('update', '-n', 'newer', '--enabled', 'false')
    await expect(changed).rejects.toMatchObject(refused(1, 'requires either equals or containsAny'))
    const { properties: kept } = await az('rest', '--url', url)
    expect(kept).toMatchObject({ enabled: true, condition: { allOf } })
    await rule('delete', '-n', 'newer')
  })
})

test.each([
  ['the older form', 'older', []],
  ['the common alert schema', 'common', ['usecommonalertschema']],
])(
  'in %s, web hooks get each update of an event, and enable-receiver turns them on again',
  async (_form, name, schema) => {
    const path = `/event-${name}`
    await group('create', '-n', name, '-a', 'webhook', 'hook', receiver().url(path), ...schema)
    const condition = [
      ...['category=ServiceHealth', 'and', 'properties.incidentType=Incident', 'and'],
      ...['properties.impactedServices[*].ServiceName=Storage', 'and'],
      'properties.impactedServices[*].ImpactedRegions[*].RegionName=West US',
    ]
    const action = ['-a', name, '-w', 'team=b']
    await rule('create', '-n', name, '-s', SUBSCRIPTION, '-c', ...condition, ...action)
    const impact = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
    const about = { title: 'Slow reads', summary: 'Some reads are slow.', eventLevel: 'Error' }
    const impactStartTime = '2026-11-18T12:00:00Z'
    await health.publish({ impact: [{ impactedService: 'Mail', impactedRegions: ['West US'] }] })
    const trackingId = await health.publish({ impact, properties: { ...about, impactStartTime } })
    const alerts = () =>
      receiver()
        .callsTo(path)
        .map(({ body }) => readAlert(body))
    await expect.poll(() => alerts().length).toBe(1)
    expect(alerts()[0]).toMatchObject({
      ...{ trackingId, title: 'Slow reads', level: 'Error', subscriptionId: 'sub-a' },
      services: [{ name: 'Storage', regions: ['West US'] }],
      custom: { team: 'b' },
    })
    const again = ['--action-group', name, '-n', 'hook']
    const isOn = group('enable-receiver', ...again)
    await expect(isOn).rejects.toMatchObject(refused(1, 'ReceiverEnabled'))
    receiver().answerWith((_call, response) => response.writeHead(410).end())
    await health.revise(trackingId, 'updates', { summary: 'A cause is found.' })
    await expect.poll(() => alerts().length).toBe(2)
    receiver().answerWith((_call, response) => response.writeHead(204).end())
    // The receiver is off a moment after its answer.
    await expect.poll(() => group('enable-receiver', ...again).then(() => 'on', String)).toBe('on')
    await health.revise(trackingId, 'resolve', { summary: 'It is over.' })
    await expect.poll(() => alerts().length).toBe(3)
    expect(alerts().map(({ status }) => status)).toEqual(['Active', 'Active', 'Resolved'])
    await rule('delete', '-n', name)
    await group('delete', '-n', name)
  },
)
