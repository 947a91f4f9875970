import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
let ada: Reader
let rex: Reader
let zoe: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  rex = await health.addReader('rex')
  zoe = await health.addReader('zoe')
  await health.addSubscription('sub-a', { [ada.id]: 'owner', [rex.id]: 'reader' })
  await health.addSubscription('sub-b', { [ada.id]: 'owner' })
  await health.addSubscription('sub-z', { [zoe.id]: 'owner' })
})

const HEALTH = 'providers/Microsoft.ResourceHealth'
const idOf = (name: string, group = 'yard', subscription = 'sub-a') =>
  `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Compute/machines/${name}`
const getCurrent = async (who: Reader, resourceId: string, noun = 'availabilityStatuses') => {
  const { status, body } = await health.ask(who, `${resourceId}/${HEALTH}/${noun}/current`)
  expect([status, body]).toEqual([200, expect.objectContaining({ name: 'current' })])
  return body
}
const stateOf = async (who: Reader, resourceId: string) =>
  (await getCurrent(who, resourceId)).properties.availabilityState
const listAt = async (who: Reader, path: string, noun = 'availabilityStatuses', query = {}) => {
  const { status, body } = await health.ask(who, `${path}/${HEALTH}/${noun}`, query)
  expect([status, body]).toEqual([200, expect.objectContaining({ value: expect.any(Array) })])
  return body
}
type Listed = { id: string; properties: { availabilityState: string } }
const statesIn = ({ value }: { value: Listed[] }) =>
  value.map(({ id, properties }) => [id.split('/').at(8), properties.availabilityState])

const change = (body: object, subscription = 'sub-a') =>
  health.callAsOperator('PATCH', `/subscriptions/${subscription}/availability`, body)
const setState = async (resourceId: string, availabilityState: string, texts = {}) => {
  const subscription = resourceId.split('/')[2]
  const { status, text } = await change(
    { set: [{ resourceId, availabilityState, ...texts }] },
    subscription,
  )
  expect([status, text]).toEqual([204, ''])
}
async function publishFor(resourceId: string, properties = {}, input = {}): Promise<string> {
  const impactStartTime = new Date().toISOString()
  const id = await health.publish({ properties: { impactStartTime, ...properties }, ...input })
  const add = [{ subscriptionId: 'sub-a', targetResourceId: resourceId, targetRegion: 'westus' }]
  await health.revise(id, 'impactedResources', { add })
  return id
}

describe('the current state of a resource', () => {
  test('200: Unknown, if nobody named it', async () => {
    const id = idOf('nobody')
    expect(await getCurrent(ada, id)).toEqual({
      id: `${id}/${HEALTH}/availabilityStatuses/current`,
      name: 'current',
      type: 'Microsoft.ResourceHealth/AvailabilityStatuses',
      properties: {
        availabilityState: 'Unknown',
        title: 'Unknown',
        summary: expect.any(String),
        reasonChronicity: 'Persistent',
      },
    })
  })

  test('200: what an active event implies, and Available once it is resolved', async () => {
    const resource = idOf('vm-1')
    const id = await publishFor(
      resource.toUpperCase().replace('/SUBSCRIPTIONS/SUB-A', '/subscriptions/sub-a'),
      { title: 'Fire' },
    )
    const { location, properties } = await getCurrent(ada, resource)
    expect(location).toBe('westus')
    expect(properties).toMatchObject({
      availabilityState: 'Unavailable',
      title: 'Fire',
      reasonType: 'Unplanned',
      occuredTime: expect.stringMatching(/Z$/),
      serviceImpactingEvents: [{ correlationId: id, status: { value: 'Active' } }],
    })
    await health.revise(id, 'resolve')
    expect(await stateOf(ada, resource)).toBe('Available')
  })

  test.each([
    ['Degraded', { eventLevel: 'Warning' }, {}],
    ['Degraded', { eventLevel: 'Informational' }, { eventType: 'PlannedMaintenance' }],
    ['Unavailable', { eventLevel: 'Critical' }, { eventType: 'PlannedMaintenance' }],
    ['Unknown', {}, { eventType: 'HealthAdvisory' }],
    ['Unknown', { impactStartTime: '2999-01-01T00:00:00Z' }, { eventType: 'PlannedMaintenance' }],
  ])('200: %s by an event with %j %j', async (state, properties, input) => {
    const resource = idOf(`vm-${Math.random()}`)
    await publishFor(resource, properties, input)
    expect(await stateOf(ada, resource)).toBe(state)
  })

  test('200: of several events the worst counts', async () => {
    const resource = idOf('vm-2')
    await publishFor(resource)
    await publishFor(resource, { eventLevel: 'Warning' })
    expect(await stateOf(ada, resource)).toBe('Unavailable')
  })

  test('200: what an operator sets counts until an event begins later', async () => {
    const resource = idOf('vm-3')
    await publishFor(resource, { impactStartTime: new Date(Date.now() - 60_000).toISOString() })
    await setState(resource, 'Available', {
      title: 'Back',
      summary: 'It runs.',
      location: 'eastus',
    })
    const { location, properties } = await getCurrent(rex, resource)
    expect(location).toBe('eastus')
    expect(properties).toMatchObject({
      availabilityState: 'Available',
      title: 'Back',
      summary: 'It runs.',
    })
    await publishFor(resource, { eventLevel: 'Warning' })
    expect(await stateOf(rex, resource)).toBe('Degraded')
  })

  test('a sensitive event is not shown to readers, and shows nobody its text', async () => {
    const resource = idOf('vm-4')
    await publishFor(resource, { summary: 'secret' }, { isEventSensitive: true })
    expect(await stateOf(rex, resource)).toBe('Unknown')
    expect(JSON.stringify(await getCurrent(ada, resource))).not.toContain('secret')
    expect(await stateOf(ada, resource)).toBe('Unavailable')
    expect(statesIn(await listAt(rex, '/subscriptions/sub-a'))).not.toContainEqual(
      expect.arrayContaining(['vm-4']),
    )
  })

  test('an event that does not reach the subscription says nothing about its resources', async () => {
    const resource = idOf('vm-5')
    const impact = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
    await publishFor(resource, {}, { audience: { kind: 'footprint' }, impact })
    expect(await stateOf(ada, resource)).toBe('Unknown')
  })
})

describe('the history of a resource', () => {
  test('200: the current state first, then those before it', async () => {
    const resource = idOf('vm-6/disks/d1')
    await setState(resource, 'Available')
    await setState(resource, 'Degraded', { reasonType: 'UserInitiated' })
    await setState(resource, 'Degraded', { reasonType: 'Planned' })
    await setState(resource, 'Available')
    for (const noun of ['availabilityStatuses', 'childAvailabilityStatuses']) {
      const { value, nextLink } = await listAt(ada, resource, noun)
      expect(statesIn({ value }).map(([, state]) => state)).toEqual([
        'Available',
        'Degraded',
        'Available',
      ])
      expect([value[0].name, nextLink]).toEqual(['current', undefined])
      expect(value[1].properties.reasonType).toBe('Planned')
      expect(value[1].name).toBe(value[1].properties.occuredTime)
      expect(await getCurrent(ada, resource, noun)).toEqual(value[0])
    }
    expect((await listAt(ada, idOf('never'))).value).toHaveLength(1)
  })

  test('200: an event that was resolved is in it, with its end', async () => {
    const resource = idOf('vm-7')
    const id = await publishFor(resource)
    await health.revise(id, 'resolve')
    const states = statesIn(await listAt(ada, resource)).map(([, state]) => state)
    expect(states).toEqual(['Available', 'Unavailable'])
  })

  test('200: an event that was resolved after an operator set a state is in it too', async () => {
    const resource = idOf('vm-9')
    await setState(resource, 'Available', { title: 'Back' })
    const id = await publishFor(resource)
    await health.revise(id, 'resolve')
    const { value } = await listAt(ada, resource)
    const states = statesIn({ value }).map(([, state]) => state)
    expect(states).toEqual(['Available', 'Available', 'Unavailable'])
    expect([value[0].name, value[0].properties.title]).toEqual(['current', 'Back'])
  })

  test('the latest 100 states of a resource are kept', async () => {
    const resource = idOf('vm-8')
    for (let n = 0; n < 103; n++) await setState(resource, n % 2 === 0 ? 'Degraded' : 'Available')
    expect((await listAt(ada, resource)).value).toHaveLength(100)
    const { count } = await health.database.db
      .selectFrom('availability')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('resource_id', '=', resource)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(100)
  })
})

describe('lists', () => {
  const at = (name: string) => idOf(name, 'hall', 'sub-b')
  beforeAll(async () => {
    const set = Array.from({ length: 120 }, (_, n) => ({
      resourceId: at(`m-${String(n).padStart(3, '0')}`),
      availabilityState: n < 110 ? 'Available' : 'Degraded',
    }))
    await change({ set }, 'sub-b')
    await setState(at('m-000/disks/d1'), 'Unavailable')
    await setState(idOf('other', 'attic', 'sub-b'), 'Unknown')
  })

  test('200: of a subscription, by id, 100 a page', async () => {
    const first = await listAt(ada, '/subscriptions/sub-b')
    const next = first.nextLink.replace(health.installation.managementUrl, '')
    const { body: second } = await health.askRaw(ada, next)
    const ids = [...first.value, ...second.value].map(({ id }: Listed) =>
      id.slice(0, id.indexOf(`/${HEALTH}`)).toLowerCase(),
    )
    expect([first.value.length, ids.length, new Set(ids).size]).toEqual([100, 122, 122])
    expect(ids).toEqual([...ids].sort())
    expect(second.nextLink).toBeUndefined()
  })

  test('200: of a resource group, and the children of a resource', async () => {
    const group = await listAt(ada, '/subscriptions/SUB-B/resourcegroups/ATTIC')
    expect(statesIn(group)).toEqual([['other', 'Unknown']])
    const children = await listAt(ada, at('M-000'), 'childResources')
    expect(children.value.map(({ id }: Listed) => id)).toEqual([
      `${at('m-000/disks/d1')}/${HEALTH}/availabilityStatuses/current`,
    ])
  })

  test('200: by $filter; 400 for one that it cannot read', async () => {
    const $filter = "properties/availabilityState eq 'degraded'"
    const { value } = await listAt(ada, '/subscriptions/sub-b', undefined, { $filter })
    expect(value).toHaveLength(10)
    for (const path of ['/subscriptions/sub-b', at('m-000'), at('m-000/disks/d1')]) {
      const query = { $filter: "availabilityState eq 'Broken'", $expand: 'recommendedactions' }
      const target = `${path}/${HEALTH}/availabilityStatuses`
      const { status, body } = await health.ask(ada, target, query)
      expect([status, body.code]).toEqual([400, 'InvalidODataQueryOptions'])
    }
  })

  test('200: an active event adds its resources, and a removed one is gone', async () => {
    await publishFor(idOf('vm-9', 'shed'), { eventLevel: 'Warning' })
    const list = () => listAt(ada, '/subscriptions/sub-a/resourceGroups/shed')
    expect(statesIn(await list())).toEqual([['vm-9', 'Degraded']])
    await setState(idOf('vm-9', 'shed'), 'Available')
    expect(statesIn(await list())).toEqual([['vm-9', 'Available']])
    expect((await change({ remove: [idOf('VM-9', 'shed')] })).status).toBe(204)
    expect(statesIn(await list())).toEqual([['vm-9', 'Degraded']])
  })

  test('404: a stranger', async () => {
    for (const path of ['/subscriptions/sub-b', at('m-000')]) {
      const { status, body } = await health.ask(zoe, `${path}/${HEALTH}/availabilityStatuses`)
      expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
    }
  })
})

describe('PATCH /operator/v1/subscriptions/{subscription_id}/availability', () => {
  test('204, and one row in the audit trail', async () => {
    await setState(idOf('audited', 'yard', 'sub-z'), 'Degraded')
    const { body } = await health.callAsOperator('GET', '/audit?scope=sub-z')
    expect(body.value[0]).toMatchObject({
      action: 'availability.change',
      target: 'subscription sub-z',
    })
  })

  test('400 and 404: another subscription, no resource id, an unknown state', async () => {
    const state = { availabilityState: 'Available' }
    const answers = [
      [
        await change({ set: [{ resourceId: idOf('x', 'g', 'sub-b'), ...state }] }),
        'ForeignResource',
      ],
      [await change({ remove: [idOf('x', 'g', 'sub-b')] }), 'ForeignResource'],
      [
        await change({ set: [{ resourceId: '/subscriptions/sub-a/x', ...state }] }),
        'InvalidParameter',
      ],
      [await change({ set: [{ resourceId: idOf('a//b'), ...state }] }), 'InvalidParameter'],
      [
        await change({ set: [{ resourceId: idOf('x'), availabilityState: 'Fine' }] }),
        'InvalidParameter',
      ],
    ] as const
    for (const [{ status, body }, code] of answers)
      expect([status, body.error.code]).toEqual([400, code])
    const unknown = await change(
      { set: [{ resourceId: idOf('x', 'g', 'none'), ...state }] },
      'none',
    )
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  })
})
