import { beforeAll, describe, expect, test } from 'vitest'
import { HEALTH, useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules({}, { notificationsPerSubscription: 4 })
const { receiver, path, at, send, ask, toGroup, toRule } = stage
const serviceUri = receiver.url('/hook?code=a-secret-code')
const hook = { name: 'on-call', serviceUri }
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
]
const listCalls = async (sub: string) =>
  (await stage.call('GET', `${sub}/notifications`)).body.value

beforeAll(async () => {
  const { owner } = stage.people
  for (const id of ['sub-b', 'sub-d']) {
    await stage.addSubscription(id, { [owner.id]: 'contributor' })
  }
})

describe('an action group', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const created = await send('PUT', 'actionGroups', 'first', {
      ...toGroup([hook]),
      tags: { team: 'a' },
    })
    expect([created.status, created.body]).toEqual([
      200,
      {
        id: path('actionGroups', 'first'),
        name: 'first',
        type: 'Microsoft.Insights/ActionGroups',
        location: 'Global',
        tags: { team: 'a' },
        properties: expect.objectContaining({
          groupShortName: 'ops',
          enabled: true,
          emailReceivers: [],
          smsReceivers: [],
          webhookReceivers: [
            { name: 'on-call', serviceUri, useCommonAlertSchema: false, useAadAuth: false },
          ],
        }),
      },
    ])
    const { owner } = stage.people
    const anyCase = '/SUBSCRIPTIONS/sub-a/resourcegroups/OPS/PROVIDERS/microsoft.insights/'
    const read = await ask(owner, 'GET', `${anyCase}actiongroups/FIRST?API-VERSION=2022-06-01`)
    expect(read.body).toEqual(created.body)
    const inGroup = await ask(owner, 'GET', at(path('actionGroups', ''), '2024-10-01-preview'))
    const ofOther = await ask(
      owner,
      'GET',
      at(path('actionGroups', '', 'sub-a', 'other'), '2021-09-01'),
    )
    const inAll = await ask(
      owner,
      'GET',
      '/subscriptions/sub-a/providers/Microsoft.Insights/actionGroups?api-version=2021-09-01',
    )
    expect([inGroup.body, ofOther.body, inAll.body]).toEqual([
      { value: [created.body] },
      { value: [] },
      { value: [created.body] },
    ])
    const changed = await send('PATCH', 'actionGroups', 'first', {
      tags: { team: 'b' },
      properties: { enabled: false },
    })
    expect(changed.body).toEqual({
      ...created.body,
      tags: { team: 'b' },
      properties: { ...created.body.properties, enabled: false },
    })
    const deleted = [
      (await send('DELETE', 'actionGroups', 'first')).status,
      (await send('DELETE', 'actionGroups', 'first')).status,
    ]
    expect(deleted).toEqual([200, 204])
    expect(codeOf(await send('GET', 'actionGroups', 'first'))).toEqual([404, 'ResourceNotFound'])
  })

  test('shows its addresses to those who may change it, and stores them encrypted', async () => {
    await send('PUT', 'actionGroups', 'secret', toGroup([hook]))
    await send(
      'PUT',
      'activityLogAlerts',
      'secret',
      toRule([HEALTH], [{ actionGroupId: path('actionGroups', 'secret') }]),
    )
    const target = at(path('actionGroups', 'secret'), '2021-09-01')
    const whole = await ask(stage.people.owner, 'GET', target)
    const masked = await ask(stage.people.reader, 'GET', target)
    const uriIn = ({ body }: typeof whole) => body.properties.webhookReceivers[0].serviceUri
    expect([uriIn(whole), uriIn(masked)]).toEqual([serviceUri, receiver.url('/hook?code=***')])
    const { db } = stage.database
    const groups = await db.selectFrom('action_group').selectAll().execute()
    const rows = await db.selectFrom('notification').selectAll().execute()
    const audit = await db.selectFrom('audit').selectAll().execute()
    const stored = JSON.stringify([groups, rows, audit], (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(groups.length).toBeGreaterThan(0)
    expect(rows.length).toBeGreaterThan(0)
    expect(stored).not.toContain('a-secret-code')
    await send('DELETE', 'activityLogAlerts', 'secret')
    await send('DELETE', 'actionGroups', 'secret')
  })

  test.each([
    ['an e-mail receiver', { emailReceivers: [{ name: 'a', emailAddress: 'a@b.c' }] }],
    ['another kind of receiver', { smsReceivers: [{ name: 'a', countryCode: '1' }] }],
    ['a call with a token', { webhookReceivers: [{ ...hook, useAadAuth: true }] }],
    ['a managed identity', { webhookReceivers: [{ ...hook, managedIdentity: 'SystemAssigned' }] }],
  ])('400: %s', async (_situation, more) => {
    const refused = await send('PUT', 'actionGroups', 'odd', toGroup([], more))
    expect(codeOf(refused)).toEqual([400, 'ReceiverNotServed'])
    expect(refused.body.error.message).toMatch(/ (is|are) not supported\. \w/)
  })

  test.each([
    ['InvalidActionGroup', [hook, { ...hook, name: 'On-Call' }]],
    ['InvalidAddress', [{ ...hook, serviceUri: 'http://example.com' }]],
    ['InvalidAddress', [{ ...hook, serviceUri: 'https://10.0.0.1/' }]],
    ['InvalidParameter', [{ name: 'x' }]],
  ])('400 %s', async (code, receivers) => {
    const refused = await send('PUT', 'actionGroups', 'odd', toGroup(receivers))
    expect([refused.status, refused.body.error.code]).toEqual([400, code])
  })

  test('400: a name that cannot be one; 400: a short name that is too long', async () => {
    const named = await send('PUT', 'actionGroups', 'a%26b', toGroup([hook]))
    expect(codeOf(named)).toEqual([400, 'InvalidResourceName'])
    const long = toGroup([hook], { groupShortName: 'x'.repeat(13) })
    expect((await send('PUT', 'actionGroups', 'odd', long)).status).toBe(400)
  })
})

describe('an alert rule', () => {
  const groups = (sub = 'sub-b') => [{ actionGroupId: path('actionGroups', 'main', sub) }]
  const own = (allOf: object[], more: object = {}) => toRule(allOf, groups(), more, 'sub-b')
  const put = (name: string, body: object) => send('PUT', 'activityLogAlerts', name, body, 'sub-b')
  beforeAll(async () => {
    await send('PUT', 'actionGroups', 'main', toGroup([hook]), 'sub-b')
  })

  test('is created, read, listed, changed and deleted', async () => {
    const anyOf = [{ field: 'properties.incidentType', equals: 'Incident' }]
    const input = own([HEALTH, { anyOf }], { description: 'Of ours' })
    const created = await put('first', { ...input, tags: { a: 'b' } })
    expect([created.status, created.body]).toEqual([
      200,
      {
        id: path('activityLogAlerts', 'first', 'sub-b'),
        name: 'first',
        type: 'Microsoft.Insights/ActivityLogAlerts',
        location: 'Global',
        tags: { a: 'b' },
        properties: input.properties,
      },
    ])
    const read = await send('GET', 'activityLogAlerts', 'FIRST', undefined, 'sub-b')
    expect(read.body).toEqual(created.body)
    const listed = await ask(
      stage.people.owner,
      'GET',
      '/subscriptions/sub-b/providers/microsoft.insights/activityLogAlerts?api-version=2020-10-01',
    )
    const ofGroup = await send('GET', 'activityLogAlerts', '', undefined, 'sub-b')
    expect([listed.body, ofGroup.body]).toEqual([
      { value: [created.body] },
      { value: [created.body] },
    ])
    const off = { properties: { enabled: false } }
    const changed = await send('PATCH', 'activityLogAlerts', 'first', off, 'sub-b')
    expect(changed.body.properties.enabled).toBe(false)
    expect((await listCalls('sub-b'))[0]).toMatchObject({ enabled: false })
    const deleted = [
      (await send('DELETE', 'activityLogAlerts', 'first', undefined, 'sub-b')).status,
      (await send('DELETE', 'activityLogAlerts', 'first', undefined, 'sub-b')).status,
    ]
    expect(deleted).toEqual([200, 204])
    expect(await listCalls('sub-b')).toEqual([])
  })

  const type = (equals: string) => ({ field: 'properties.incidentType', equals })
  const services = 'properties.impactedServices[*].ServiceName'
  const service = { field: services, equals: 'Storage' }
  const RESOURCES = { field: 'category', equals: 'ResourceHealth' }
  const status = (equals: string, when = 'current') => ({
    field: `properties.${when}HealthStatus`,
    equals,
  })
  test.each([
    ['no condition on category', own([type('Incident')]), 'InvalidAlertRule'],
    [
      'a field that is not served',
      own([HEALTH, { field: 'caller', equals: 'x' }]),
      'InvalidAlertRule',
    ],
    ['an unknown incident type', own([HEALTH, type('Fire')]), 'InvalidAlertRule'],
    ['a service, of resources', own([RESOURCES, service]), 'InvalidAlertRule'],
    ['a health status, of events', own([HEALTH, status('Available')]), 'InvalidAlertRule'],
    ['an unknown health status', own([RESOURCES, status('Fine')]), 'InvalidAlertRule'],
    ['a cause', own([RESOURCES, { field: 'properties.cause', equals: 'x' }]), 'InvalidAlertRule'],
    [
      'a condition on two categories',
      own([{ field: 'category', containsAny: ['ServiceHealth', 'ResourceHealth'] }]),
      'InvalidAlertRule',
    ],
    ['two categories at once', own([HEALTH, RESOURCES]), 'AlertRuleNeverFires'],
    [
      'a health status before and after',
      own([RESOURCES, status('Degraded'), status('Degraded', 'previous')]),
      'AlertRuleNeverFires',
    ],
    ['no comparison', own([HEALTH, { field: services }]), 'InvalidAlertRule'],
    ['category in anyOf', own([{ anyOf: [HEALTH, type('Incident')] }]), 'InvalidAlertRule'],
    ['a tenant', own([HEALTH], { tenantScope: 'x' }), 'InvalidAlertRule'],
    ['no scope', own([HEALTH], { scopes: [] }), 'InvalidAlertRule'],
    ['another category', own([{ ...HEALTH, equals: 'Security' }]), 'AlertRuleNeverFires'],
    ['two types at once', own([HEALTH, type('Incident'), type('Security')]), 'AlertRuleNeverFires'],
    ['an empty list', own([HEALTH, { field: services, containsAny: [] }]), 'AlertRuleNeverFires'],
    ['an empty anyOf', own([HEALTH, { anyOf: [] }]), 'AlertRuleNeverFires'],
    [
      'another scope',
      own([HEALTH], { scopes: ['/subscriptions/sub-b/resourceGroups/ops'] }),
      'AlertRuleNeverFires',
    ],
    [
      'an unknown group',
      toRule([HEALTH], [{ actionGroupId: path('actionGroups', 'none', 'sub-b') }], {}, 'sub-b'),
      'InvalidAlertRule',
    ],
    [
      'a group of another subscription',
      toRule([HEALTH], groups('sub-a'), {}, 'sub-b'),
      'InvalidAlertRule',
    ],
    [
      'a group twice',
      toRule([HEALTH], [...groups(), ...groups()], {}, 'sub-b'),
      'InvalidAlertRule',
    ],
  ])('400: %s', async (_situation, body, code) => {
    const refused = await put('odd', body)
    expect(codeOf(refused)).toEqual([400, code])
    expect(refused.body.error.message).toMatch(/\. .+\.$/)
  })
})

describe('who may', () => {
  test('403: a change by a reader; 404: a stranger', async () => {
    const { owner, reader } = stage.people
    const target = at(path('actionGroups', 'x'), '2021-09-01')
    const alert = at(path('activityLogAlerts', 'x'), '2017-04-01')
    for (const [method, where, body] of [
      ['PUT', target, toGroup([hook])],
      ['PATCH', target, {}],
      ['DELETE', target],
      ['POST', target.replace('?', '/subscribe?'), { receiverName: 'a' }],
      ['PUT', alert, toRule()],
      ['PATCH', alert, {}],
      ['DELETE', alert],
    ] as const) {
      const refused = await ask(reader, method, where, body)
      expect([method, where, ...codeOf(refused)]).toEqual([
        method,
        where,
        403,
        'AuthorizationFailed',
      ])
    }
    const ofOther = at(path('actionGroups', 'x', 'sub-d'), '2021-09-01')
    expect(codeOf(await ask(reader, 'GET', ofOther))).toEqual([404, 'SubscriptionNotFound'])
    expect(codeOf(await ask(owner, 'GET', ofOther))).toEqual([404, 'ResourceNotFound'])
  })

  test.each([
    ['actionGroups', '2025-01-01', '2024-10-01-preview'],
    ['activityLogAlerts', '2024-02-02', '2023-01-01-preview'],
  ] as const)('%s: a newer version is served as the newest known', async (type, asked, served) => {
    const { headers, status } = await ask(stage.people.owner, 'GET', at(path(type), asked))
    expect([status, headers.get('x-binnacle-served-api-version')]).toEqual([200, served])
  })

  test.each([
    ['actionGroups', '2020-10-01'],
    ['activityLogAlerts', '2021-09-01'],
  ] as const)('400: %s in version %s', async (type, version) => {
    const refused = await ask(stage.people.owner, 'GET', at(path(type), version))
    expect(codeOf(refused)).toEqual([400, 'InvalidApiVersionParameter'])
  })
})
