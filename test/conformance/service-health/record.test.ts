import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../support/http/schema-check.ts'
import type { Reader } from '../../support/http/service-health.ts'
import {
  IMPACT,
  PROPERTIES,
  propertiesWith,
  valueAt,
} from '../../support/service-health/full-event.ts'
import { health } from '../management.ts'
import { readDocument, unique } from '../world.ts'

const SUB_A = unique('sub-a')

const misfit = useDeclaredSchemas('openapi/service-health.json')
let ada: Reader
let record: unknown
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(SUB_A, { [ada.id]: 'reader' })
  const id = await health.publish({ impact: IMPACT, properties: PROPERTIES })
  const { body } = await health.list(ada, SUB_A, { $filter: `trackingId eq '${id}'` })
  record = body.value[0]
})

/** What is sent reaches the reader unchanged; a value of another type is refused. */
describe.each([
  ['B37: additionalInformation is an object', 'additionalInformation', 'text'],
  ['B38: additionalInformation.message is a string', 'additionalInformation.message', 7],
  ['B39: article is an Article', 'article', 'text'],
  ['B40: billingId is a string', 'billingId', 7],
  ['B42: description is a string', 'description', 7],
  ['B44: enableChatWithUs is a boolean', 'enableChatWithUs', 'true'],
  ['B45: enableMicrosoftSupport is a boolean', 'enableMicrosoftSupport', 1],
  ['B46: eventLevel is one of EventLevelValues', 'eventLevel', 'warning'],
  ['B47: eventSource is one of EventSourceValues', 'eventSource', 'Other'],
  ['B48: eventSubType is one of EventSubTypeValues', 'eventSubType', 'Other'],
  ['B51: externalIncidentId is a string', 'externalIncidentId', 7],
  ['B52: faqs is an array of faq', 'faqs', {}],
  ['B53: header is a string', 'header', 7],
  ['B54: hirStage is a string', 'hirStage', 7],
  ['B56: impactMitigationTime is a date-time', 'impactMitigationTime', '11/14/2026'],
  ['B57: impactStartTime is a date-time', 'impactStartTime', 'yesterday'],
  ['B58: impactType is a string', 'impactType', 7],
  ['B60: isHIR is a boolean', 'isHIR', 'true'],
  ['B62: level is one of LevelValues', 'level', 'Error'],
  ['B63: links is an array of link', 'links', {}],
  ['B64: newRate is a number', 'newRate', '1.25'],
  ['B65: oldRate is a number', 'oldRate', '0.75'],
  ['B66: platformInitiated is a boolean', 'platformInitiated', 'true'],
  ['B68: reason is a string', 'reason', 7],
  ['B69: recommendedActions is a RecommendedActions', 'recommendedActions', []],
  ['B71: summary is a string', 'summary', 7],
  ['B72: title is a string', 'title', 7],
  ['B85: Actions.actionText is a string', 'recommendedActions.actions.0.actionText', 7],
  ['B86: Actions.groupId is an integer of 32 bits', 'recommendedActions.actions.0.groupId', 0.5],
  ['B87: Article.articleContent is a string', 'article.articleContent', 7],
  ['B88: Article.articleId is a string', 'article.articleId', 7],
  ['B89: Article.parameters is an object of names and values', 'article.parameters', 'x'],
  ['B90: DisplayText.value is a string', 'links.0.displayText.value', 7],
  ['B91: DisplayText.localizedValue is a string', 'links.0.displayText.localizedValue', 7],
  ['B92: faq.question is a string', 'faqs.0.question', 7],
  ['B93: faq.answer is a string', 'faqs.0.answer', 7],
  ['B94: faq.localeCode is a string', 'faqs.0.localeCode', 7],
  ['B104: link.type is one of LinkTypeValues', 'links.0.type', 'Link'],
  ['B105: link.displayText is a DisplayText', 'links.0.displayText', 'text'],
  ['B106: link.extensionName is a string', 'links.0.extensionName', 7],
  ['B107: link.bladeName is a string', 'links.0.bladeName', 7],
  ['B108: link.parameters is an object of names and values', 'links.0.parameters', 'x'],
  ['B109: RecommendedActions.message is a string', 'recommendedActions.message', 7],
  ['B110: RecommendedActions.actions is an array of Actions', 'recommendedActions.actions', {}],
  ['B111: RecommendedActions.localeCode is a string', 'recommendedActions.localeCode', 7],
])('%s', (_clause, path, wrong) => {
  test('it is read as it was sent', () => {
    const sent = valueAt(PROPERTIES, path)
    expect(sent).toBeDefined()
    expect(valueAt(record, `properties.${path}`)).toEqual(sent)
  })

  test('another type is refused', async () => {
    const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
    const publish = (properties: object) =>
      health.callAsOperator('POST', '/events', { ...event, properties })
    const { status, body } = await publish(propertiesWith(path, wrong))
    expect([status, body.error.code]).toEqual([400, expect.any(String)])
  })
})

const publishWith = (properties: object) =>
  health.callAsOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'Billing',
    properties,
  })
const statusOf = async (properties: object) => (await publishWith(properties)).status
const readProperties = async (properties: object) => {
  const { body } = await publishWith(properties)
  return (await health.get(ada, SUB_A, body.trackingId)).body.properties
}

test('B41: currencyType is a currency code', async () => {
  for (const currencyType of ['EUR', 'USD', 'XTS']) {
    expect(await readProperties({ currencyType })).toMatchObject({ currencyType })
  }
  for (const currencyType of [7, '', 'eur', 'Euro', '€', 'EU', 'EURO', ' EUR']) {
    expect([currencyType, await statusOf({ currencyType })]).toEqual([currencyType, 400])
  }
})

test('B43: duration is a whole number of seconds in 32 bits', async () => {
  for (const duration of [0, 3600, 2 ** 31 - 1]) {
    expect(await readProperties({ duration })).toMatchObject({ duration })
  }
  for (const duration of [2 ** 31, -1, 0.5, '3600', 'PT1H', true]) {
    expect([duration, await statusOf({ duration })]).toEqual([duration, 400])
  }
  const document = await readDocument('service-health')
  const { duration } = document.components.schemas.EventProperties.properties
  expect(duration).toMatchObject({ type: 'integer', description: 'In seconds.' })
})

test('the record is what the document declares, and holds nothing else', async () => {
  const list = await health.list(ada, SUB_A)
  expect(misfit('listEvents', list.status, list.body)).toBeUndefined()
  const known = [...Object.keys(PROPERTIES), 'eventTags', 'eventType', 'impact', 'isEventSensitive']
  known.push('lastUpdateTime', 'priority', 'status')
  expect(Object.keys(valueAt(record, 'properties') as object).sort()).toEqual(known.sort())
  expect(Object.keys(record as object)).toEqual(['id', 'name', 'type', 'systemData', 'properties'])
})

test('what was not sent is left out', async () => {
  const id = await health.publish()
  const { body } = await health.get(ada, SUB_A, id)
  expect(Object.keys(body.properties).sort()).toEqual(
    ['eventTags', 'eventType', 'impact', 'isEventSensitive', 'lastUpdateTime', 'priority'].concat(
      'status',
    ),
  )
})

test('a misspelt name is refused, and nothing is published', async () => {
  const trackingId = unique('NONE').toUpperCase()
  const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', trackingId }
  for (const properties of [{ titel: 'x' }, { isHir: true }, { status: 'Resolved' }]) {
    const { status } = await health.callAsOperator('POST', '/events', { ...event, properties })
    expect([properties, status]).toEqual([properties, 400])
  }
  expect((await health.callAsOperator('GET', `/events/${trackingId}`)).status).toBe(404)
})

test('texts that no database can keep are refused', async () => {
  for (const text of ['a\0b', '\ud800', 'x\udfffy']) {
    const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
    const { status } = await health.callAsOperator('POST', '/events', {
      ...event,
      properties: { title: text },
    })
    expect([text, status]).toEqual([text, 400])
  }
  const id = await health.publish({ properties: { title: 'back\\u0000slash \u{1f6a2}' } })
  const { body } = await health.get(ada, SUB_A, id)
  expect(body.properties.title).toBe('back\\u0000slash \u{1f6a2}')
})
