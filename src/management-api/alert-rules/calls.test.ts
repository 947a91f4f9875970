import { beforeAll, describe, expect, test } from 'vitest'
import { HEALTH, useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules({}, { notificationsPerSubscription: 4 })
const { receiver, path, send, toGroup, toRule } = stage
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
]
const listCalls = async () => (await stage.call('GET', 'sub-c/notifications')).body.value

beforeAll(async () => {
  await stage.addSubscription('sub-c', { [stage.people.owner.id]: 'contributor' })
})

describe('what a rule calls', () => {
  const group = (...names: string[]) =>
    toGroup(names.map((name) => ({ name, serviceUri: receiver.url(`/${name}?s=1`) })))
  const rule = () =>
    toRule([HEALTH], [{ actionGroupId: path('actionGroups', 'main', 'sub-c') }], {}, 'sub-c')

  test('is a notification for each web hook, which follows the group and the rule', async () => {
    await send('PUT', 'actionGroups', 'main', group('a', 'b'), 'sub-c')
    await send('PUT', 'activityLogAlerts', 'rule', rule(), 'sub-c')
    const first = await listCalls()
    expect(first).toMatchObject([
      {
        name: expect.stringMatching(/^rule~a~[0-9a-f]{12}$/),
        kind: 'webhook',
        address: receiver.url('/a?s=***'),
        notices: ['events'],
        enabled: true,
        alertRule: {
          id: path('activityLogAlerts', 'rule', 'sub-c'),
          actionGroupId: path('actionGroups', 'main', 'sub-c'),
          receiver: 'a',
          form: 'activity-log',
        },
      },
      { address: receiver.url('/b?s=***') },
    ])
    await send('PUT', 'actionGroups', 'main', group('b', 'c'), 'sub-c')
    const second = await listCalls()
    expect(second.map(({ address }: { address: string }) => address)).toEqual([
      receiver.url('/b?s=***'),
      receiver.url('/c?s=***'),
    ])
    expect(second[0].id).toBe(first[1].id)
    await send('DELETE', 'actionGroups', 'main', undefined, 'sub-c')
    expect(await listCalls()).toEqual([])
    await send('PUT', 'actionGroups', 'main', group('a'), 'sub-c')
    expect(await listCalls()).toHaveLength(1)
  })

  test('409: it cannot be changed as a notification; its deliveries can be read', async () => {
    const [{ name }] = await listCalls()
    const target = stage.pathOf(encodeURIComponent(name), 'sub-c')
    for (const [method, rest, body] of [
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/secrets'],
      ['DELETE', '/secrets/previous'],
    ] as const) {
      expect(codeOf(await stage.call(method, target + rest, body))).toEqual([
        409,
        'NotificationOfAlertRule',
      ])
    }
    const again = { kind: 'webhook', address: receiver.url('/a') }
    expect(codeOf(await stage.call('PUT', target, again))).toEqual([400, 'InvalidNotificationName'])
    expect((await stage.call('GET', `${target}/deliveries`)).body).toEqual({ value: [] })
  })

  test('409: more than the limit of notifications', async () => {
    const refused = await send(
      'PUT',
      'actionGroups',
      'main',
      group('a', 'b', 'c', 'd', 'e'),
      'sub-c',
    )
    expect(codeOf(refused)).toEqual([409, 'TooManyNotifications'])
    expect(await listCalls()).toHaveLength(1)
    for (const name of ['1', '2', '3']) await send('PUT', 'actionGroups', name, group(), 'sub-c')
    expect(codeOf(await send('PUT', 'actionGroups', '4', group(), 'sub-c'))).toEqual([
      409,
      'TooManyAlertResources',
    ])
    for (const name of ['1', '2', '3']) {
      const quiet = toRule([HEALTH], [], {}, 'sub-c')
      await send('PUT', 'activityLogAlerts', name, quiet, 'sub-c')
    }
    expect(codeOf(await send('PUT', 'activityLogAlerts', '4', rule(), 'sub-c'))).toEqual([
      409,
      'TooManyAlertResources',
    ])
  })
})
