import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { type OpenStream, openStream } from '../../../../test/support/http/stream.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const health = useHealth()
let ada: Reader
let ben: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  ben = await health.addReader('ben')
  await health.addSubscription('sub-a', { [ada.id]: 'owner', [ben.id]: 'reader' }, [
    ['Storage', 'West US'],
  ])
  await health.addSubscription('sub-b', { [ben.id]: 'owner' }, [['Storage', 'East US']])
})

const urlOf = (subscription: string) =>
  `${health.server.url}/live/v1/subscriptions/${subscription}/events`
const follow = (reader: Reader, subscription = 'sub-a', lastEventId?: string) =>
  openStream(urlOf(subscription), reader.bearer, lastEventId)
const named = (subscription: string) => ({
  audience: { kind: 'subscriptions', subscriptions: [subscription] },
})
const namesIn = ({ frames }: OpenStream) =>
  frames.flatMap(({ event, data }) => (event === 'event' ? [(data as { name: string }).name] : []))

describe('the response', () => {
  test('is a stream that nobody keeps, and begins with a position', async () => {
    const stream = await follow(ada, 'SUB-a')
    expect(await stream.next('start')).toEqual({
      event: 'start',
      id: expect.stringMatching(/^events-\d+$/),
      data: {},
    })
    expect(stream.text()).toMatch(/^retry: 2000\n\n/)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.close()
  })

  test('is refused as lists are: without a bearer, without a role, and for an API token', async () => {
    const cases = [
      [await fetch(urlOf('sub-a')), 401, 'AuthenticationFailed'],
      [await fetch(urlOf('sub-b'), { headers: headersOf(ada) }), 404, 'SubscriptionNotFound'],
      [await fetch(urlOf('nowhere'), { headers: headersOf(ada) }), 404, 'SubscriptionNotFound'],
    ] as const
    for (const [response, status, code] of cases) {
      const { error } = (await response.json()) as { error: { code: string } }
      expect([response.status, error.code]).toEqual([status, code])
    }
    const listed = await health.list(ada, 'sub-b')
    expect([listed.status, listed.body.code]).toEqual([404, 'SubscriptionNotFound'])
  })
})
const headersOf = ({ bearer }: Reader) => ({ Authorization: `Bearer ${bearer}` })

describe('revisions', () => {
  test('come one by one, each as the list has it', async () => {
    const stream = await follow(ada)
    await stream.next('start')
    const impact = [{ impactedService: 'Storage', impactedRegions: ['West US', 'East US'] }]
    const id = await health.publish({ audience: { kind: 'footprint' }, impact })
    const listed = async () => (await health.get(ada, 'sub-a', id)).body
    expect((await stream.next('event')).data).toEqual(await listed())
    await health.revise(id, 'updates', { summary: 'More is known.' })
    expect((await stream.next('event')).data).toEqual(await listed())
    await health.revise(id, 'resolve')
    const resolved = await stream.next('event')
    expect(resolved.data).toEqual(await listed())
    expect(resolved.data).toMatchObject({ properties: { status: 'Resolved' } })
    stream.close()
  })

  test('of an event for another subscription do not come; a later one for this one does', async () => {
    const streams = [await follow(ada, 'sub-a'), await follow(ben, 'sub-b')] as const
    for (const stream of streams) await stream.next('start')
    const other = await health.publish(named('sub-b'))
    const own = await health.publish(named('sub-a'))
    await streams[0].next('event')
    await streams[1].next('event')
    expect(streams.map(namesIn)).toEqual([[own], [other]])
    expect(streams[0].text()).not.toContain(other)
    for (const stream of streams) stream.close()
  })

  test('that take an event away say so, to those who had it', async () => {
    const [a, b] = [await follow(ada, 'sub-a'), await follow(ben, 'sub-b')]
    for (const stream of [a, b]) await stream.next('start')
    const id = await health.publish(named('sub-a'))
    await a.next('event')
    await health.revise(id, 'audience', named('sub-b').audience)
    expect((await a.next('removed')).data).toEqual({ trackingId: id })
    await b.next('event')
    expect(b.frames.filter(({ event }) => event === 'removed')).toEqual([])
    for (const stream of [a, b]) stream.close()
  })

  test('from before an event was taken away tell nothing of it again', async () => {
    const first = await follow(ada, 'sub-a')
    const { id: before } = await first.next('start')
    first.close()
    const properties = { title: 'For others only', summary: 'Not for you', description: 'x' }
    const id = await health.publish({ ...named('sub-a'), properties })
    await health.revise(id, 'audience', named('sub-b').audience)
    const again = await follow(ada, 'sub-a', before)
    expect((await again.next('removed')).data).toEqual({ trackingId: id })
    expect(again.text()).not.toContain('For others only')
    again.close()
  })

  test('of a sensitive event have no text, for its owner and for a reader', async () => {
    const streams = [await follow(ada), await follow(ben)]
    for (const stream of streams) await stream.next('start')
    const id = await health.publish({
      isEventSensitive: true,
      properties: { title: 'Keys', summary: 'A secret text', description: 'A secret text' },
      impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
    })
    await health.revise(id, 'updates', { summary: 'A secret text' })
    const { body } = await health.get(ada, 'sub-a', id)
    for (const stream of streams) {
      await stream.next('event')
      expect((await stream.next('event')).data).toEqual(body)
      expect(stream.text()).toContain('Keys')
      expect(stream.text()).not.toContain('secret text')
      stream.close()
    }
  })
})

const LATE = 'LATE-00001'

/** Publishes a copy of an event under another name, in a transaction that somebody else ends. */
async function copyEvent(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into event select (jsonb_populate_record(event, jsonb_build_object('tracking_id', ${to}::text))).*
      from event where tracking_id = ${from}`.execute(trx)
  await sql`
    insert into event_revision (tracking_id, number, at, change, made_by, made_by_type, actor_id)
    select ${to}, number, at, change, made_by, made_by_type, actor_id
      from event_revision where tracking_id = ${from}`.execute(trx)
}

describe('the order', () => {
  test('is that of the commits: a transaction that ends late is neither lost nor overtaken', async () => {
    const sample = await health.publish(named('sub-a'))
    const stream = await follow(ada)
    await stream.next('start')
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isPlaced, resolve: placed } = Promise.withResolvers<void>()
    const late = health.database.db.transaction().execute(async (trx) => {
      await copyEvent(trx, sample, LATE)
      placed()
      await mayEnd
    })
    await isPlaced
    // This one asks for its position after the other has its own, and would be committed before it.
    const second = health.publish(named('sub-a'))
    await delay(1000)
    end()
    await late
    const id = await second
    await stream.next('event')
    await stream.next('event')
    expect(namesIn(stream)).toEqual([LATE, id])
    stream.close()
  })
})

describe('a client that comes back', () => {
  test('goes on after the last frame that it got, and gets each of the others once', async () => {
    const first = await follow(ada)
    await first.next('start')
    const ids = [await health.publish(named('sub-a'))]
    const { id: lastSeen } = await first.next('event')
    first.close()
    ids.push(await health.publish(named('sub-a')), await health.publish(named('sub-b')))
    ids.push(await health.publish(named('sub-a')))
    const again = await follow(ada, 'sub-a', lastSeen)
    await again.next('event')
    await again.next('event')
    await delay(300)
    expect(namesIn(again)).toEqual([ids[1], ids[3]])
    expect(again.frames.map(({ event }) => event)).toEqual(['event', 'event'])
    again.close()
  })

  test.each(['', 'nonsense', 'quota-1', 'events-999999999', 'events--1'])(
    'with the position %o is told to read its list again',
    async (lastSeen) => {
      const stream = await follow(ada, 'sub-a', lastSeen)
      const { id } = await stream.next('reset')
      expect(id).toMatch(/^events-\d+$/)
      const published = await health.publish(named('sub-a'))
      await stream.next('event')
      expect(namesIn(stream)).toEqual([published])
      stream.close()
    },
  )
})
