import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../support/http/service-health.ts'
import { health } from '../management.ts'
import { unique } from '../world.ts'

const WEST = unique('west')

let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(WEST, { [ada.id]: 'owner' }, [['Storage', 'West US']])
})

const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const publish = (impact: object[]) =>
  health.callAsOperator('POST', '/events', { ...EVENT, impact, allowUnknownNames: true })
const change = (id: string, way: string, body: object = {}) =>
  health.callAsOperator('POST', `/events/${id}/${way}`, body)
type Answer = Awaited<ReturnType<typeof change>>
const propertiesOf = ({ body }: Answer) => body.event.properties
const storageIn = (...impactedRegions: string[]) => ({
  impactedService: 'Storage',
  ...(impactedRegions.length > 0 && { impactedRegions }),
})
const manyRegions = (count: number, prefix = 'Region') =>
  Array.from({ length: count / 200 }, (_, service) => ({
    impactedService: `Service ${service}`,
    impactedRegions: Array.from({ length: 200 }, (_each, region) => `${prefix} ${region}`),
  }))

describe('a service that is hit everywhere beside one in regions', () => {
  const SIGN_IN = { impactedService: 'Sign-in' }
  const WEST = { impactedService: 'Storage', impactedRegion: 'West US' }

  test('keeps the event active until it is resolved itself, by its name', async () => {
    const { trackingId } = (await publish([SIGN_IN, storageIn('West US')])).body
    const west = await change(trackingId, 'resolve', { where: [WEST] })
    expect(propertiesOf(west).status).toBe('Active')
    expect(propertiesOf(west).impactMitigationTime).toBeUndefined()
    const all = await change(trackingId, 'resolve', { where: [SIGN_IN] })
    expect(propertiesOf(all).status).toBe('Resolved')
    expect((await change(trackingId, 'resolve', { where: [SIGN_IN] })).status).toBe(409)
    const again = await change(trackingId, 'reopen', { where: [SIGN_IN] })
    expect(propertiesOf(again).status).toBe('Active')
    expect(propertiesOf(again).impact[1].impactedRegions[0].status).toBe('Resolved')
  })

  test('what is said of it alone is the summary, because it has no region to keep it', async () => {
    const { trackingId } = (await publish([SIGN_IN, storageIn('West US')])).body
    const said = propertiesOf(
      await change(trackingId, 'updates', { summary: 'Slow', where: [SIGN_IN] }),
    )
    expect([said.summary, said.impact[1].impactedRegions[0].updates]).toEqual(['Slow', []])
  })
})

describe('a filter by region', () => {
  const find = async ($filter: string) => namesOf(await health.list(ada, WEST, { $filter }))

  test('finds an event of a service that is hit in all regions, beside named ones or not', async () => {
    const { trackingId: alone } = (await publish([{ impactedService: 'Sign-in' }])).body
    const { trackingId: beside } = (await publish([storageIn('East US'), storageIn()])).body
    const { trackingId: later } = (await publish([storageIn('East US')])).body
    await change(later, 'updates', { impact: [{ impactedService: 'Sign-in' }] })
    const { trackingId: elsewhere } = (await publish([storageIn('East US')])).body
    const { trackingId: nowhere } = (await publish([])).body
    for (const $filter of ["region eq 'West US'", "region in ('westus', 'nowhere')"]) {
      const found = await find($filter)
      expect(found).toEqual(expect.arrayContaining([alone, beside, later]))
      expect(found).not.toContain(elsewhere)
      expect(found).not.toContain(nowhere)
    }
    const others = await find("region ne 'West US'")
    expect(others).toEqual(expect.arrayContaining([elsewhere, nowhere]))
    for (const id of [alone, beside, later]) expect(others).not.toContain(id)
    const none = await find('region eq null')
    expect(none).toContain(nowhere)
    expect(none).not.toContain(alone)
  })
})

describe('impactedSubscriptions and impactedTenants', () => {
  const hitIn = async (audience: object) => {
    const impact = [storageIn('West US', 'East US')]
    const id = await health.publish({ audience, impact })
    const { value } = (await health.list(ada, WEST)).body
    const listed = value.find(({ name }: { name: string }) => name === id)
    expect((await health.get(ada, WEST, id)).body).toEqual(listed)
    return listed.properties.impact[0].impactedRegions.map(
      (region: { impactedSubscriptions: string[]; impactedTenants: string[] }) => [
        region.impactedSubscriptions.length,
        region.impactedTenants.length,
      ],
    )
  }
  const [own, none] = [
    [1, 1],
    [0, 0],
  ]

  test.each(['everyone', 'footprint'])('for %s: where the footprint has both', async (kind) => {
    expect(await hitIn({ kind })).toEqual([own, none])
  })

  test('for named subscriptions: everywhere', async () => {
    const audience = { kind: 'subscriptions', subscriptions: [WEST] }
    expect(await hitIn(audience)).toEqual([own, own])
  })
})

test('an update can be for what it adds itself', async () => {
  const { trackingId } = (await publish([storageIn('West US')])).body
  const where = [{ impactedService: 'Storage', impactedRegion: 'East US' }]
  const { body } = await change(trackingId, 'updates', {
    summary: 'It spreads',
    impact: [storageIn('East US')],
    where,
  })
  const counts = body.event.properties.impact[0].impactedRegions.map(
    ({ impactedRegion, updates }: { impactedRegion: string; updates: object[] }) => [
      impactedRegion,
      updates.length,
    ],
  )
  expect(counts).toEqual([
    ['West US', 0],
    ['East US', 1],
  ])
})

describe('a place is the same however it is spelt', () => {
  test('when it is added, meant and filtered by', async () => {
    const { trackingId } = (await publish([storageIn('West US')])).body
    const where = [{ impactedService: ' STORAGE', impactedRegion: 'westus' }]
    const impact = [{ impactedService: 'storage', impactedRegions: ['WestUS'] }]
    const said = propertiesOf(
      await change(trackingId, 'updates', { summary: 'Slow', where, impact }),
    )
    expect(said.impact).toHaveLength(1)
    expect(said.impact[0].impactedRegions).toMatchObject([
      { impactedRegion: 'West US', updates: [{ summary: 'Slow' }] },
    ])
    for (const $filter of [
      "region eq 'WESTUS'",
      "region in ('west us')",
      "service eq ' storage'",
    ]) {
      expect(namesOf(await health.list(ada, WEST, { $filter }))).toContain(trackingId)
    }
    const others = { $filter: "region ne 'wes tus'" }
    expect(namesOf(await health.list(ada, WEST, others))).not.toContain(trackingId)
  })

  test.each(['*', '  ', '@'])('400: a region %j is none', async (region) => {
    expect((await publish([storageIn(region)])).status).toBe(400)
    const value = [{ service: 'Storage', region }]
    const { status } = await health.callAsOperator('PUT', `/subscriptions/${WEST}/footprint`, {
      value,
    })
    expect(status).toBe(400)
  })
})

describe('an event has an end', () => {
  const LONG = 'x'.repeat(20_000)

  test('400: more regions than a reader can load', async () => {
    expect((await publish(manyRegions(2200))).body.error.code).toBe('TooManyRegions')
    const { status, body } = await publish(manyRegions(2000))
    expect(status).toBe(201)
    const wider = await change(body.trackingId, 'updates', { impact: manyRegions(200, 'Other') })
    expect([wider.status, wider.body.error.code]).toEqual([400, 'TooManyRegions'])
  })

  test('400: more text than a reader can load, and it can still be resolved', async () => {
    const { trackingId } = (await publish(manyRegions(1000))).body
    const tooMuch = await change(trackingId, 'updates', { summary: LONG })
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([400, 'EventTooLarge'])
    const where = [{ impactedService: 'Service 0' }]
    const half = { summary: LONG.slice(0, 4000), where }
    expect((await change(trackingId, 'updates', half)).status).toBe(200)
    const full = await change(trackingId, 'resolve', half)
    expect([full.status, full.body.error.code]).toEqual([400, 'EventTooLarge'])
    expect(propertiesOf(await change(trackingId, 'resolve')).status).toBe('Resolved')
  })
})
