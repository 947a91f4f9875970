import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../support/http/service-health.ts'
import { IMPACT } from '../../support/service-health/full-event.ts'
import { health } from '../management.ts'
import { readDocument, unique } from '../world.ts'

const SUB_A = unique('sub-a')

let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(SUB_A, { [ada.id]: 'owner' })
})
const propertiesOf = async (id: string) => (await health.get(ada, SUB_A, id)).body.properties
const publish = async (input: object = {}) => propertiesOf(await health.publish(input))

const TYPES = ['ServiceIssue', 'PlannedMaintenance', 'HealthAdvisory', 'RCA', 'EmergingIssues']
TYPES.push('SecurityAdvisory', 'Billing')
const LEVELS = ['Critical', 'Error', 'Warning', 'Informational']

describe('priority', () => {
  const priorityOf = async (eventType: string, eventLevel: string, isOver = false) => {
    const id = await health.publish({ eventType, properties: { eventLevel } })
    if (isOver) await health.revise(id, 'resolve')
    return (await propertiesOf(id)).priority as number
  }

  test('B67: priority is an integer, that of the event as it is now, alone and in the list', async () => {
    const input = { eventType: 'HealthAdvisory', properties: { eventLevel: 'Error' } }
    const id = await health.publish(input)
    const read = async () => {
      const listed = (await health.walk(ada, SUB_A)).flatMap(({ body }) => body.value)
      const one = listed.find(({ name }: { name: string }) => name === id)
      return [(await propertiesOf(id)).priority, one.properties.priority]
    }
    expect(await read()).toEqual([9, 9])
    await health.revise(id, 'resolve')
    expect(await read()).toEqual([21, 21])
  })

  test('B73: it lies between 0 and 23', async () => {
    const seen = new Set<number>()
    for (const type of TYPES)
      for (const level of LEVELS)
        for (const isOver of [false, true]) seen.add(await priorityOf(type, level, isOver))
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i))
  })

  test('B74: 0 is the highest', async () => {
    expect(await priorityOf('ServiceIssue', 'Critical')).toBe(0)
    expect(await priorityOf('ServiceIssue', 'Warning')).toBe(2)
    expect(await priorityOf('Billing', 'Informational', true)).toBe(23)
  })

  test('B75: a service issue ranks above a planned maintenance', async () => {
    const lowest = await priorityOf('ServiceIssue', 'Informational')
    expect(lowest).toBeLessThan(await priorityOf('PlannedMaintenance', 'Critical'))
  })

  test('B76: a planned maintenance ranks above a health advisory', async () => {
    const lowest = await priorityOf('PlannedMaintenance', 'Informational')
    expect(lowest).toBeLessThan(await priorityOf('HealthAdvisory', 'Critical'))
  })

  test('B77: Critical ranks above Error, Warning and Informational', async () => {
    const ranks = []
    for (const level of LEVELS) ranks.push(await priorityOf('HealthAdvisory', level))
    expect(ranks).toEqual([8, 9, 10, 11])
  })

  test('B78: an active event ranks above a resolved one', async () => {
    const active = await priorityOf('Billing', 'Informational')
    expect(active).toBeLessThan(await priorityOf('ServiceIssue', 'Critical', true))
  })
})

describe('status', () => {
  test('B70: status is the one the event has now', async () => {
    const id = await health.publish({ impact: IMPACT })
    const seen = [(await propertiesOf(id)).status]
    for (const way of ['resolve', 'reopen']) {
      await health.revise(id, way)
      seen.push((await propertiesOf(id)).status)
    }
    expect(seen).toEqual(['Active', 'Resolved', 'Active'])
  })

  test('B133: an event is Active or Resolved; with regions it is over when all of them are', async () => {
    const id = await health.publish({ impact: IMPACT })
    const serviceRegion = (impactedRegion: string) => ({
      impactedService: 'Storage',
      impactedRegion,
    })
    await health.revise(id, 'resolve', { where: [serviceRegion('West US')] })
    const half = await propertiesOf(id)
    expect([half.status, half.impactMitigationTime]).toEqual(['Active', undefined])
    await health.revise(id, 'resolve', { where: [serviceRegion('East US')] })
    const over = await propertiesOf(id)
    expect([over.status, over.impactMitigationTime]).toEqual(['Resolved', over.lastUpdateTime])
    await health.revise(id, 'reopen', { where: [serviceRegion('East US')], summary: 'it is back' })
    const again = await propertiesOf(id)
    expect([again.status, again.impactMitigationTime]).toEqual(['Active', undefined])
    const kinds = (await health.callAsOperator('GET', `/events/${id}/revisions`)).body.value.map(
      ({ change }: { change: { kind: string } }) => change.kind,
    )
    expect(kinds).toEqual(['create', 'resolve', 'resolve', 'reopen'])
  })

  test('what is over cannot be resolved, what is active cannot be reopened, elsewhere is nowhere', async () => {
    const id = await health.publish({ impact: IMPACT })
    const code = async (way: string, body = {}) => {
      const answer = await health.callAsOperator('POST', `/events/${id}/${way}`, body)
      return [answer.status, answer.body.error?.code]
    }
    expect(await code('reopen')).toEqual([409, 'EventActive'])
    await health.revise(id, 'resolve', { impactMitigationTime: '2026-11-14T12:00:00+02:00' })
    expect((await propertiesOf(id)).impactMitigationTime).toBe('2026-11-14T10:00:00.000Z')
    expect(await code('resolve')).toEqual([409, 'EventResolved'])
    const where = [{ impactedService: 'Storage', impactedRegion: 'Mars' }]
    expect(await code('updates', { where })).toEqual([400, 'PlaceNotImpacted'])
  })

  test('B50: eventType is the type of the event', async () => {
    expect((await publish({ eventType: 'RCA' })).eventType).toBe('RCA')
  })

  test('B59: isEventSensitive is a boolean', async () => {
    expect((await publish()).isEventSensitive).toBe(false)
    expect((await publish({ isEventSensitive: true })).isEventSensitive).toBe(true)
  })

  test('B61: lastUpdateTime is the time of the latest update', async () => {
    const id = await health.publish()
    const before = (await propertiesOf(id)).lastUpdateTime
    await health.revise(id, 'updates', { summary: 'more' })
    const after = await propertiesOf(id)
    expect(new Date(after.lastUpdateTime) > new Date(before)).toBe(true)
    expect(after.summary).toBe('more')
  })
})

const { schemas } = (await readDocument('service-health')).components

describe('tags', () => {
  const { description } = schemas.EventProperties.properties.eventTags

  test('B49: eventTags is an array of strings, and any tag is passed on', async () => {
    expect((await publish({ eventTags: ['Ours', 'Ours', 'x'] })).eventTags).toEqual(['Ours', 'x'])
  })

  test('B128: Action Recommended is carried, and the document says what it means', async () => {
    const { eventTags } = await publish({ eventTags: ['Action Recommended'] })
    expect(eventTags).toEqual(['Action Recommended'])
    expect(description).toMatch(/Action Recommended.*prevent disruption or to lessen a risk/)
  })

  test('B129: Action Recommended comes with the advice to assess the action and its impact', async () => {
    expect(description).toContain('Assess the action and its impact')
    const recommendedActions = { message: 'Do', actions: [{ actionText: 'Assess it.' }] }
    const input = { eventTags: ['Action Recommended'], properties: { recommendedActions } }
    expect((await publish(input)).recommendedActions).toEqual(recommendedActions)
  })

  test('B130: False Positive is set by marking an event as one', async () => {
    const id = await health.publish({ impact: IMPACT })
    await health.revise(id, 'false-positive', { summary: 'It was the monitor.' })
    const { eventTags, impact } = await propertiesOf(id)
    expect(eventTags).toEqual(['False Positive'])
    expect(impact[0].impactedRegions[0].updates[0].eventTags).toEqual(['False Positive'])
  })

  test('B131: Preliminary PIR is set by attaching a preliminary review', async () => {
    const id = await health.publish()
    await health.revise(id, 'reviews', { stage: 'preliminary', description: 'So far we know' })
    const { eventTags, description } = await propertiesOf(id)
    expect([eventTags, description]).toEqual([['Preliminary PIR'], 'So far we know'])
  })

  test('B132: Final PIR is set by attaching a final review', async () => {
    const id = await health.publish()
    await health.revise(id, 'reviews', { stage: 'preliminary', description: 'So far' })
    await health.revise(id, 'reviews', { stage: 'final', description: 'The cause' })
    const { eventTags, description } = await propertiesOf(id)
    expect([eventTags, description]).toEqual([['Preliminary PIR', 'Final PIR'], 'The cause'])
  })
})
