import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../support/http/service-health.ts'
import { valueAt } from '../../support/service-health/full-event.ts'
import { health } from '../management.ts'
import { readDocument, unique } from '../world.ts'

const SUB_A = unique('sub-a')

let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(SUB_A, { [ada.id]: 'reader' })
})

const TYPES =
  'ServiceIssue PlannedMaintenance HealthAdvisory RCA EmergingIssues SecurityAdvisory Billing'
const SUB_TYPES =
  'Retirement ForeignExchangeRateChange Underbilling Overbilling PriceChanges TaxChanges MeterIDChanges UnauthorizedPartyAbuse'

type Input = (value: string) => object
const property =
  (name: string): Input =>
  (value) => ({ properties: { [name]: value } })

describe.each<[string, string, string, Input]>([
  [
    'B121: EventLevelValues',
    'eventLevel',
    'Critical Error Warning Informational',
    property('eventLevel'),
  ],
  [
    'B122: EventSourceValues',
    'eventSource',
    'ResourceHealth ServiceHealth',
    property('eventSource'),
  ],
  ['B124: EventSubTypeValues', 'eventSubType', SUB_TYPES, property('eventSubType')],
  ['B125: EventTypeValues', 'eventType', TYPES, (eventType) => ({ eventType })],
  ['B126: LevelValues', 'level', 'Critical Warning', property('level')],
  [
    'B127: LinkTypeValues',
    'links.0.type',
    'Button Hyperlink',
    (type) => ({ properties: { links: [{ type }] } }),
  ],
])('%s', (_clause, path, values, input) => {
  test.each(values.split(' '))('%s is published and read back', async (value) => {
    const id = await health.publish(input(value))
    const { body } = await health.get(ada, SUB_A, id)
    expect(valueAt(body.properties, path)).toBe(value)
  })

  test('there are no others, in no other case', async () => {
    const first = values.split(' ')[0] ?? ''
    for (const value of ['Unknown', '', first.toLowerCase(), `${first} `]) {
      const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', ...input(value) }
      expect([value, (await health.callAsOperator('POST', '/events', event)).status]).toEqual([
        value,
        400,
      ])
    }
  })
})

test('B123: EventStatusValues: an event is Active, and Resolved once it is', async () => {
  const id = await health.publish()
  const status = async () => (await health.get(ada, SUB_A, id)).body.properties.status
  expect(await status()).toBe('Active')
  await health.revise(id, 'resolve')
  expect(await status()).toBe('Resolved')
})

test('every enumeration stands in the document as it is', async () => {
  const { schemas } = (await readDocument('service-health')).components
  const { eventType, eventSubType, eventLevel, level, status, eventSource } =
    schemas.EventProperties.properties
  expect(eventType.enum.join(' ')).toBe(TYPES)
  expect(eventSubType.enum.join(' ')).toBe(SUB_TYPES)
  expect(eventLevel.enum.join(' ')).toBe('Critical Error Warning Informational')
  expect([level.enum, status.enum, eventSource.enum]).toEqual([
    ['Critical', 'Warning'],
    ['Active', 'Resolved'],
    ['ResourceHealth', 'ServiceHealth'],
  ])
  const makers = ['User', 'Application', 'ManagedIdentity', 'Key']
  const { createdByType, lastModifiedByType } = schemas.SystemData.properties
  expect([createdByType.enum, lastModifiedByType.enum]).toEqual([makers, makers])
})
