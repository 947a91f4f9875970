import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForWaiters } from '../../../../../test/support/database/locks.ts'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'
import { fillCatalogue } from '../../../../processes/load-catalogue.ts'

const health = useHealth()
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('sub-a', { [ada.id]: 'owner' })
})

const publish = (impactedService: string, impactedServiceGuid?: string) =>
  health.callAsOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'ServiceIssue',
    allowUnknownNames: true,
    impact: [{ impactedService, ...(impactedServiceGuid && { impactedServiceGuid }) }],
  })
type Answer = Awaited<ReturnType<typeof publish>>
const guidIn = ({ body }: Answer) => body.event.properties.impact[0].impactedServiceGuid
const findService = async (name: string) => {
  const { rows } = await sql<{ guid: string; display_names: string[] }>`
    select guid, display_names from service where name = ${name}`.execute(health.database.db)
  return rows[0]
}

describe('the guid of a service', () => {
  test('is the first one published, however the service is spelt later', async () => {
    const guid = randomUUID()
    expect(guidIn(await publish('Tide Gauges', guid))).toBe(guid)
    expect(guidIn(await publish(' TIDE GAUGES'))).toBe(guid)
    expect(guidIn(await publish('tide gauges', guid.toUpperCase()))).toBe(guid)
    expect(await findService('tide gauges')).toEqual({
      guid,
      display_names: ['Tide Gauges', 'TIDE GAUGES', 'tide gauges'],
    })
  })

  test('409: another one, in a new event and in an update', async () => {
    const guid = guidIn(await publish('Buoys'))
    const other = await publish('Buoys', randomUUID())
    expect([other.status, other.body.error.code]).toEqual([409, 'ServiceGuidDiffers'])
    expect(other.body.error.message).toContain(guid)
    const { body } = await publish('Beacons')
    const impact = [{ impactedService: 'buoys', impactedServiceGuid: randomUUID() }]
    const update = await health.callAsOperator('POST', `/events/${body.trackingId}/updates`, {
      impact,
    })
    expect([update.status, update.body.error.code]).toEqual([409, 'ServiceGuidDiffers'])
  })

  test('is one when two events name the service first at the same time: the second waits', async () => {
    const { db } = health.database
    const guid = randomUUID()
    let pending: Promise<Answer>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`insert into service (name, guid, is_published, display_names)
                values ('locks', ${guid}, true, '{Locks}')`.execute(trx)
      pending = [publish('Locks'), publish('locks'), publish('Locks', randomUUID())]
      await waitForWaiters(db, 3)
    })
    const [one, two, other] = await Promise.all(pending)
    expect([one, two].map((answer) => answer && guidIn(answer))).toEqual([guid, guid])
    expect([other?.status, other?.body.error?.code]).toEqual([409, 'ServiceGuidDiffers'])
  })

  test('is told in every answer, also of an event that was kept with another one', async () => {
    const { body } = await publish('Lights')
    const guid = body.event.properties.impact[0].impactedServiceGuid
    const id: string = body.trackingId
    await sql`update event set record = jsonb_set(record, '{properties,impact,0,impactedServiceGuid}',
                                                  to_jsonb(${randomUUID()}::text))
               where tracking_id = ${id}`.execute(health.database.db)
    const listed = (await health.list(ada, 'sub-a')).body.value
    const answers = [
      listed.find(({ name }: { name: string }) => name === id),
      (await health.get(ada, 'sub-a', id)).body,
      (await health.fetchDetails(ada, 'sub-a', id)).body,
      (await health.callAsOperator('GET', `/events/${id}`)).body.event,
      (await health.callAsOperator('POST', `/events/${id}/updates`, { summary: 'More.' })).body
        .event,
    ]
    const reported = answers.map(({ properties }) => properties.impact[0].impactedServiceGuid)
    expect(reported).toEqual([guid, guid, guid, guid, guid])
  })

  test('can be chosen until an event has told it', async () => {
    const value = [{ service: 'Slipways', region: 'North Quay' }]
    await health.callAsOperator('PUT', '/subscriptions/sub-a/footprint', { value })
    const guid = randomUUID()
    expect(guidIn(await publish('slipways', guid))).toBe(guid)
    expect((await publish('Slipways', randomUUID())).status).toBe(409)
  })
})

describe('services and regions are registered', () => {
  const listRegions = async () => {
    const { rows } = await sql<{ name: string }>`select name from region`.execute(
      health.database.db,
    )
    return rows.map(({ name }) => name)
  }

  test('by a footprint', async () => {
    const add = [{ service: 'Dry Docks', region: 'South Quay' }]
    await health.callAsOperator('PATCH', '/subscriptions/sub-a/footprint', { add })
    expect(await findService('dry docks')).toMatchObject({ display_names: ['Dry Docks'] })
    expect(await listRegions()).toContain('southquay')
  })

  test('by an operator who sets a provider of the quota catalogue', async () => {
    const body = { locations: ['Outer Harbour'], resources: [] }
    await health.callAsOperator('PUT', '/quota/providers/Contoso.Cranes', body)
    expect(await findService('cranes')).toMatchObject({ display_names: ['Cranes'] })
    expect(await listRegions()).toContain('outerharbour')
  })

  test('by load-catalogue, once', async () => {
    await fillCatalogue(health.database.db, 'Microsoft')
    const before = await findService('storage')
    expect(before?.guid).toMatch(/^[0-9a-f-]{36}$/)
    await fillCatalogue(health.database.db, 'Microsoft')
    expect(await findService('storage')).toEqual(before)
    expect(await listRegions()).toEqual(expect.arrayContaining(['eastus', 'westus']))
  })
})
