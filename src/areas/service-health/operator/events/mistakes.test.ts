import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'

const health = useHealth()
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('west', { [ada.id]: 'owner' }, [['Storage', 'West US']])
  await health.addSubscription('east', { [ada.id]: 'owner' }, [['Storage', 'East US']])
})

const EVENT = { audience: { kind: 'footprint' }, eventType: 'ServiceIssue' }
const publish = (body: object) =>
  health.callAsOperator('POST', '/events', { ...EVENT, allowUnknownNames: true, ...body })
const change = (id: string, way: string, body: object) =>
  health.callAsOperator('POST', `/events/${id}/${way}`, body)
const found = async (subscription: string) => namesOf(await health.list(ada, subscription))

describe('a service that is hit in all regions', () => {
  const ALL = [{ impactedService: 'Storage' }]
  const WEST = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]

  test.each([
    ['stays so when one of them is named', ALL, WEST],
    ['becomes so after one of them was', WEST, ALL],
  ])('%s', async (_what, first, then) => {
    const { trackingId } = (await publish({ impact: first })).body
    expect((await change(trackingId, 'updates', { impact: then })).status).toBe(200)
    expect(await found('west')).toContain(trackingId)
    expect(await found('east')).toContain(trackingId)
  })
})

describe('the time of mitigation', () => {
  const TWO = [{ impactedService: 'Storage', impactedRegions: ['West US', 'East US'] }]
  const end = '2026-12-01T00:00:00.000Z'
  const timeOf = (answer: Awaited<ReturnType<typeof change>>) =>
    answer.body.event.properties.impactMitigationTime

  test('that was stated stays while something is active', async () => {
    const { trackingId } = (
      await publish({ impact: TWO, properties: { impactMitigationTime: end } })
    ).body
    const where = [{ impactedService: 'Storage', impactedRegion: 'West US' }]
    expect(timeOf(await change(trackingId, 'resolve', { where }))).toBe(end)
  })

  test('goes when a resolved event spreads', async () => {
    const { trackingId } = (await publish({ impact: TWO })).body
    expect(timeOf(await change(trackingId, 'resolve', {}))).toEqual(expect.any(String))
    const impact = [{ impactedService: 'Storage', impactedRegions: ['North US'] }]
    const wider = { impact, allowUnknownNames: true }
    expect(timeOf(await change(trackingId, 'updates', wider))).toBeUndefined()
  })

  test.each(['2026-01-01T00:00:00+05', '9999-12-31T23:59:59-10:00'])(
    '400: %s cannot be told',
    async (impactStartTime) => {
      expect((await publish({ properties: { impactStartTime } })).status).toBe(400)
    },
  )
})

describe('what would reach the wrong one is refused', () => {
  test('a resource of another subscription', async () => {
    const { trackingId } = (await publish({})).body
    const add = (targetResourceId: string) =>
      change(trackingId, 'impactedResources', {
        add: [{ subscriptionId: 'west', targetResourceId }],
      })
    expect((await add('/subscriptions/east/x')).body.error?.code).toBe('ForeignResource')
    expect((await add('/subscriptions/WEST/x')).status).toBe(204)
  })

  test('an audience of subscriptions that are not there', async () => {
    const audience = { kind: 'subscriptions', subscriptions: ['west', 'wset'] }
    const refused = await publish({ audience })
    expect([refused.status, refused.body.error.message.includes('wset')]).toEqual([404, true])
  })
})

test('resources without an id stay apart when they differ in anything', async () => {
  const { trackingId } = (await publish({ audience: { kind: 'everyone' } })).body
  const add = ['West US', 'East US'].map((targetRegion) => ({
    subscriptionId: 'west',
    targetRegion,
  }))
  expect((await change(trackingId, 'impactedResources', { add })).status).toBe(204)
  const { rows } = await sql`
    select from impacted_resource where tracking_id = ${trackingId}`.execute(health.database.db)
  expect(rows).toHaveLength(2)
})
