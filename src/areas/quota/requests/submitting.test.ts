import { beforeAll, describe, expect, test } from 'vitest'
import { administer } from '../../../../test/support/database/postgres.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import { isWaiting, stateOf } from '../../../../test/support/http/quota.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { ASK_A_PERSON, useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota(ASK_A_PERSON)
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
let bob: Reader
let count = 0
let sub: string
beforeAll(async () => {
  ada = await quota.addReader('ada')
  bob = await quota.addReader('bob')
})
/** A subscription of its own for each test. */
const begin = async () => {
  sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner', [bob.id]: 'contributor' })
}
const put = (limit: number, headers = {}, who = ada) => quota.put(who, sub, 'cores', limit, headers)
const list = async (): Promise<Answer['body'][]> =>
  (await quota.send(ada, 'GET', quota.path(sub, 'serviceLimitsRequests'))).body.value
const idOf = ({ body }: Answer): string => body.requestId

describe('the answer', () => {
  test('has where to look and when, and a body that repeats what was asked for', async () => {
    await begin()
    const answer = await put(30)
    expect(misfit('setLimit', 201, answer.body)).toBeUndefined()
    const { headers } = answer
    const base = `http://binnacle.example${quota.path(sub, '')}`
    const id = idOf(answer)
    expect(headers.get('location')).toBe(
      `${base}serviceLimitsRequests/${id}?api-version=2020-10-25`,
    )
    const operation = `${base}operationsStatus/${id}?api-version=2020-10-25`
    expect(headers.get('azure-asyncoperation')).toBe(operation)
    expect([headers.get('operation-location'), headers.get('retry-after')]).toEqual([
      operation,
      '1',
    ])
    expect(answer.body.properties).toMatchObject({
      provisioningState: 'Accepted',
      limit: 30,
      unit: 'Count',
      name: { value: 'cores', localizedValue: 'Total Regional vCPUs' },
    })
  })

  test('a body over 128 KiB, or of too many levels, is refused whatever it says', async () => {
    await begin()
    const target = quota.path(sub, 'serviceLimits/cores')
    const putWith = async (extra: unknown) => {
      const body = { properties: { limit: 30, properties: extra } }
      const headers = { 'x-ms-client-request-id': 'too-much' }
      return (await quota.send(ada, 'PUT', target, body, headers)).status
    }
    expect(await putWith('x'.repeat(128 * 1024))).toBe(413)
    expect(await putWith(JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`))).toBe(400)
    expect(await list()).toEqual([])
  })

  test('PATCH is as good as PUT, and what GET gave may be sent back', async () => {
    await begin()
    const target = quota.path(sub, 'serviceLimits/cores')
    const { body, headers } = await quota.send(ada, 'GET', target)
    body.properties.limit = 30
    const match = { 'If-Match': headers.get('etag') ?? '' }
    const answer = await quota.send(ada, 'PATCH', target, body, match)
    expect([answer.status, misfit('updateLimit', 201, answer.body)]).toEqual([201, undefined])
    const stale = { 'If-None-Match': headers.get('etag') ?? '' }
    for (const never of [{ 'If-None-Match': '*' }, stale, { 'If-Match': '"x", "y"' }]) {
      expect((await quota.send(ada, 'PUT', target, body, never)).status).toBe(412)
    }
    expect((await quota.send(ada, 'PUT', target, body, { 'If-Match': '*' })).status).toBe(201)
  })
})

describe('asking again', () => {
  test('for the same is the same request, whoever asks', async () => {
    await begin()
    const first = await put(30)
    expect([idOf(await put(30)), idOf(await put(30, {}, bob))]).toEqual([idOf(first), idOf(first)])
    expect(await list()).toHaveLength(1)
  })

  test('for another limit supersedes what is open', async () => {
    await begin()
    const first = idOf(await put(30))
    await quota.waitForRequest(ada, sub, first, isWaiting)
    const second = idOf(await put(31))
    const { body } = await quota.status(ada, sub, first)
    expect([stateOf(body), body.properties.message]).toEqual([
      'Failed',
      `A later request replaced this one: ${second}. Check the status of that request.`,
    ])
    const status = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${first}`))
    expect(status.body.error.code).toBe('Superseded')
  })

  test('several at once: only exactly the same is the same', async () => {
    await begin()
    const both = { cores: 30, standardDFamily: 20 }
    const first = idOf(await quota.putMany(ada, sub, both))
    expect(idOf(await quota.putMany(ada, sub, { standardDFamily: 20, CORES: 30 }))).toBe(first)
    expect(idOf(await put(30))).toBe(first)
    const more = idOf(await quota.putMany(ada, sub, { ...both, standardDv2Family: 9 }))
    expect(more).not.toBe(first)
    const { body } = await quota.status(ada, sub, first)
    expect(stateOf(body)).toBe('Failed')
    const fewer = idOf(await put(40))
    const rest = (await quota.status(ada, sub, more)).body
    expect([fewer === more, stateOf(rest)]).toEqual([false, 'InProgress'])
    const states = rest.properties.value.map((one: Answer['body']) => one.provisioningState)
    expect(states.filter((state: string) => state === 'Failed')).toHaveLength(1)
  })
})

describe('at once', () => {
  const openOf = (details: Answer['body'][]) =>
    details.filter((one) => ['Accepted', 'InProgress'].includes(stateOf(one)))

  test('100 identical PUTs make one request', { timeout: 60_000 }, async () => {
    await begin()
    const answers = await Promise.all(Array.from({ length: 100 }, () => put(30)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  test('100 different limits leave one open, and all others superseded', {
    timeout: 120_000,
  }, async () => {
    await begin()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => put(30 + index)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(idOf)).size).toBe(100)
    const all = await list()
    const [open] = openOf(all)
    expect([all.length, openOf(all).length]).toEqual([100, 1])
    const codes = await Promise.all(
      all
        .filter((one) => one !== open)
        .map(async ({ id }) => {
          const { body } = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${id}`))
          return body.error.code
        }),
    )
    expect(codes).toEqual(Array(99).fill('Superseded'))
    const { rows } = await quotaSubRequests(sub)
    expect(rows).toEqual([{ open: 1 }])
  })

  test('several resources in opposite order do not lock each other out', async () => {
    await begin()
    const names = ['cores', 'standardDFamily', 'standardDv2Family']
    const asked = (order: string[], limit: number) =>
      quota.putMany(ada, sub, Object.fromEntries(order.map((name) => [name, limit])))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        asked(index % 2 === 0 ? names : names.toReversed(), 30 + index),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(openOf(await list())).toHaveLength(1)
  })
})

const quotaSubRequests = (subscription: string) =>
  administer(
    `select count(*)::integer as open from quota_sub_request
      where subscription_id = '${subscription}' and state in ('Accepted', 'InProgress')`,
    quota.database.name,
  )
