import { beforeAll, describe, expect, test } from 'vitest'
import { useNotifications } from '../../../test/support/server/notifications.ts'

const stage = await useNotifications({}, { notificationsPerSubscription: 3 })
const { receiver } = stage
const address = receiver.url('/hook?code=a-secret-code&x=1#part')
const input = { kind: 'webhook', address }
beforeAll(async () => {
  const { owner, reader } = stage.people
  for (const id of ['sub-b', 'sub-c', 'sub-d']) {
    await stage.addSubscription(id, { [owner.id]: 'contributor' })
  }
  await stage.addSubscription('sub-f', { [owner.id]: 'owner', [reader.id]: 'reader' })
})
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

describe('a notification', () => {
  test('shows its secret once and its address masked, and keeps both sealed', async () => {
    const added = await stage.call('PUT', stage.pathOf('one'), input)
    expect([added.status, added.body.address]).toEqual([200, receiver.url('/hook?code=***&x=***')])
    expect(added.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = await stage.call('GET', stage.pathOf('ONE'))
    expect(shown.body).toMatchObject({
      name: 'one',
      enabled: true,
      notices: ['events', 'removals'],
    })
    const listed = await stage.call('GET', 'sub-a/notifications')
    expect(listed.body).toEqual({ value: [shown.body], canChange: true })
    const rows = await stage.database.db.selectFrom('notification').selectAll().execute()
    const audit = await stage.database.db.selectFrom('audit').selectAll().execute()
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of ['a-secret-code', added.body.secret.slice(6)]) {
      for (const text of [shown.text, listed.text, stored, JSON.stringify(audit)]) {
        expect(text).not.toContain(secret)
      }
    }
  })

  test('keeps its secret and its id when it is replaced', async () => {
    const before = (await stage.call('GET', stage.pathOf('one'))).body
    const replaced = await stage.call('PUT', stage.pathOf('One'), { ...input, enabled: false })
    expect(replaced.body.secret).toBeUndefined()
    expect(replaced.body).toMatchObject({ id: before.id, enabled: false })
    expect(replaced.body.off.reason).toBe('turned-off')
  })

  test('is changed and deleted', async () => {
    const changed = await stage.call('PATCH', stage.pathOf('one'), {
      filter: "status eq 'Active'",
      notices: ['events'],
      enabled: true,
    })
    expect(changed.body).toMatchObject({ filter: "status eq 'Active'", notices: ['events'] })
    expect(changed.body.off).toBeUndefined()
    const cleared = await stage.call('PATCH', stage.pathOf('one'), { filter: '' })
    expect(cleared.body.filter).toBeUndefined()
    expect((await stage.call('DELETE', stage.pathOf('one'))).status).toBe(204)
    expect(codeOf(await stage.call('GET', stage.pathOf('one')))).toEqual([
      404,
      'NotificationNotFound',
    ])
  })

  test('has two secrets while one is replaced', async () => {
    const first = await stage.addWebhook('signed', {}, 'sub-b')
    const path = stage.pathOf('signed', 'sub-b')
    const added = await stage.call('POST', `${path}/secrets`)
    expect(codeOf(await stage.call('POST', `${path}/secrets`))).toEqual([
      409,
      'PreviousSecretExists',
    ])
    await stage.call('POST', `${path}/test`)
    await expect.poll(() => receiver.callsTo('/signed').length).toBe(1)
    const [call] = receiver.callsTo('/signed')
    expect(call?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(added.body.secret).not.toBe(first)
    expect((await stage.call('DELETE', `${path}/secrets/previous`)).status).toBe(204)
    expect(codeOf(await stage.call('DELETE', `${path}/secrets/previous`))).toEqual([
      404,
      'PreviousSecretNotFound',
    ])
    await stage.call('PUT', stage.pathOf('chat', 'sub-b'), { ...input, kind: 'slack' })
    expect(codeOf(await stage.call('POST', `${stage.pathOf('chat', 'sub-b')}/secrets`))).toEqual([
      409,
      'NotificationHasNoSecret',
    ])
  })
})

describe('is refused', () => {
  test.each([
    ['a filter with a fault', { filter: 'status is Active' }, 'InvalidODataQueryOptions'],
    [
      'a filter that fits nothing',
      { filter: "status eq 'Active' and status eq 'Resolved'" },
      'FilterNeverMatches',
    ],
    ['an address that is none', { address: 'nowhere' }, 'InvalidAddress'],
    ['an address without https', { address: 'http://example.com/hook' }, 'InvalidAddress'],
  ])('400: %s', async (_situation, change, code) => {
    const refused = await stage.call('PUT', stage.pathOf('odd', 'sub-c'), { ...input, ...change })
    expect(codeOf(refused)).toEqual([400, code])
  })

  test('400: a name with other characters', async () => {
    const refused = await stage.call('PUT', stage.pathOf('a%20b', 'sub-c'), input)
    expect(codeOf(refused)).toEqual([400, 'InvalidNotificationName'])
  })

  test('409: one more than the limit', async () => {
    for (const name of ['a', 'b', 'c']) await stage.addWebhook(name, {}, 'sub-c')
    expect(codeOf(await stage.call('PUT', stage.pathOf('d', 'sub-c'), input))).toEqual([
      409,
      'TooManyNotifications',
    ])
    expect((await stage.call('PUT', stage.pathOf('c', 'sub-c'), input)).status).toBe(200)
  })

  test('403: a change by a reader, who may read; 404: a stranger', async () => {
    const { reader } = stage.people
    await stage.addWebhook('ours')
    const changes = [
      ['PUT', stage.pathOf('ours'), input],
      ['PATCH', stage.pathOf('ours'), { enabled: false }],
      ['DELETE', stage.pathOf('ours')],
      ['POST', `${stage.pathOf('ours')}/test`],
      ['POST', `${stage.pathOf('ours')}/secrets`],
      ['POST', `${stage.pathOf('ours')}/replay`, { deliveryId: crypto.randomUUID() }],
    ] as const
    for (const [method, path, body] of changes) {
      const refused = await stage.callAs(reader, method, path, body)
      expect([method, ...codeOf(refused)]).toEqual([method, 403, 'AuthorizationFailed'])
    }
    expect((await stage.callAs(reader, 'GET', stage.pathOf('ours'))).status).toBe(200)
    const listed = await stage.callAs(reader, 'GET', 'sub-a/notifications')
    expect(listed.body).toMatchObject({ canChange: false })
    expect(codeOf(await stage.callAs(reader, 'GET', 'sub-b/notifications'))).toEqual([
      404,
      'SubscriptionNotFound',
    ])
  })

  test('the text of an answer, for a reader: a secret can be in it', async () => {
    receiver.answerWith((_call, response) => response.writeHead(500).end('key=hidden-key'))
    await stage.addWebhook('talks', {}, 'sub-f')
    await stage.call('POST', `${stage.pathOf('talks', 'sub-f')}/test`)
    const path = `${stage.pathOf('talks', 'sub-f')}/deliveries`
    const attemptFor = async (who = stage.people.owner) =>
      (await stage.callAs(who, 'GET', path)).body.value[0]?.attempts[0]
    await expect.poll(() => attemptFor()).toMatchObject({ status: 500, answer: 'key=hidden-key' })
    const { reader } = stage.people
    const shown = { number: 1, at: expect.any(String), durationMs: expect.any(Number), status: 500 }
    expect(await attemptFor(reader)).toEqual(shown)
    await stage.database.db.updateTable('delivery_attempt').set({ reason: 'why' }).execute()
    expect(await attemptFor()).toMatchObject({ reason: 'why' })
    expect(await attemptFor(reader)).toEqual(shown)
  })

  test('a replay of nothing in particular, of too much, or of an unknown delivery', async () => {
    const path = `${stage.pathOf('ours')}/replay`
    const from = new Date().toISOString()
    const id = crypto.randomUUID()
    for (const body of [{}, { from }, { from, to: from }, { deliveryId: id, from, to: from }]) {
      expect(codeOf(await stage.call('POST', path, body))).toEqual([400, 'InvalidReplay'])
    }
    expect(codeOf(await stage.call('POST', path, { deliveryId: id }))).toEqual([
      404,
      'DeliveryNotFound',
    ])
  })
})

test('deliveries come in pages, latest first, each once', async () => {
  const { owner } = stage.people
  await stage.addSubscription('sub-e', { [owner.id]: 'owner' })
  await stage.addWebhook('many', {}, 'sub-e')
  const [row] = await stage.database.db
    .selectFrom('notification')
    .select('id')
    .where('subscription_id', '=', 'sub-e')
    .execute()
  const rows = Array.from({ length: 250 }, (_, n) => ({
    subscription_id: 'sub-e',
    id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    notification_id: row?.id ?? '',
    kind: 'event',
    tracking_id: `T-${n}`,
    revision: 1,
    number: n,
    position: n,
    state: 'delivered',
    created_at: new Date(),
  }))
  await stage.database.db.insertInto('delivery').values(rows).execute()
  const found: string[] = []
  let path: string | undefined = `${stage.pathOf('many', 'sub-e')}/deliveries`
  while (path !== undefined) {
    const { body } = await stage.call('GET', path)
    found.push(...body.value.map(({ trackingId }: { trackingId: string }) => trackingId))
    path = body.nextLink?.split('/subscriptions/')[1]
  }
  expect(found).toEqual(rows.map(({ tracking_id }) => tracking_id).reverse())
  const lastDelivery = { state: 'delivered', createdAt: rows.at(-1)?.created_at.toISOString() }
  const listed = await stage.call('GET', 'sub-e/notifications')
  expect(listed.body.value).toMatchObject([{ name: 'many', lastDelivery }])
  const one = await stage.call('GET', stage.pathOf('many', 'sub-e'))
  expect(one.body).toMatchObject({ lastDelivery })
})
