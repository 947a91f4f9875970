import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useAlertRules } from '../../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { receiver, ask, path, send, toGroup } = stage
const ROOT = '/subscriptions/sub-a/providers/Microsoft.Insights'
const hook = (name: string, useCommonAlertSchema = false) => ({
  name,
  serviceUri: receiver.url(`/${name}?code=secret`),
  useCommonAlertSchema,
})
const start = (scope: string, body: object, version = '2021-09-01', who = stage.people.owner) =>
  ask(who, 'POST', `${scope}/createNotifications?api-version=${version}`, {
    alertType: 'servicehealth',
    ...body,
  })
const statusOf = async (location: string | null, who = stage.people.reader) => {
  const address = new URL(location ?? '')
  return ask(who, 'GET', address.pathname + address.search)
}

describe('a test', () => {
  test('reaches web hooks in both forms, and ends with what became of each call', async () => {
    receiver.answerWith((call, response) =>
      response.writeHead(call.path.startsWith('/bad') ? 500 : 204).end(),
    )
    const nowhere = { name: 'nowhere', serviceUri: 'https://receiver.invalid/' }
    const webhookReceivers = [hook('older'), hook('common', true), hook('bad'), nowhere]
    const started = await start(ROOT, { webhookReceivers })
    expect([started.status, started.body]).toEqual([
      202,
      {
        notificationId: expect.any(String),
        correlationId: started.body.notificationId,
        createdTime: expect.stringMatching(/Z$/),
      },
    ])
    const location = started.headers.get('location')
    expect(location).toBe(
      `http://binnacle.example${ROOT}/notificationStatus/${started.body.notificationId}?api-version=2021-09-01&poll=true`,
    )
    await expect.poll(async () => (await statusOf(location)).status).toBe(200)
    const ended = await statusOf(location)
    const detail = (Name: string, Status: string, Detail: unknown) => ({
      ...{ MechanismType: 'Webhook', Name, Status, SubState: 'Default', Detail },
      SendTime: expect.stringMatching(/Z$/),
    })
    expect(ended.body).toEqual({
      Context: {
        NotificationSource: 'Microsoft.Insights/TestNotification',
        ContextType: 'Microsoft.Insights/ServiceHealth',
      },
      State: 'Completed',
      CreatedTime: started.body.createdTime,
      CompletedTime: expect.stringMatching(/Z$/),
      ActionDetails: [
        detail('older', 'Completed', 'Status 204'),
        detail('common', 'Completed', 'Status 204'),
        detail('bad', 'Failed', 'Status 500'),
        detail('nowhere', 'Failed', 'No response'),
      ],
    })
    const whole = await statusOf(location, stage.people.owner)
    expect(whole.body.ActionDetails[3].Detail).toBe(
      'No response: The name receiver.invalid does not resolve to a public address.',
    )
    const bodies = ['/older', '/common'].map((at) =>
      JSON.parse(receiver.callsTo(`${at}?code=secret`)[0]?.body ?? ''),
    )
    const marked = { eventSource: 'ServiceHealth', properties: { trackingId: 'TEST-EVENT' } }
    expect(bodies[0].data.context.activityLog).toMatchObject(marked)
    expect(bodies[1].data.alertContext).toMatchObject(marked)
    expect(bodies[0].data.context.activityLog.properties.title).toMatch(/^This is a test of /)
    const stored = await stage.database.db.selectFrom('alert_test').selectAll().execute()
    expect(stored.map(({ sealed_receivers }) => sealed_receivers)).toEqual([null])
  })

  test('is in progress until the calls have ended, with the names of later versions', async () => {
    let end = () => undefined as unknown
    receiver.answerWith((_call, response) => {
      end = () => response.writeHead(204).end()
    })
    const started = await start(ROOT, { webhookReceivers: [hook('slow')] }, '2022-06-01')
    const location = started.headers.get('location')
    await expect.poll(() => receiver.callsTo('/slow?code=secret').length).toBe(1)
    const open = await statusOf(location)
    expect([open.status, open.headers.get('retry-after'), open.body.state]).toEqual([
      202,
      '1',
      'InProgress',
    ])
    const asked = await statusOf(location?.replace('&poll=true', '') ?? null)
    expect([asked.status, asked.body.state]).toEqual([200, 'InProgress'])
    end()
    await expect.poll(async () => (await statusOf(location)).status).toBe(200)
    expect((await statusOf(location)).body).toMatchObject({
      context: { contextType: 'Microsoft.Insights/ServiceHealth' },
      state: 'Completed',
      actionDetails: [{ Name: 'slow', Status: 'Completed' }],
    })
    receiver.answerWith((_call, response) => response.writeHead(204).end())
  })

  test('at an action group goes to its web hooks, unless it names others', async () => {
    const group = path('actionGroups', 'main')
    await send('PUT', 'actionGroups', 'main', toGroup([hook('of-group')]))
    const started = await start(group, {}, '2024-10-01-preview')
    expect(started.status).toBe(202)
    await expect.poll(() => receiver.callsTo('/of-group?code=secret').length).toBe(1)
    await start(group, { webhookReceivers: [hook('other')] }, '2024-10-01-preview')
    await expect.poll(() => receiver.callsTo('/other?code=secret').length).toBe(1)
    const resourceGroup = group.split('/actionGroups')[0] ?? ''
    await start(resourceGroup, { webhookReceivers: [hook('third')] })
    await expect.poll(() => receiver.callsTo('/third?code=secret').length).toBe(1)
  })
})

describe('is refused', () => {
  test.each([
    ['another type', ROOT, { alertType: 'metricstaticthreshold' }, 'InvalidTestNotification', 400],
    ['no receiver', ROOT, {}, 'InvalidTestNotification', 400],
    ['e-mail', ROOT, { emailReceivers: [{ name: 'a' }] }, 'ReceiverNotServed', 400],
    [
      'a private address',
      ROOT,
      { webhookReceivers: [{ name: 'a', serviceUri: 'https://127.0.0.2/' }] },
      'InvalidAddress',
      400,
    ],
    ['a group that is not there', path('actionGroups', 'none'), {}, 'ResourceNotFound', 404],
  ])('%s', async (_situation, scope, body, code, status) => {
    const refused = await start(scope, body)
    expect([refused.status, refused.body.error.code]).toEqual([status, code])
  })

  test('403: a reader; 404: the test of another subscription', async () => {
    const { owner, reader } = stage.people
    const receivers = { webhookReceivers: [hook('mine')] }
    const refused = await start(ROOT, receivers, '2021-09-01', reader)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'AuthorizationFailed'])
    await stage.addSubscription('sub-b', { [owner.id]: 'owner' })
    const { body } = await start(ROOT, receivers)
    const other = `${ROOT.replace('sub-a', 'sub-b')}/notificationStatus/${body.notificationId}`
    const missing = await ask(owner, 'GET', `${other}?api-version=2021-09-01`)
    expect([missing.status, missing.body.error.code]).toEqual([404, 'TestNotificationNotFound'])
  })
})

test('a subscription sends at most 100 tests within a day; those before are not counted', async () => {
  const { db } = stage.database
  const add = (name: string, age: string, count: number) =>
    sql`
    insert into alert_test (subscription_id, id, outcomes, created_at, completed_at)
    select ${name}, gen_random_uuid(), '[]', now() - ${age}::interval, now()
      from generate_series(1, ${count}::int)`.execute(db)
  await stage.addSubscription('sub-c', { [stage.people.owner.id]: 'owner' })
  await add('sub-c', '25 hours', 100)
  await add('sub-c', '23 hours', 99)
  const root = ROOT.replace('sub-a', 'sub-c')
  const receivers = { webhookReceivers: [hook('daily')] }
  expect((await start(root, receivers)).status).toBe(202)
  const refused = await start(root, receivers)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'TooManyTestNotifications'])
})
