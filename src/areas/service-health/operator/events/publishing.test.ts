import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../../test/support/database/locks.ts'
import { namesOf, type Reader } from '../../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'
import { IMPACT } from '../../../../../test/support/service-health/full-event.ts'

const health = useHealth()
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('sub-a', { [ada.id]: 'owner' }, [['Storage', 'West US']])
})
const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const publish = (body: object, requestId?: string) =>
  health.callAsOperator('POST', '/events', body, {
    ...(requestId && { 'x-ms-client-request-id': requestId }),
  })
const count = async () =>
  Number(
    (
      await health.database.db
        .selectFrom('event')
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('a repeated request', () => {
  test('is done once, and answers the same', async () => {
    const first = await publish(EVENT, 'once')
    const before = await count()
    const again = await Promise.all(Array.from({ length: 5 }, () => publish(EVENT, 'once')))
    expect(again.map(({ status, body }) => [status, body])).toEqual(
      Array(5).fill([201, first.body]),
    )
    expect(await count()).toBe(before)
    const { trackingId } = first.body
    const update = (requestId: string, summary: string, id = trackingId) =>
      health.callAsOperator(
        'POST',
        `/events/${id}/updates`,
        { summary },
        {
          'x-ms-client-request-id': requestId,
        },
      )
    const updated = await update('twice', 'x')
    expect((await update('twice', 'x')).body).toEqual(updated.body)
    expect(updated.body.revisions).toBe(2)
  })

  test('under the same name another one, or the same to another event, is another request', async () => {
    const first = (await publish(EVENT, 'a-name')).body
    const other = await publish({ ...EVENT, eventType: 'RCA' }, 'a-name')
    expect([other.status, other.body.trackingId === first.trackingId]).toEqual([201, false])
    const resolve = (id: string) =>
      health.callAsOperator(
        'POST',
        `/events/${id}/resolve`,
        {},
        { 'x-ms-client-request-id': 'end' },
      )
    expect((await resolve(first.trackingId)).status).toBe(200)
    expect((await resolve(await health.publish())).status).toBe(200)
  })

  test('two changes of an event wait for each other, and both are kept', async () => {
    const id = await health.publish({ impact: IMPACT })
    const update = (summary: string) => () =>
      health.callAsOperator('POST', `/events/${id}/updates`, { summary })
    const answers = await whileHolding(
      health.database.db,
      (trx) => sql`select from event where tracking_id = ${id} for update`.execute(trx),
      [update('one'), update('two')],
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await health.get(ada, 'sub-a', id)
    const said = body.properties.impact[0].impactedRegions[0].updates
    expect(said.map(({ summary }: { summary: string }) => summary).sort()).toEqual(['one', 'two'])
    expect(said[0].updateDateTime).not.toBe(said[1].updateDateTime)
  })
})

describe('what goes with a revision', () => {
  test('one audit row and one revision, each', async () => {
    const id = await health.publish({ impact: IMPACT })
    await health.revise(id, 'updates', { summary: 'x' })
    await health.revise(id, 'resolve')
    const revisions = await health.database.db
      .selectFrom('event_revision')
      .select('number')
      .where('tracking_id', '=', id)
      .orderBy('number')
      .execute()
    expect(revisions.map(({ number }) => number)).toEqual([1, 2, 3])
    const { value } = (await health.callAsOperator('GET', '/audit?scope=platform&action=event.'))
      .body
    const mine = value.filter(({ target }: { target: string }) => target === `event ${id}`)
    expect(mine.map(({ action }: { action: string }) => action)).toEqual([
      'event.resolve',
      'event.update',
      'event.create',
    ])
  })

  test('nothing at all when it is refused', async () => {
    const rows = async () =>
      (await health.database.db.selectFrom('event_revision').select('number').execute()).length
    const before = await rows()
    await publish({ ...EVENT, audience: { kind: 'subscriptions' } })
    await publish({ ...EVENT, audience: { kind: 'everyone', subscriptions: ['sub-a'] } })
    await health.callAsOperator('POST', '/events/NONE/updates', { summary: 'x' })
    expect(await rows()).toBe(before)
  })

  test('an update can widen the impact and add properties', async () => {
    const id = await health.publish({
      audience: { kind: 'footprint' },
      impact: [{ impactedService: 'Storage', impactedRegions: ['East US'] }],
    })
    expect((await health.get(ada, 'sub-a', id)).status).toBe(404)
    const impact = [{ impactedService: 'storage', impactedRegions: ['East US', 'West US'] }]
    await health.revise(id, 'updates', { impact, properties: { title: 'Wider' } })
    const { properties } = (await health.get(ada, 'sub-a', id)).body
    expect(properties.title).toBe('Wider')
    expect(properties.impact).toHaveLength(1)
    expect(properties.impact[0].impactedRegions).toHaveLength(2)
  })
})

describe('impacted resources', () => {
  const resource = (subscriptionId: string, number: number) => ({
    subscriptionId,
    targetResourceId: `/subscriptions/${subscriptionId}/vm/${number}`,
    targetResourceType: 'Compute/VM',
    targetRegion: number % 2 === 0 ? 'westus' : 'eastus',
    info: [{ key: 'rank', value: String(number) }],
  })
  let id: string
  beforeAll(async () => {
    await health.addSubscription('sub-b', {})
    id = await health.publish()
    const add = Array.from({ length: 150 }, (_, number) => resource('SUB-A', number))
    await health.revise(id, 'impactedResources', { add: [...add, resource('sub-b', 0)] })
  })
  const resources = (query: object = {}, rest = '') =>
    health.ask(ada, health.path('sub-a', `/${id}/impactedResources${rest}`), query)

  test('those of the subscription in the path are listed, page by page, and no others', async () => {
    const first = await resources()
    const next = first.body.nextLink.replace('http://binnacle.example', '')
    const second = await health.askRaw(ada, next)
    expect(new Set(namesOf(first, second)).size).toBe(150)
    expect(JSON.stringify([first.body, second.body])).not.toContain('sub-b')
    const foreign = await resources({ $filter: 'targetRegion eq westus', $skipToken: 'x' })
    expect([foreign.status, foreign.body.code]).toEqual([400, 'InvalidSkipToken'])
  })

  test('one, by its name; a filter on its three fields', async () => {
    const { body } = await resources({ $filter: "TargetRegion eq 'WESTUS'" })
    expect(body.value).toHaveLength(75)
    const [one] = body.value
    expect(one.type).toBe('Microsoft.ResourceHealth/events/impactedResources')
    expect((await resources({}, `/${one.name}`)).body).toEqual(one)
    expect((await resources({}, '/none')).body.code).toBe('ImpactedResourceNotFound')
    const $filter = `targetResourceType eq 'compute/vm' and targetResourceId in ('${one.properties.targetResourceId}')`
    expect(namesOf(await resources({ $filter }))).toEqual([one.name])
    expect((await resources({ $filter: 'status eq Active' })).status).toBe(400)
  })

  test('added twice they are the same; removed they are gone', async () => {
    const one = resource('sub-a', 7)
    await health.revise(id, 'impactedResources', { add: [one, one] })
    const $filter = `targetResourceId eq '${one.targetResourceId}'`
    const [name = '', ...more] = namesOf(await resources({ $filter }))
    expect(more).toEqual([])
    await health.revise(id, 'impactedResources', { remove: [{ subscriptionId: 'sub-a', name }] })
    expect(namesOf(await resources({ $filter }))).toEqual([])
    const unknown = await health.callAsOperator('POST', `/events/${id}/impactedResources`, {
      add: [resource('nowhere', 1)],
    })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  })

  test('of a sensitive event they are for owner and contributor', async () => {
    const roles = ['owner', 'contributor', 'reader'] as const
    const readers = await Promise.all(roles.map((role) => health.addReader(`who-${role}`)))
    const held = Object.fromEntries(readers.map((who, i) => [who.id, roles[i] ?? 'reader']))
    await health.addSubscription('sub-s', held)
    const sensitive = await health.publish({ isEventSensitive: true })
    await health.revise(sensitive, 'impactedResources', {
      add: [{ ...resource('sub-s', 1), name: 'vm-1' }],
    })
    const path = health.path('sub-s', `/${sensitive}/impactedResources`)
    const statuses = []
    for (const who of readers)
      for (const rest of ['', '/vm-1']) statuses.push((await health.ask(who, path + rest)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403])
  })
})

describe('footprints', () => {
  const footprint = async (id: string) =>
    (await health.callAsOperator('GET', `/subscriptions/${id}/footprint`)).body.value

  test('are set, added to, taken from and loaded in bulk; spelt otherwise they are the same', async () => {
    for (const id of ['sub-f', 'sub-g']) await health.addSubscription(id, {})
    const serviceRegion = (service: string, region: string) => ({ service, region })
    const set = (value: object[]) =>
      health.callAsOperator('PUT', '/subscriptions/SUB-F/footprint', { value })
    await set([serviceRegion('Storage', 'West US'), serviceRegion('storage', 'westus')])
    expect(await footprint('sub-f')).toEqual([serviceRegion('Storage', 'West US')])
    const load = await health.callAsOperator('POST', '/footprints', {
      value: [
        { subscriptionId: 'sub-f', footprint: [serviceRegion('Cache', 'A')] },
        { subscriptionId: 'SUB-G', footprint: [serviceRegion('Cache', 'B')] },
      ],
    })
    expect(load.status).toBe(204)
    expect([await footprint('sub-f'), await footprint('sub-g')]).toEqual([
      [serviceRegion('Cache', 'A')],
      [serviceRegion('Cache', 'B')],
    ])
    const { value } = (await health.callAsOperator('GET', '/audit?scope=sub-g&action=footprint.'))
      .body
    expect(value).toMatchObject([{ action: 'footprint.set', after: { serviceRegions: 1 } }])
  })

  test('404: of a subscription that is not there, and then nothing is changed', async () => {
    const value = [
      { subscriptionId: 'sub-f', footprint: [] },
      { subscriptionId: 'nowhere', footprint: [] },
    ]
    const before = await footprint('sub-f')
    expect((await health.callAsOperator('POST', '/footprints', { value })).status).toBe(404)
    expect(await footprint('sub-f')).toEqual(before)
    expect((await health.callAsOperator('GET', '/subscriptions/nowhere/footprint')).status).toBe(
      404,
    )
  })
})
