import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'

const health = useHealth()
const EVENT = { audience: { kind: 'footprint' }, eventType: 'ServiceIssue' }
const hit = (impactedService: string, ...impactedRegions: string[]) => ({
  impactedService,
  impactedRegions,
})
const publish = (input: object) => health.callAsOperator('POST', '/events', { ...EVENT, ...input })
const reach = (input: object) =>
  health.callAsOperator('POST', '/events/reach', { ...EVENT, ...input })
const countEvents = async () => (await health.callAsOperator('GET', '/events')).body.value.length
const listNames = async (table: 'service' | 'region') => {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name`.execute(health.database.db)
  return rows.map(({ name }) => name)
}

let ada: Reader

describe('while nothing is registered', () => {
  test('names register themselves, and the answer says so', async () => {
    const impact = [hit('Harbour Lights', 'North Quay', 'South Quay')]
    const named = { services: ['Harbour Lights'], regions: ['North Quay', 'South Quay'] }
    expect((await reach({ impact })).body).toMatchObject({ subscriptions: 0, registers: named })
    expect(await listNames('service')).toEqual([])
    const { status, body } = await publish({ impact })
    expect([status, body.registered]).toEqual([201, named])
    const again = await publish({ impact })
    expect([again.status, again.body.registered]).toEqual([201, undefined])
  })
})

test('409: a guid that publishing refuses: of a known service, of another, two of one', async () => {
  const [own, other] = [randomUUID(), randomUUID()]
  const guided = (service: string, impactedServiceGuid?: string) => ({
    ...hit(service, 'North Quay'),
    ...(impactedServiceGuid && { impactedServiceGuid }),
  })
  const allowed = (...impact: object[]) => ({ impact, allowUnknownNames: true })
  expect((await publish(allowed(guided('Foghorns', own)))).status).toBe(201)
  for (const [input, code] of [
    [allowed(guided('foghorns', other)), 'ServiceGuidDiffers'],
    [allowed(guided('Ferries', own)), 'ServiceGuidTaken'],
    [allowed(guided('Ferries', other), guided('Rafts', other)), 'ServiceGuidTaken'],
    [
      allowed(guided('Ferries', other), guided('ferries', own.replace(/^./, '0'))),
      'ServiceGuidDiffers',
    ],
  ] as const) {
    const answers = [await reach(input), await publish(input)]
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [409, code],
      [409, code],
    ])
  }
  for (const guid of [undefined, own.toUpperCase()]) {
    expect((await reach(allowed(guided('FOGHORNS', guid)))).status).toBe(200)
  }
})

describe('400: a name that nothing has', () => {
  test.each([
    ['a service', [hit('Harbor Light', 'North Quay')], 'Harbour Lights'],
    ['a region', [hit('Harbour Lights', 'Nort Quay')], 'North Quay'],
  ])('%s, with the nearest names', async (_kind, impact, nearest) => {
    const [events, services] = [await countEvents(), await listNames('service')]
    const update = `/events/${(await publish({})).body.trackingId}/updates`
    const answers = [
      await publish({ impact }),
      await reach({ impact }),
      await health.callAsOperator('POST', update, { impact }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([400, 'UnknownName'])
      expect(body.error.message).toContain(nearest)
      expect(body.error.message).toContain(
        'Correct the name, or allow unknown names to register it.',
      )
    }
    expect([await countEvents(), await listNames('service')]).toEqual([events + 1, services])
  })

  test('unless it is allowed: then it is registered', async () => {
    const impact = [hit('Sluices', 'Canal')]
    const allowed = { impact, allowUnknownNames: true }
    const named = { services: ['Sluices'], regions: ['Canal'] }
    expect((await reach(allowed)).body.registers).toEqual(named)
    expect((await publish(allowed)).body.registered).toEqual(named)
    expect((await publish({ impact })).status).toBe(201)
    const { trackingId } = (await publish({})).body
    const update = { impact: [hit('Weirs')], allowUnknownNames: true }
    const { status, body } = await health.callAsOperator(
      'POST',
      `/events/${trackingId}/updates`,
      update,
    )
    expect([status, body.registered]).toEqual([200, { services: ['Weirs'], regions: [] }])
    const { body: said } = await health.callAsOperator('GET', `/events/${trackingId}/revisions`)
    expect(JSON.stringify(said)).not.toContain('allowUnknownNames')
  })

  test('a footprint or the catalogue is enough', async () => {
    ada = await health.addReader('ada')
    await health.addSubscription('known', { [ada.id]: 'owner' }, [['Moorings', 'Basin']])
    expect((await publish({ impact: [hit('moorings', 'BASIN')] })).status).toBe(201)
    const entry = { locations: ['Lock Keeper'], resources: [] }
    await health.callAsOperator('PUT', '/quota/providers/Contoso.Gates', entry)
    expect((await publish({ impact: [hit('Gates', 'lockkeeper')] })).status).toBe(201)
  })
})

describe('whom an event would reach', () => {
  const BIG = 10_001
  beforeAll(async () => {
    await health.addSubscription('one', {}, [
      ['Ferries', 'East Pier'],
      ['Ferries', 'West Pier'],
    ])
    await health.addSubscription('two', {}, [['ferries', 'eastpier']])
    await health.addSubscription('three', {}, [['Ferries Express', 'East Pier']])
  })
  const reported = async (input: object) => {
    const { subscriptions, orMore, summary, examples } = (await reach(input)).body
    return [subscriptions, orMore, summary, examples]
  }

  test('by footprint: in one region, in several, in all, each subscription once', async () => {
    const events = await countEvents()
    const both = ['one', 'two']
    const east = { impact: [hit('Ferries', 'East Pier')] }
    expect(await reported(east)).toEqual([2, false, '2 subscriptions', both])
    const west = { impact: [hit('Ferries', 'West Pier')] }
    expect(await reported(west)).toEqual([1, false, '1 subscription', ['one']])
    const piers = { impact: [hit('Ferries', 'West Pier', 'East Pier')] }
    expect((await reported(piers))[0]).toBe(2)
    expect(await reported({ impact: [hit('Ferries')] })).toEqual([
      2,
      false,
      '2 subscriptions',
      both,
    ])
    expect(await countEvents()).toBe(events)
  })

  test('by name, and 404 for one that is not there', async () => {
    const named = (...subscriptions: string[]) => ({
      audience: { kind: 'subscriptions', subscriptions },
    })
    expect((await reported(named('one', 'ONE', 'two')))[0]).toBe(2)
    expect((await reach(named('none-such'))).status).toBe(404)
  })

  test('10,000 or more, in bounded time', async () => {
    const { db } = health.database
    const { tenantId } = await health.addSubscription('tenant', {})
    await sql`insert into subscription (id, organization_id, display_name, created_at, updated_at)
              select 'many-' || n, ${tenantId}, 'Many', now(), now()
                from generate_series(1, ${BIG}::int) n`.execute(db)
    await sql`insert into footprint (subscription_id, key, service, region)
              select 'many-' || n, 'service:tugs@quay' || q, 'Tugs', 'Quay ' || q
                from generate_series(1, ${BIG}::int) n, generate_series(1, 5) q`.execute(db)
    await sql`analyze subscription, footprint`.execute(db)
    const tugs = { allowUnknownNames: true, impact: [hit('Tugs', 'Quay 1', 'Quay 2')] }
    const all = { allowUnknownNames: true, impact: [hit('Tugs')] }
    for (const input of [{ audience: { kind: 'everyone' } }, tugs, all]) {
      const startedAt = performance.now()
      const [subscriptions, orMore, summary] = await reported(input)
      expect([subscriptions, orMore]).toEqual([10_000, true])
      expect(summary).toBe('10,000 or more subscriptions')
      expect(performance.now() - startedAt).toBeLessThan(30_000)
    }
    await sql`delete from footprint where subscription_id = 'many-7'`.execute(db)
    expect((await reported(all)).slice(0, 3)).toEqual([10_000, false, '10,000 subscriptions'])
  }, 240_000)
})
