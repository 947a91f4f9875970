import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { IMPACT, PROPERTIES } from '../../support/service-health/full-event.ts'
import { type ListedEvent, useInstallation } from './installation.ts'

const { health, open, origin, readerOf } = useInstallation(useDatabase())
const EVENTS = 230
let sensitive: string
beforeAll(async () => {
  for (let number = 0; number < EVENTS; number++) {
    const eventType = number % 2 === 0 ? 'ServiceIssue' : 'PlannedMaintenance'
    await health.publish({ trackingId: `E-${number}`, eventType })
  }
  sensitive = await health.publish({
    trackingId: 'SECR-ET1',
    eventType: 'SecurityAdvisory',
    isEventSensitive: true,
    eventTags: ['Action Recommended'],
    impact: IMPACT,
    properties: PROPERTIES,
  })
  await health.revise(sensitive, 'updates', { summary: 'hidden', eventTags: ['x'] })
})

async function collect(events: AsyncIterable<ListedEvent>): Promise<ListedEvent[]> {
  const all: ListedEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe.each([
  ['its default api-version', {}],
  ['api-version 2025-05-01', { apiVersion: '2025-05-01' }],
])('with %s', (_name, options) => {
  test('it lists several pages, each event once', async () => {
    const { eventsOperations } = open('robot', options)
    const pages: number[] = []
    for await (const page of eventsOperations.listBySubscriptionId().byPage()) {
      pages.push(page.length)
    }
    expect(pages).toEqual([100, 100, EVENTS + 1 - 200])
    const names = (await collect(eventsOperations.listBySubscriptionId())).map(({ name }) => name)
    expect([names.length, new Set(names).size]).toEqual([EVENTS + 1, EVENTS + 1])
  })

  test('it lists by filter and from a time, over pages', async () => {
    const { eventsOperations } = open('robot', options)
    const list = (query: object) => collect(eventsOperations.listBySubscriptionId(query))
    const filter = "service eq 'Storage' or region eq 'Moon'"
    expect((await list({ filter })).map(({ name }) => name)).toEqual([sensitive])
    const maintenance = await list({
      filter: "eventType eq 'PlannedMaintenance'",
      queryStartTime: '7/24/2020',
    })
    expect(maintenance).toHaveLength(EVENTS / 2)
    expect(await list({ queryStartTime: '2999-01-01T00:00:00Z' })).toEqual([])
  })

  test('it gets one event', async () => {
    const { eventOperations } = open('guest', options)
    const event = await eventOperations.getBySubscriptionIdAndTrackingId('E-7')
    expect(event).toMatchObject({ name: 'E-7', eventType: 'PlannedMaintenance', status: 'Active' })
    expect(event.lastUpdateTime).toBeInstanceOf(Date)
  })

  test('it fetches the details of a sensitive event, which a list does not have', async () => {
    const { eventOperations, eventsOperations } = open('robot', options)
    const query = { filter: 'eventType eq SecurityAdvisory' }
    const [listed] = await collect(eventsOperations.listBySubscriptionId(query))
    expect([listed?.summary, listed?.description]).toEqual([undefined, undefined])
    const whole = await eventOperations.fetchDetailsBySubscriptionIdAndTrackingId(sensitive)
    const { summary, description } = PROPERTIES
    expect(whole).toMatchObject({ summary, description, isHIR: true, title: PROPERTIES.title })
    expect(whole.impact).toMatchObject([
      { impactedRegions: [{ updates: [{ summary: 'hidden' }] }, {}] },
    ])
  })

  test.each([
    ['a reader who asks for details', 403, 'AuthorizationFailed', 'owners and contributors'],
    ['an event that is not there', 404, 'EventNotFound', 'E-999 does not exist'],
    ['a filter it cannot read', 400, 'InvalidODataQueryOptions', 'position 1'],
    ['a subscription without a role', 404, 'SubscriptionNotFound', 'do not have a role on it'],
  ])('its error carries our code and message: %s', async (what, statusCode, code, message) => {
    const client = open('guest', options, what.includes('role') ? 'sub-z' : 'sub-a')
    const { eventOperations, eventsOperations } = client
    const tries: Record<number, () => Promise<unknown>> = {
      403: () => eventOperations.fetchDetailsBySubscriptionIdAndTrackingId(sensitive),
      404: () => eventOperations.getBySubscriptionIdAndTrackingId('E-999'),
      400: () => collect(eventsOperations.listBySubscriptionId({ filter: 'colour eq red' })),
    }
    const error = await tries[statusCode]?.().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ name: 'RestError', statusCode, code })
    expect((error as Error).message).toContain(message)
  })
})

test('it lists impacted resources, gets one, and lists the operations', async () => {
  await health.revise('E-1', 'impactedResources', {
    add: Array.from({ length: 120 }, (_, number) => ({
      subscriptionId: 'sub-a',
      name: `vm-${number}`,
      targetRegion: number < 110 ? 'westus' : 'eastus',
    })),
  })
  const { impactedResources, operations } = open('guest')
  const filter = "targetRegion eq 'westus'"
  const all = await collect(impactedResources.listBySubscriptionIdAndEventId('E-1', { filter }))
  expect(new Set(all.map(({ name }) => name)).size).toBe(110)
  expect(await impactedResources.get('E-1', 'vm-7')).toMatchObject({ targetRegion: 'westus' })
  const { value } = await operations.list()
  expect(value.map(({ name }) => name)).toContain('Microsoft.ResourceHealth/events/read')
})

test('fields it does not know, over raw HTTP: tags, sub-type, sensitivity, the id of a service', async () => {
  const robot = await readerOf('robot')
  const { body } = await health.fetchDetails(robot, 'sub-a', sensitive)
  expect(body.properties).toMatchObject({
    eventTags: ['Action Recommended', 'x'],
    eventSubType: PROPERTIES.eventSubType,
    isEventSensitive: true,
  })
  const [{ impactedServiceGuid, impactedRegions }] = body.properties.impact
  expect(impactedServiceGuid).toBe(IMPACT[0]?.impactedServiceGuid)
  expect(impactedRegions[0].updates[0].eventTags).toEqual(['x'])
  const { body: list } = await health.list(robot, 'sub-a')
  expect(new URL(list.nextLink).origin).toBe(origin())
})
