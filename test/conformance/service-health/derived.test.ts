import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../support/http/service-health.ts'
import { signer } from '../../support/http/signer.ts'
import { IMPACT } from '../../support/service-health/full-event.ts'
import { health } from '../management.ts'
import { callAsOperator, installation, prepare, unique } from '../world.ts'

const SUB_A = unique('sub-a')
const TRACKING_ID = unique('BC_1').toUpperCase()

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
let ada: Reader
let tenantId: string
let operator: string
beforeAll(async () => {
  operator = (await prepare(callAsOperator('GET', '/v0.1/user'))).name
  ada = await health.addReader('ada')
  const made = await health.addSubscription(SUB_A, { [ada.id]: 'owner' }, [['Storage', 'West US']])
  tenantId = made.tenantId
})
const read = async (id: string) => (await health.get(ada, SUB_A, id)).body
const propertiesOf = async (id: string) => (await read(id)).properties

describe('what an event is called', () => {
  test('B33: id is the fully qualified resource id', async () => {
    const id = await health.publish({ trackingId: TRACKING_ID })
    expect((await read(id)).id).toBe(`/providers/Microsoft.ResourceHealth/events/${TRACKING_ID}`)
  })

  test('B34: name is the tracking id, given or made', async () => {
    expect((await read(TRACKING_ID.toLowerCase())).name).toBe(TRACKING_ID)
    const made = await health.publish()
    expect(made).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{5}$/)
    expect((await read(made)).name).toBe(made)
  })

  test('B35: type is the resource type', async () => {
    expect((await read(TRACKING_ID)).type).toBe('/providers/Microsoft.ResourceHealth/events')
  })

  test('a taken tracking id is refused', async () => {
    const event = {
      trackingId: TRACKING_ID.toLowerCase(),
      audience: { kind: 'everyone' },
      eventType: 'RCA',
    }
    const { status, body } = await health.callAsOperator('POST', '/events', event)
    expect([status, body.error.code]).toEqual([409, 'EventExists'])
  })
})

describe('who made and changed it', () => {
  test('B36: systemData tells when and by whom the event was created and modified', async () => {
    const { systemData } = await read(await health.publish())
    expect(Object.keys(systemData).sort()).toEqual([
      'createdAt',
      'createdBy',
      'createdByType',
      'lastModifiedAt',
      'lastModifiedBy',
      'lastModifiedByType',
    ])
  })

  test('B112: createdAt is a time in UTC and stays', async () => {
    const id = await health.publish()
    const { createdAt } = (await read(id)).systemData
    expect(createdAt).toMatch(TIME)
    await health.revise(id, 'updates', { summary: 'more' })
    expect((await read(id)).systemData.createdAt).toBe(createdAt)
  })

  test('B113: createdBy is a string', async () => {
    expect((await read(await health.publish())).systemData.createdBy).toBe(operator)
  })

  test('B114: createdByType is User for a person, and what an import says', async () => {
    expect((await read(await health.publish())).systemData.createdByType).toBe('User')
    for (const createdByType of ['User', 'Application', 'ManagedIdentity', 'Key']) {
      const imported = {
        createdBy: 'before',
        createdByType,
        createdAt: '2026-11-01T02:00:00+02:00',
      }
      const { systemData } = await read(await health.publish({ imported }))
      expect(systemData).toMatchObject({ ...imported, createdAt: '2026-11-01T00:00:00.000Z' })
    }
    const imported = { createdBy: 'x', createdByType: 'Robot', createdAt: '2026-11-01T00:00:00Z' }
    const event = { audience: { kind: 'everyone' }, eventType: 'RCA', imported }
    expect((await health.callAsOperator('POST', '/events', event)).status).toBe(400)
  })

  test('B115: lastModifiedAt is a time in UTC and moves with each change', async () => {
    const id = await health.publish()
    const before = (await read(id)).systemData.lastModifiedAt
    expect(before).toMatch(TIME)
    await health.revise(id, 'updates', { summary: 'more' })
    expect((await read(id)).systemData.lastModifiedAt > before).toBe(true)
  })

  test('B116: lastModifiedBy is a string', async () => {
    expect((await read(await health.publish())).systemData.lastModifiedBy).toBe(operator)
  })

  test('B117: lastModifiedByType tells who changed it last: User or Application, of four', async () => {
    const imported = { createdBy: 'x', createdByType: 'Key', createdAt: '2026-11-01T00:00:00Z' }
    const id = await health.publish({ imported })
    const typesOf = async () => {
      const { systemData } = await read(id)
      return [systemData.createdByType, systemData.lastModifiedByType, systemData.lastModifiedBy]
    }
    expect(await typesOf()).toEqual(['Key', 'User', operator])
    const robot = { id: unique('robot'), display_name: 'Robot', flows: ['client-credentials'] }
    const { client_secret } = await prepare(health.callAsOperator('POST', '/clients', robot))
    await health.callAsOperator('PATCH', `/clients/${robot.id}`, { is_operator: true })
    const { origin, url } = installation
    const bearer = await signer(origin, [url]).service(robot.id, client_secret)
    const update = { summary: 'Found by a program.' }
    const by = { Authorization: `Bearer ${bearer}` }
    expect((await health.callAsOperator('POST', `/events/${id}/updates`, update, by)).status).toBe(
      200,
    )
    expect(await typesOf()).toEqual(['Key', 'Application', robot.id])
    await health.revise(id, 'updates', { summary: 'Confirmed by a person.' })
    expect(await typesOf()).toEqual(['Key', 'User', operator])
    const document = (await health.askRaw(undefined, '/openapi/service-health.json')).body
    const { lastModifiedByType } = document.components.schemas.SystemData.properties
    expect(lastModifiedByType.enum).toEqual(['User', 'Application', 'ManagedIdentity', 'Key'])
  })
})

describe('impact', () => {
  const regionsOf = async (id: string) => (await propertiesOf(id)).impact[0].impactedRegions

  test('B55: impact is an array of the services impacted', async () => {
    const { impact } = await propertiesOf(await health.publish({ impact: IMPACT }))
    expect(impact).toHaveLength(1)
    expect((await propertiesOf(await health.publish())).impact).toEqual([])
  })

  test('B95: impactedService is a string', async () => {
    const { impact } = await propertiesOf(await health.publish({ impact: IMPACT }))
    expect(impact[0].impactedService).toBe('Storage')
  })

  test('B96: impactedServiceGuid identifies the service and stays the same for ever', async () => {
    const guidOf = async (impact: object) =>
      (await propertiesOf(await health.publish({ impact: [impact] }))).impact[0].impactedServiceGuid
    const [storage] = IMPACT
    const first = await health.publish({ impact: IMPACT })
    expect(await guidOf({ impactedService: 'storage' })).toBe(storage?.impactedServiceGuid)
    const one = await guidOf({ impactedService: 'Virtual Machines', impactedRegions: ['A'] })
    expect(one).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
    expect(await guidOf({ impactedService: ' virtual MACHINES' })).toBe(one)
    expect(one).not.toBe(storage?.impactedServiceGuid)
    const state = (impactedService: string, impactedServiceGuid: string) =>
      health.callAsOperator('POST', '/events', {
        audience: { kind: 'everyone' },
        eventType: 'RCA',
        impact: [{ impactedService, impactedServiceGuid }],
      })
    const other = '2e5a3b0f-8d43-4c5b-9a37-2f64f6a0c9d1'
    expect((await state('Storage', other)).status).toBe(409)
    expect((await state('Virtual Machines', storage?.impactedServiceGuid ?? '')).status).toBe(409)
    expect((await state('Storage', 'no guid')).status).toBe(400)
    const { impact } = await propertiesOf(first)
    expect(impact[0].impactedServiceGuid).toBe(storage?.impactedServiceGuid)
  })

  test('B97: impactedRegions is an array', async () => {
    expect(await regionsOf(await health.publish({ impact: IMPACT }))).toHaveLength(2)
  })

  test('B98: impactedRegion is a string', async () => {
    const regions = await regionsOf(await health.publish({ impact: IMPACT }))
    expect(regions.map((region: { impactedRegion: string }) => region.impactedRegion)).toEqual([
      'West US',
      'East US',
    ])
  })

  test('B99: impactedSubscriptions holds the caller’s own, where it is hit', async () => {
    const input = { impact: IMPACT, audience: { kind: 'footprint' } }
    const regions = await regionsOf(await health.publish(input))
    expect(regions[0].impactedSubscriptions).toEqual([SUB_A])
    expect(regions[1].impactedSubscriptions).toEqual([])
  })

  test('B100: impactedTenants holds the caller’s own, where it is hit', async () => {
    const input = { impact: IMPACT, audience: { kind: 'footprint' } }
    const regions = await regionsOf(await health.publish(input))
    expect(regions[0].impactedTenants).toEqual([tenantId])
    expect(regions[1].impactedTenants).toEqual([])
  })

  test('B101: the lastUpdateTime of a region moves with what is said of that region', async () => {
    const id = await health.publish({ impact: IMPACT })
    const before = await regionsOf(id)
    expect(before[0].lastUpdateTime).toMatch(TIME)
    const where = [{ impactedService: 'storage', impactedRegion: 'west us' }]
    await health.revise(id, 'updates', { summary: 'in the west', where })
    const after = await regionsOf(id)
    expect(after[0].lastUpdateTime > before[0].lastUpdateTime).toBe(true)
    expect(after[1].lastUpdateTime).toBe(before[1].lastUpdateTime)
  })

  test('B102: the status of a region is its own', async () => {
    const id = await health.publish({ impact: IMPACT })
    const where = [{ impactedService: 'Storage', impactedRegion: 'West US' }]
    await health.revise(id, 'resolve', { where })
    const statuses = (await regionsOf(id)).map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['Resolved', 'Active'])
    expect((await propertiesOf(id)).status).toBe('Active')
  })

  test('B103: updates is an array of what was said, in that order', async () => {
    const id = await health.publish({ impact: IMPACT })
    for (const summary of ['one', 'two']) await health.revise(id, 'updates', { summary })
    const [{ updates }] = await regionsOf(id)
    expect(updates.map(({ summary }: { summary: string }) => summary)).toEqual(['one', 'two'])
  })

  test('B118: the summary of an update is a string', async () => {
    const id = await health.publish({ impact: IMPACT })
    await health.revise(id, 'updates', { summary: 'We are on it.' })
    expect((await regionsOf(id))[0].updates[0].summary).toBe('We are on it.')
    const wrong = await health.callAsOperator('POST', `/events/${id}/updates`, { summary: 7 })
    expect(wrong.status).toBe(400)
  })

  test('B119: updateDateTime is a date-time', async () => {
    const id = await health.publish({ impact: IMPACT })
    await health.revise(id, 'updates', { summary: 'x' })
    expect((await regionsOf(id))[0].updates[0].updateDateTime).toMatch(TIME)
  })

  test('B120: the eventTags of an update is an array of strings', async () => {
    const id = await health.publish({ impact: IMPACT })
    await health.revise(id, 'updates', { summary: 'x', eventTags: ['Action Recommended', 'ours'] })
    const [{ updates }] = await regionsOf(id)
    expect(updates[0].eventTags).toEqual(['Action Recommended', 'ours'])
    expect((await propertiesOf(id)).eventTags).toEqual(['Action Recommended', 'ours'])
  })
})
