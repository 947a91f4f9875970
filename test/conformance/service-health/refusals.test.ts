import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/http/http.ts'
import { sendRaw } from '../../support/http/send-raw.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { address, health } from '../management.ts'
import { installation, unique } from '../world.ts'

const SUB_A = unique('sub-a')

const V = 'api-version=2025-05-01'
let ada: Reader
let sensitive: string
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription(SUB_A, { [ada.id]: 'reader' })
  sensitive = await health.publish({ isEventSensitive: true })
})
const events = (rest: string) => health.askRaw(ada, `${health.path(SUB_A)}${rest}`)
type Parameter = { name: string; in: string; required?: boolean; schema: object }
type Operation = { operationId: string; parameters: Parameter[]; responses: object }
type Paths = Record<string, Record<string, Operation>>
const document = async (): Promise<{ paths: Paths }> =>
  (await health.askRaw(undefined, '/openapi/service-health.json')).body
const operationsIn = (paths: Paths) => Object.values(paths).flatMap((path) => Object.values(path))
const parametersIn = (paths: Paths, id: string) =>
  operationsIn(paths)
    .filter(({ operationId }) => operationId === id)
    .flatMap(({ parameters }) => parameters)
    .map((given) => ({ name: given.name, where: given.in, isRequired: given.required === true }))
const codeOf = ({ status, body }: Answer) => [status, body.code]

describe('the two parameters that must not be empty', () => {
  test('B9: subscriptionId stands in the path and is required', async () => {
    expect((await health.askRaw(ada, `${health.path(SUB_A)}?${V}`)).status).toBe(200)
    const path = '/subscriptions/providers/Microsoft.ResourceHealth/events'
    for (const query of [V, `${V}&subscriptionId=${SUB_A}`]) {
      const without = await health.askRaw(ada, `${path}?${query}`)
      expect(codeOf(without)).toEqual([404, 'PathNotFound'])
    }
    const blank = await health.askRaw(ada, `${health.path('%20')}?${V}`)
    expect(codeOf(blank)).toEqual([404, 'SubscriptionNotFound'])
    const { paths } = await document()
    const listed = parametersIn(paths, 'listEvents').filter(({ where }) => where === 'path')
    expect(listed).toEqual([{ name: 'subscriptionId', where: 'path', isRequired: true }])
  })

  test('B10: an empty subscriptionId is refused', async () => {
    const answer = await health.askRaw(ada, `${health.path('')}?${V}`)
    expect(codeOf(answer)).toEqual([400, 'InvalidSubscriptionId'])
  })

  test('B10: the document states the least length of subscriptionId', async () => {
    const { paths } = await document()
    const [listEvents] = operationsIn(paths).filter(
      ({ operationId }) => operationId === 'listEvents',
    )
    const named = listEvents?.parameters.find(({ name }) => name === 'subscriptionId')
    expect(named?.schema).toMatchObject({ type: 'string', minLength: 1 })
  })

  test('B12: api-version is required', async () => {
    const answer = await events('')
    expect(codeOf(answer)).toEqual([400, 'MissingApiVersionParameter'])
    expect(answer.body.message).toContain('2025-05-01')
  })

  test('B13: an empty api-version is refused, and so is a repeated one', async () => {
    expect(codeOf(await events('?api-version='))).toEqual([400, 'MissingApiVersionParameter'])
    for (const query of [`${V}&${V}`, `${V}&API-Version=`, `api-version=&${V}`]) {
      expect(codeOf(await events(`?${query}`))).toEqual([400, 'InvalidApiVersionParameter'])
    }
  })
})

/** One of each way to be refused, by the framework or by us. */
const refusals = (): [string, number, Promise<Answer>][] => [
  ['nobody', 401, health.ask(undefined, health.path(SUB_A))],
  ['unknown subscription', 404, health.list(ada, 'nowhere')],
  ['impossible subscription', 404, health.list(ada, 'a%20b')],
  ['no version', 400, events('')],
  ['unknown version', 400, events('?api-version=1999-01-01')],
  ['filter', 400, events(`?${V}&$filter=colour eq 'red'`)],
  ['filter twice', 400, events(`?${V}&$filter=a&$filter=b`)],
  ['start', 400, events(`?${V}&queryStartTime=never`)],
  ['start twice', 400, events(`?${V}&queryStartTime=1/1/2020&QueryStartTime=1/1/2021`)],
  ['token', 400, events(`?${V}&$skipToken=xyz`)],
  ['unknown event', 404, events(`/NONE?${V}`)],
  ['NUL in an id', 400, events(`/%00?${V}`)],
  ['filter on one', 400, events(`/${sensitive}?${V}&$filter=)`)],
  [
    'details',
    403,
    health.askRaw(ada, `${health.path(SUB_A)}/${sensitive}/fetchEventDetails?${V}`, 'POST'),
  ],
  ['resources', 403, events(`/${sensitive}/impactedResources?${V}`)],
  ['no such resource', 404, events(`/NONE/impactedResources/x?${V}`)],
  ['no such operation', 404, events(`/NONE/more/and/more?${V}`)],
  ['method', 404, health.askRaw(ada, `${health.path(SUB_A)}?${V}`, 'DELETE')],
  ['bad escape', 400, events(`/%zz?${V}`)],
  ['long segment', 414, events(`/${'x'.repeat(600)}?${V}`)],
  ['long header', 431, health.askRaw(ada, health.path(SUB_A), 'GET', { x: 'x'.repeat(20_000) })],
]

describe('the body of a refusal', () => {
  const answered: [string, number, Answer][] = []
  beforeAll(async () => {
    for (const [name, status, answer] of refusals()) answered.push([name, status, await answer])
  })

  test('B26: whatever is not 200 is an ErrorResponse, exactly', async () => {
    const text = expect.any(String)
    for (const [name, status, { status: reported, body, headers }] of answered) {
      expect([name, reported]).toEqual([name, status])
      expect([name, body]).toEqual([name, { code: text, message: text, details: text }])
      expect([name, headers.get('content-type')]).toEqual([
        name,
        expect.stringMatching(/^application\/json/),
      ])
    }
    const statuses = new Set(answered.map(([, status]) => status))
    expect([...statuses].sort()).toEqual([400, 401, 403, 404, 414, 431])
    const operations = operationsIn((await document()).paths)
    expect(operations.length).toBeGreaterThan(5)
    for (const { operationId, responses } of operations) {
      const other = { ...responses, 200: undefined }
      expect([operationId, JSON.stringify(other)]).toEqual([
        operationId,
        expect.stringContaining('#/components/schemas/ErrorResponse'),
      ])
      expect(Object.keys(responses)).toEqual(['200', 'default'])
    }
  })

  test('B134: code is a string', () => {
    for (const [, , { body }] of answered) expect(body.code).toMatch(/^[A-Z]\w+$/)
  })

  test('B135: details is a string', () => {
    for (const [, , { body }] of answered) expect(body.details).toEqual(expect.any(String))
  })

  test('B136: message is a string that says what to do', () => {
    for (const [, , { body }] of answered) expect(body.message).toMatch(/^\S.{20,}[.:]?$/s)
  })
})

test('a host named in the request line does not get into a link', async () => {
  for (let number = 0; number < 101; number++) await health.publish()
  const { host } = new URL(installation.url)
  const target = `http://evil.example${health.path(SUB_A)}?${V}`
  const head = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close']
  const answer = await sendRaw(
    installation.url,
    `${head.join('\r\n')}\r\nAuthorization: Bearer ${ada.bearer}\r\n\r\n`,
  )
  expect(answer).toContain('200 OK')
  expect(answer).toContain(`"nextLink":"${address.managementUrl}/subscriptions/${SUB_A}/`)
  expect(answer).not.toContain('evil')
})
