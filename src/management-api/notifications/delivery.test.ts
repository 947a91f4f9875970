import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { useNotifications } from '../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const { receiver } = stage
const named = (...subscriptions: string[]) => ({ kind: 'subscriptions', subscriptions })
const titled = (title: string) => ({ title, summary: 'Some is slow', description: 'x' })
const arrived = (path: string, count: number) =>
  expect.poll(() => receiver.callsTo(path).length).toBe(count)
const subjectsAt = (path: string) =>
  receiver.callsTo(path).map(({ body }) => JSON.parse(body).subject)

beforeAll(async () => {
  const { owner } = stage.people
  await stage.addSubscription('sub-b', { [owner.id]: 'owner' }, [['Storage', 'West US']])
  await stage.addSubscription('sub-c', { [owner.id]: 'owner' }, [['Network', 'East US']])
})

describe('a web hook', () => {
  test('is told of each revision, signed, as listEvents returns the event', async () => {
    const secret = await stage.addWebhook('all')
    const id = await stage.publish({ audience: named('sub-a'), properties: titled('Slow') })
    await arrived('/all', 1)
    const [first] = receiver.callsTo('/all')
    const listed = (await stage.get(stage.people.owner, 'sub-a', id)).body
    const event = JSON.parse(first?.body ?? '')
    expect(event).toEqual({
      specversion: '1.0',
      id: first?.id,
      source: 'http://binnacle.example/subscriptions/sub-a',
      type: 'binnacle.service-health.event',
      subject: id,
      time: listed.properties.lastUpdateTime,
      datacontenttype: 'application/json',
      data: listed,
    })
    expect(first?.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8')
    expect(() => new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).not.toThrow()
    await stage.revise(id, 'updates', { summary: 'More is known.' })
    await stage.revise(id, 'resolve')
    await arrived('/all', 3)
    const last = JSON.parse(receiver.callsTo('/all').at(-1)?.body ?? '')
    expect(last.data.properties).toMatchObject({ status: 'Resolved', summary: 'More is known.' })
    const deliveries = await stage.listDeliveries('all')
    expect(deliveries.map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
    expect(deliveries[0]?.attempts).toMatchObject([{ number: 1, status: 204 }])
  })

  test('is told of events of its footprint and for everyone, and of no others', async () => {
    await stage.addWebhook('west', {}, 'sub-b')
    await stage.addWebhook('east', {}, 'sub-c')
    const impact = (service: string, ...regions: string[]) => ({
      audience: { kind: 'footprint' },
      impact: [{ impactedService: service, impactedRegions: regions }],
    })
    const west = await stage.publish(impact('Storage', 'West US'))
    const east = await stage.publish(impact('Network', 'East US', 'West US'))
    const all = await stage.publish()
    await arrived('/west', 2)
    await arrived('/east', 2)
    expect([subjectsAt('/west'), subjectsAt('/east')]).toEqual([
      [west, all],
      [east, all],
    ])
  })

  test('is told of what fits its filter, and when an event is taken away', async () => {
    await stage.addWebhook('filtered', { filter: "status eq 'Resolved' and service eq 'Mail'" })
    const mail = [{ impactedService: 'Mail', impactedRegions: ['West US'] }]
    const id = await stage.publish({ audience: named('sub-a'), impact: mail })
    await stage.publish({ audience: named('sub-a') })
    await stage.revise(id, 'resolve')
    await arrived('/filtered', 1)
    await stage.revise(id, 'audience', named('sub-b'))
    await arrived('/filtered', 2)
    const [first, removed] = receiver.callsTo('/filtered').map(({ body }) => JSON.parse(body))
    expect(first.data.properties.status).toBe('Resolved')
    expect([removed.type, removed.data]).toEqual([
      'binnacle.service-health.event.removed',
      { trackingId: id },
    ])
  })

  test('gets no sensitive text', async () => {
    await stage.addWebhook('discreet')
    const properties = { title: 'Keys', summary: 'A secret', description: 'A secret' }
    await stage.publish({ audience: named('sub-a'), isEventSensitive: true, properties })
    await arrived('/discreet', 1)
    expect(receiver.callsTo('/discreet')[0]?.body).not.toContain('A secret')
  })
})

describe('a destination that fails', () => {
  test('is tried again under the same id, and gets what follows in its order', async () => {
    let failures = 2
    receiver.answerWith((call, response) => {
      const fails = call.path === '/shaky' && failures-- > 0
      response.writeHead(fails ? 500 : 204).end(fails ? 'not now' : undefined)
    })
    await stage.addWebhook('shaky')
    const ids = [
      await stage.publish({ audience: named('sub-a') }),
      await stage.publish({ audience: named('sub-a') }),
    ]
    await arrived('/shaky', 4)
    expect(subjectsAt('/shaky')).toEqual([ids[0], ids[0], ids[0], ids[1]])
    expect(new Set(receiver.callsTo('/shaky').map(({ id }) => id)).size).toBe(2)
    await expect
      .poll(async () => (await stage.listDeliveries('shaky')).map(({ state }) => state))
      .toEqual(['delivered', 'delivered'])
    const [, first] = await stage.listDeliveries('shaky')
    expect(first?.attempts.map(({ status, answer }) => [status, answer])).toEqual([
      [500, 'not now'],
      [500, 'not now'],
      [204, ''],
    ])
    const { body } = await stage.call('GET', stage.pathOf('shaky'))
    expect(body.failingSince).toBeUndefined()
  })

  test('is turned off when it is gone; what waits is held, and sent when it is asked for', async () => {
    let isGone = true
    receiver.answerWith((call, response) =>
      response.writeHead(call.path === '/gone' && isGone ? 410 : 204).end(),
    )
    await stage.addWebhook('gone')
    await stage.publish({ audience: named('sub-a') })
    const shown = async () => (await stage.call('GET', stage.pathOf('gone'))).body
    await expect.poll(async () => (await shown()).off?.reason).toBe('gone')
    expect((await stage.listDeliveries('gone')).map(({ state }) => state)).toEqual(['held'])
    const refused = await stage.call('POST', `${stage.pathOf('gone')}/test`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NotificationOff'])
    isGone = false
    await stage.call('PATCH', stage.pathOf('gone'), { enabled: true })
    await delay(700)
    expect(receiver.callsTo('/gone')).toHaveLength(1)
    const span = {
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    }
    const replayed = await stage.call('POST', `${stage.pathOf('gone')}/replay`, span)
    expect([replayed.status, replayed.body]).toEqual([202, { count: 1 }])
    await arrived('/gone', 2)
    expect(new Set(receiver.callsTo('/gone').map(({ id }) => id)).size).toBe(1)
    const actions = await stage.database.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', 'notification gone')
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'notification.create',
      'notification.turn-off',
      'notification.change',
      'notification.replay',
    ])
  })

  test('that does not answer does not hold up others', async () => {
    receiver.answerWith((call, response) => {
      if (call.path !== '/silent') response.writeHead(204).end()
    })
    await stage.addWebhook('silent')
    await stage.addWebhook('lively')
    const at = performance.now()
    await stage.publish({ audience: named('sub-a') })
    await arrived('/silent', 1)
    await arrived('/lively', 1)
    await stage.publish({ audience: named('sub-a') })
    await arrived('/lively', 2)
    expect(performance.now() - at).toBeLessThan(9000)
    await stage.call('DELETE', stage.pathOf('silent'))
  })
})

describe('a test', () => {
  test('goes the whole way in each form, and is marked as one', async () => {
    receiver.answerWith((_call, response) => response.writeHead(200).end('ok'))
    for (const kind of ['webhook', 'slack', 'teams']) {
      await stage.addWebhook(`try-${kind}`, { kind })
      const sent = await stage.call('POST', `${stage.pathOf(`try-${kind}`)}/test`)
      expect(sent.status).toBe(202)
      await arrived(`/try-${kind}`, 1)
      await expect
        .poll(() => stage.listDeliveries(`try-${kind}`))
        .toMatchObject([
          {
            id: sent.body.deliveryId,
            kind: 'test',
            state: 'delivered',
            attempts: [{ answer: 'ok' }],
          },
        ])
    }
    const bodies = ['webhook', 'slack', 'teams'].map((kind) =>
      JSON.parse(receiver.callsTo(`/try-${kind}`)[0]?.body ?? ''),
    )
    expect(bodies[0]).toMatchObject({ type: 'binnacle.notification.test', data: { test: true } })
    expect(bodies[1].text).toMatch(/^Test: /)
    expect(bodies[2].attachments[0].content.body[0].text).toMatch(/^Test: /)
  })
})
