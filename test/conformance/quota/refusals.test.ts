import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/http/http.ts'
import { sendRaw } from '../../support/http/send-raw.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { quota } from '../management.ts'
import { installation, unique } from '../world.ts'

const SUB_A = unique('sub-a')

let ada: Reader
let rex: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  rex = await quota.addReader('rex')
  await quota.addSubscription(SUB_A, { [ada.id]: 'contributor', [rex.id]: 'reader' })
})
const at = (rest: string) => quota.path(SUB_A, rest)
const get = (rest: string) => quota.send(ada, 'GET', at(rest))
const putBody = (body: unknown, rest = 'serviceLimits/cores') =>
  quota.send(ada, 'PUT', at(rest), body)
const limit = (properties: object) => ({ properties })

/** One of each way to be refused, by the framework or by us. */
const refusals = (): [string, number, string, Promise<Answer>][] => [
  ['nobody', 401, 'AuthenticationFailed', quota.send(undefined, 'GET', at('serviceLimits'))],
  ['unknown subscription', 404, 'SubscriptionNotFound', quota.status(ada, 'nowhere', 'x')],
  ['impossible subscription', 404, 'SubscriptionNotFound', quota.status(ada, 'a%20b', 'x')],
  ['no version', 400, 'MissingApiVersionParameter', get('serviceLimits?')],
  ['unknown request', 404, 'QuotaRequestNotFound', quota.status(ada, SUB_A, 'x')],
  ['unknown operation', 404, 'QuotaRequestNotFound', get('operationsStatus/x')],
  ['unknown address', 404, 'PathNotFound', get('serviceLimitz')],
  [
    'a method not offered',
    404,
    'PathNotFound',
    quota.send(ada, 'DELETE', at('serviceLimits/cores')),
  ],
  [
    'unknown provider',
    400,
    'InvalidResourceProvider',
    quota.send(ada, 'GET', quota.path(SUB_A, 'serviceLimits', 'Microsoft.Nothing')),
  ],
  [
    'unknown location',
    400,
    'InvalidLocation',
    quota.send(ada, 'GET', at('serviceLimits').replace('eastus', 'atlantis')),
  ],
  ['unknown resource', 400, 'InvalidResourceName', get('serviceLimits/nothing')],
  ['asking for an unknown one', 400, 'InvalidResourceName', quota.put(ada, SUB_A, 'x', 1)],
  ['a reader who asks', 403, 'AuthorizationFailed', quota.put(rex, SUB_A, 'cores', 30)],
  ['a path wrongly encoded', 400, 'InvalidUrl', get('serviceLimits/%zz')],
  ['a wrong filter', 400, 'InvalidODataQueryOptions', list('$filter=status eq 1')],
  ['a wrong $top', 400, 'InvalidTop', list('$top=0')],
  ['a $top that is no number', 400, 'InvalidTop', list('$top=ten')],
  ['a $filter twice', 400, 'InvalidParameter', list('$filter=&$filter=')],
  ['a forged marker', 400, 'InvalidSkipToken', list('$skiptoken=abc')],
  ['no limit', 400, 'InvalidParameter', putBody(limit({}))],
  ['no properties', 400, 'InvalidParameter', putBody({})],
  ['a list as body', 400, 'InvalidParameter', putBody([])],
  ['a limit as text', 400, 'InvalidParameter', putBody(limit({ limit: '30' }))],
  ['half a limit', 400, 'InvalidParameter', putBody(limit({ limit: 1.5 }))],
  ['a negative limit', 400, 'InvalidParameter', putBody(limit({ limit: -1 }))],
  ['a limit over 32 bits', 400, 'InvalidParameter', putBody(limit({ limit: 2 ** 31 }))],
  [
    'another name in the body',
    400,
    'InvalidResourceName',
    putBody(limit({ limit: 30, name: { value: 'virtualMachines' } })),
  ],
  ['another unit', 400, 'InvalidUnit', putBody(limit({ limit: 30, unit: 'Bytes' }))],
  [
    'another type',
    400,
    'InvalidResourceType',
    putBody(limit({ limit: 30, resourceType: 'shared' })),
  ],
  ['several, but none', 400, 'InvalidParameter', putBody({ value: [] }, 'serviceLimits')],
  [
    'one resource twice',
    400,
    'DuplicateResource',
    quota.putMany(ada, SUB_A, { cores: 30, CORES: 31 }),
  ],
  [
    'a limit that is not what it was',
    412,
    'PreconditionFailed',
    quota.put(ada, SUB_A, 'cores', 30, { 'If-Match': '"other"' }),
  ],
]
const list = (query: string) =>
  get(`serviceLimitsRequests?api-version=2020-10-25&${query.replaceAll(' ', '%20')}`)

describe('every refusal', () => {
  let answers: [string, number, string, Answer][]
  beforeAll(async () => {
    answers = await Promise.all(
      refusals().map(
        async ([what, status, code, sent]): Promise<(typeof answers)[number]> => [
          what,
          status,
          code,
          await sent,
        ],
      ),
    )
  })

  test('is the one it should be', () => {
    const expected = answers.map(([what, status, code]) => [what, status, code])
    expect(answers.map(([what, , , { status, body }]) => [what, status, body.error.code])).toEqual(
      expected,
    )
  })

  test('C21: each status other than 200 has an ExceptionResponse', async () => {
    const text = expect.any(String)
    const exception = { error: { code: text, message: text, details: expect.any(Array) } }
    for (const [what, , , { headers, body }] of answers) {
      expect([what, body]).toEqual([what, exception])
      for (const detail of body.error.details) expect(detail).toEqual({ code: text, message: text })
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const statuses = new Set(answers.map(([, , , { status }]) => status))
    expect([...statuses].sort()).toEqual([400, 401, 403, 404, 412])
  })

  test('C21: so have those of the framework', async () => {
    const path = at('serviceLimits/cores')
    const ask = 'Host: x\r\nConnection: close\r\n'
    const head = `PUT ${path}?api-version=2020-10-25 HTTP/1.1\r\n${ask}Authorization: Bearer ${ada.bearer}\r\n`
    const requests: [number, string][] = [
      [400, `${head}Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{"a`],
      [400, `${head}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx`],
      [400, `${head}Content-Type: application/json\r\nContent-Length: 0\r\n\r\n`],
      [413, `${head}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`],
      [431, `${head}x: ${'y'.repeat(20_000)}\r\n\r\n`],
      [414, `PUT ${path}?x=${'y'.repeat(20_000)} HTTP/1.1\r\n${ask}\r\n`],
    ]
    const text = expect.any(String)
    for (const [status, request] of requests) {
      const [reported = '', body = ''] = (await sendRaw(installation.url, request)).split(
        '\r\n\r\n',
      )
      expect(reported.split(' ')[1]).toBe(`${status}`)
      expect(reported.toLowerCase()).toContain('content-type: application/json')
      const details = expect.any(Array)
      expect(JSON.parse(body)).toEqual({ error: { code: text, message: text, details } })
    }
  })

  test('C48: error is a ServiceError', () => {
    for (const [, , , { body }] of answers) expect(body.error).toBeTypeOf('object')
  })
  test('C49: code is a string', () => {
    for (const [, , , { body }] of answers) expect(body.error.code).toMatch(/^[A-Z][A-Za-z]+$/)
  })
  test('C50: message is a string that says what to do', () => {
    for (const [, , , { body }] of answers) expect(body.error.message).toMatch(/\w{3,}.*\.$/s)
  })
  test('C51: details is an array of ServiceErrorDetail', () => {
    for (const [, , , { body }] of answers) expect(Array.isArray(body.error.details)).toBe(true)
  })
  test('C52: a detail has a code', async () => {
    const { body } = await quota.putMany(ada, SUB_A, { cores: 30, nothing: 1, nowhere: 2 })
    const codes = body.error.details.map((detail: { code: string }) => detail.code)
    expect(codes).toEqual(['InvalidResourceName', 'InvalidResourceName'])
  })
  test('C53: a detail has a message', async () => {
    const { body } = await quota.putMany(ada, SUB_A, { cores: 30, nothing: 1, nowhere: 2 })
    const messages = body.error.details.map((detail: { message: string }) => detail.message)
    expect(messages).toEqual(['nothing does not exist.', 'nowhere does not exist.'])
  })

  test('has left nothing behind', async () => {
    const { body } = await get('serviceLimitsRequests')
    expect(body).toEqual({ value: [] })
  })
})
