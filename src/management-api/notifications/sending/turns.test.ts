import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useNotifications } from '../../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const { receiver } = stage
const named = (...subscriptions: string[]) => ({ kind: 'subscriptions', subscriptions })
const publish = () => stage.publish({ audience: named('sub-a') })
const arrived = (path: string, count: number) =>
  expect.poll(() => receiver.callsTo(path).length).toBe(count)
const subjectsAt = (path: string) =>
  receiver.callsTo(path).map(({ body }) => JSON.parse(body).subject)
const statesOf = async (name: string) =>
  (await stage.listDeliveries(name)).map(({ state }) => state)
const rowOf = (name: string) =>
  stage.database.db
    .selectFrom('notification')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

describe('while messages wait for an answer', () => {
  /** The first call has no answer yet, and three more messages wait. */
  async function startWaiting(name: string) {
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    receiver.answerWith(async (call, response) => {
      if (call.path === `/${name}`) await promise
      response.writeHead(204).end()
    })
    await stage.addWebhook(name)
    const ids = [await publish(), await publish(), await publish(), await publish()]
    await expect.poll(() => statesOf(name)).toEqual(Array(4).fill('pending'))
    await arrived(`/${name}`, 1)
    return { ids, answer }
  }

  test('another address gets them all, and the one before only what was being sent', async () => {
    const { ids, answer } = await startWaiting('before')
    const moved = { kind: 'webhook', address: receiver.url('/after') }
    await stage.call('PUT', stage.pathOf('before'), moved)
    answer()
    await expect.poll(() => statesOf('before')).toEqual(Array(4).fill('delivered'))
    expect(subjectsAt('/after')).toEqual(ids)
    expect(receiver.callsTo('/before')).toHaveLength(1)
    expect(receiver.callsTo('/after')[0]?.id).toBe(receiver.callsTo('/before')[0]?.id)
    await stage.call('DELETE', stage.pathOf('before'))
  })

  test('turning the notification off ends what a sender has begun', async () => {
    const { answer } = await startWaiting('ended')
    await stage.call('PATCH', stage.pathOf('ended'), { enabled: false })
    answer()
    await delay(1500)
    expect(receiver.callsTo('/ended')).toHaveLength(1)
    expect(await statesOf('ended')).toEqual(Array(4).fill('held'))
    await stage.call('DELETE', stage.pathOf('ended'))
  })
})

test('a destination that takes long is called after others, one message at a time', async () => {
  receiver.answerWith(async (call, response) => {
    if (call.path === '/long') await delay(2100)
    response.writeHead(204).end()
  })
  await stage.addWebhook('long')
  const ids = [await publish(), await publish()]
  await arrived('/long', 2)
  expect((await rowOf('long')).is_slow).toBe(true)
  await expect.poll(() => statesOf('long')).toEqual(['delivered', 'delivered'])
  expect(subjectsAt('/long')).toEqual(ids)
  expect(await rowOf('long')).toMatchObject({ claim: null, due_at: null })
  await stage.call('DELETE', stage.pathOf('long'))
})

test('what is no revision comes after the revisions before it, also when it is sent again', async () => {
  receiver.answerWith((_call, response) => response.writeHead(204).end())
  await stage.addWebhook('mixed', { notices: ['events', 'quotaUsage'] })
  const first = await publish()
  await arrived('/mixed', 1)
  const content = {
    ...{ provider: 'p', location: 'l', resource: 'r', displayName: 'R', unit: 'Count' },
    ...{ currentValue: 8, limit: 10, percent: 80, reportedAt: '2026-01-01T00:00:00.000Z' },
  }
  await sql`insert into notice (subscription_id, kind, subject, content)
            values ('sub-a', 'quota-usage', 'r', ${JSON.stringify(content)})`.execute(
    stage.database.db,
  )
  await arrived('/mixed', 2)
  const last = await publish()
  await arrived('/mixed', 3)
  const order = [first, 'r', last]
  expect(subjectsAt('/mixed')).toEqual(order)
  const span = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  }
  const replayed = await stage.call('POST', `${stage.pathOf('mixed')}/replay`, span)
  expect(replayed.body).toEqual({ count: 3 })
  await arrived('/mixed', 6)
  expect(subjectsAt('/mixed')).toEqual([...order, ...order])
})

test('of many attempts, the last twenty are kept', async () => {
  let isDown = true
  receiver.answerWith((_call, response) => response.writeHead(isDown ? 500 : 204).end())
  await stage.addWebhook('tried')
  await publish()
  await arrived('/tried', 1)
  const [delivery] = await stage.listDeliveries('tried')
  const id = delivery?.id ?? ''
  await expect
    .poll(async () => (await stage.listDeliveries('tried'))[0]?.attempts.length)
    .toBeGreaterThan(0)
  await sql`insert into delivery_attempt (subscription_id, delivery_id, number, at, duration_ms)
            select 'sub-a', ${id}::uuid, n, now(), 1 from generate_series(100, 119) as n`.execute(
    stage.database.db,
  )
  await sql`update delivery set attempt_count = 119 where id = ${id}::uuid`.execute(
    stage.database.db,
  )
  isDown = false
  // However often it failed until here, its pause is over, which somebody is told with the next event.
  await sql`update notification set due_at = now()
             where id = (select notification_id from delivery where id = ${id}::uuid)`.execute(
    stage.database.db,
  )
  await publish()
  await expect.poll(() => statesOf('tried')).toEqual(['delivered', 'delivered'])
  const { rows } = await sql<{ number: number }>`
    select number from delivery_attempt where delivery_id = ${id}::uuid order by number`.execute(
    stage.database.db,
  )
  expect(rows).toHaveLength(20)
  expect(rows[0]?.number).toBeGreaterThan(100)
})

test('a subscription sends at most 100 tests a day, also after its notification was replaced', async () => {
  receiver.answerWith((_call, response) => response.writeHead(204).end())
  await stage.addSubscription('sub-tests', { [stage.people.owner.id]: 'owner' })
  const send = async (name: string, subscription?: string) => {
    const { status, body } = await stage.call('POST', `${stage.pathOf(name, subscription)}/test`)
    return status === 202 ? 'sent' : body.error.code
  }
  await stage.addWebhook('tested', {}, 'sub-tests')
  for (let n = 0; n < 100; n++) expect(await send('tested', 'sub-tests')).toBe('sent')
  expect(await send('tested', 'sub-tests')).toBe('TooManyTests')
  await stage.call('DELETE', stage.pathOf('tested', 'sub-tests'))
  await stage.addWebhook('tested', {}, 'sub-tests')
  expect(await send('tested', 'sub-tests')).toBe('TooManyTests')
  await stage.addWebhook('neighbour')
  expect(await send('neighbour')).toBe('sent')
})
