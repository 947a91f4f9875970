import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../../../test/support/http/http.ts'
import { sendRaw } from '../../../test/support/http/send-raw.ts'
import { HEALTH, useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { ask, at, path, send, toGroup, toRule, receiver } = stage
const ROOT = '/subscriptions/sub-a/providers/Microsoft.Insights'
const hook = { name: 'hook', serviceUri: receiver.url('/odd') }

beforeAll(async () => {
  await send('PUT', 'actionGroups', 'ops', toGroup([hook]))
})

describe('a name in the path that the database cannot store', () => {
  const odd = ['a%00b', '%20a', 'a%2Fb', 'x'.repeat(400), '%F0%9F%A6%8A', "o'clock"]
  test.each(odd)('%s', async (name) => {
    for (const type of ['actionGroups', 'activityLogAlerts'] as const) {
      const version = type === 'actionGroups' ? '2021-09-01' : '2017-04-01'
      const body = type === 'actionGroups' ? toGroup([hook]) : toRule()
      for (const [method, target, input] of [
        ['PUT', path(type, name), body],
        ['GET', path(type, name)],
        ['PATCH', path(type, name), { tags: {} }],
        ['DELETE', path(type, name)],
        ['PUT', path(type, 'x', 'sub-a', name), body],
        ['GET', path(type, '', 'sub-a', name)],
        ['DELETE', path(type, 'x', 'sub-a', name)],
      ] as const) {
        const { status } = await ask(stage.people.owner, method, at(target, version), input)
        expect([method, target, status < 500]).toEqual([method, target, true])
      }
    }
  })
})

describe('400: a body that is none', () => {
  const properties = toGroup([hook]).properties
  test.each([
    ['a group that is a list', []],
    ['a group without properties', { location: 'Global' }],
    ['receivers that are no list', { properties: { ...properties, webhookReceivers: hook } }],
    ['a receiver that is null', { properties: { ...properties, webhookReceivers: [null] } }],
    ['other receivers that are texts', { properties: { ...properties, smsReceivers: ['x'] } }],
    ['tags that are numbers', { tags: { a: 1 }, properties }],
    ['a text with NUL', { properties: { ...properties, groupShortName: 'a\0b' } }],
    [
      'too many receivers',
      {
        properties: {
          ...properties,
          webhookReceivers: Array.from({ length: 11 }, (_, n) => ({ ...hook, name: `h${n}` })),
        },
      },
    ],
  ])('%s', async (_situation, body) => {
    expect((await send('PUT', 'actionGroups', 'odd', body)).status).toBe(400)
  })

  const field = 'properties.impactedServices[*].ServiceName'
  test.each([
    ['a rule without conditions', toRule([])],
    ['a condition that is null', toRule([HEALTH, null as never])],
    ['a value with a line break', toRule([HEALTH, { field, equals: 'a\nb' }])],
    ['values that are numbers', toRule([HEALTH, { field, containsAny: [1] }])],
    ['too many values', toRule([HEALTH, { field, containsAny: Array(501).fill('x') }])],
    ['a group id that is none', toRule([HEALTH], [{ actionGroupId: '/subscriptions' }])],
    [
      'properties of a web hook that are no texts',
      toRule(
        [HEALTH],
        [{ actionGroupId: path('actionGroups', 'ops'), webhookProperties: { a: 1 } }],
      ),
    ],
  ])('%s', async (_situation, body) => {
    expect((await send('PUT', 'activityLogAlerts', 'odd', body)).status).toBe(400)
  })
})

test('400: conditions that are more than 16 KB as a filter', async () => {
  const field = 'properties.impactedServices[*].ServiceName'
  const ruleOf = (count: number) => {
    const containsAny = Array.from({ length: count }, (_, n) => `${n}`.padStart(37, 'x'))
    return toRule([HEALTH, { field, containsAny }])
  }
  const refused = await send('PUT', 'activityLogAlerts', 'long', ruleOf(450))
  expect([refused.status, refused.body.error.code]).toEqual([400, 'InvalidAlertRule'])
  expect(refused.body.error.message).toContain('exceed 16 KB')
  expect((await send('PUT', 'activityLogAlerts', 'long', ruleOf(390))).status).toBe(200)
  await send('DELETE', 'activityLogAlerts', 'long')
})

describe('a rule with names that mean something elsewhere', () => {
  test('is stored and called as it was sent', async () => {
    const webhookProperties = { toString: 'a', constructor: 'b', '': 'c' }
    const action = { actionGroupId: path('actionGroups', 'ops'), webhookProperties }
    const field = 'properties.impactedServices[*].ServiceName'
    const conditions = [HEALTH, { field, equals: "') or service eq ('Mail" }]
    const saved = await send('PUT', 'activityLogAlerts', 'odd', toRule(conditions, [action]))
    expect(saved.status).toBe(200)
    const named = { kind: 'subscriptions', subscriptions: ['sub-a'] }
    await stage.publish({
      audience: named,
      impact: [{ impactedService: 'Mail', impactedRegions: [] }],
    })
    const impact = [{ impactedService: "') or service eq ('Mail", impactedRegions: ['West US'] }]
    await stage.publish({ audience: named, impact })
    await expect.poll(() => receiver.callsTo('/odd').length).toBe(1)
    const { data } = JSON.parse(receiver.callsTo('/odd')[0]?.body ?? '')
    expect(data.context.activityLog.properties.service).toBe("') or service eq ('Mail")
    expect(data.properties).toEqual(webhookProperties)
  })
})

describe('a DELETE without a body is accepted whatever its Content-Type', () => {
  const types = ['application/json', 'application/json; charset=utf-8', 'text/xml', 'nonsense']
  test.each(types)('%s', async (type) => {
    await send('PUT', 'actionGroups', 'typed', toGroup([hook]))
    const headers = { Authorization: `Bearer ${stage.people.owner.bearer}`, 'Content-Type': type }
    const target = at(path('actionGroups', 'typed'), '2023-01-01')
    const deleted = await caller(stage.server)(undefined, 'DELETE', target, undefined, headers)
    expect([deleted.status, deleted.text]).toEqual([200, ''])
  })

  test('also with a Content-Length of 0, and a body is still read', async () => {
    const sendDelete = async (lines: string[], body = '') => {
      const line = `DELETE ${at(path('actionGroups', 'typed'), '2023-01-01')} HTTP/1.1`
      const bearer = `Authorization: Bearer ${stage.people.owner.bearer}`
      const type = 'Content-Type: application/json'
      const head = [line, 'Host: x', 'Connection: close', bearer, type, ...lines].join('\r\n')
      return (await sendRaw(stage.server.url, `${head}\r\n\r\n${body}`)).split(' ')[1]
    }
    await send('PUT', 'actionGroups', 'typed', toGroup([hook]))
    expect(await sendDelete(['Content-Length: 1'], '{')).toBe('400')
    expect(await sendDelete(['Content-Length: 0'])).toBe('200')
  })
})

test.each(['poll=x', 'poll=true&poll=true', 'api-version=2022-06-01'])(
  '400: the status of a test with %s',
  async (query) => {
    const target = `${ROOT}/notificationStatus/x?api-version=2021-09-01&${query}`
    expect((await ask(stage.people.owner, 'GET', target)).status).toBe(400)
  },
)
