import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import { openProvider } from '../../../../test/support/http/provider.ts'
import { isWaiting, stateOf } from '../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const provider = await openProvider()
afterAll(provider.close)
const limits = { providerTimeoutMs: 20_000 }
const quota = useQuota({ OUTGOING_EXCEPTIONS: `providers=${provider.host}` }, { limits })
let ada: Reader
let count = 0
let sub: string
beforeAll(async () => {
  ada = await quota.addReader('ada')
})
/** A subscription of its own for each test. */
const begin = async () => {
  sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
}
const idOf = ({ body }: Answer): string => body.requestId
const subRequestStates = (details: Answer['body']): string[] =>
  details.properties.value.map((subRequest: Answer['body']) => subRequest.provisioningState)
const isHalfway = (details: Answer['body']) =>
  subRequestStates(details).join() === 'Succeeded,InProgress'

describe('several resources, the same again after one sub-request has ended', () => {
  // The first is within the headroom, the second asks a person.
  const limits = { cores: 30, standardDFamily: 400 }
  const askHalfway = async () => {
    await begin()
    const first = idOf(await quota.putMany(ada, sub, limits))
    await quota.waitForRequest(ada, sub, first, isHalfway)
    return first
  }

  test('is the same request', async () => {
    const first = await askHalfway()
    const again = await quota.putMany(ada, sub, { standardDFamily: 400, cores: 30 })
    expect([again.status, idOf(again)]).toEqual([201, first])
    const { body } = await quota.status(ada, sub, first)
    expect(subRequestStates(body)).toEqual(['Succeeded', 'InProgress'])
  })

  test.each([
    ['another limit of the sub-request that has ended', { ...limits, cores: 31 }],
    ['another limit of the sub-request that is open', { ...limits, standardDFamily: 401 }],
    ['one resource more', { ...limits, standardDv2Family: 30 }],
  ])('with %s it is another, and supersedes the first', async (_what, other) => {
    const first = await askHalfway()
    expect(idOf(await quota.putMany(ada, sub, other))).not.toBe(first)
    const { body } = await quota.status(ada, sub, first)
    expect(subRequestStates(body)).toEqual(['Succeeded', 'Failed'])
  })

  test('is another once somebody has asked for something else of what has ended', async () => {
    const first = await askHalfway()
    const between = idOf(await quota.put(ada, sub, 'cores', 25))
    await quota.waitForRequest(ada, sub, between)
    const again = idOf(await quota.putMany(ada, sub, limits))
    expect([again === first, again === between]).toEqual([false, false])
    await quota.waitForRequest(ada, sub, again, isHalfway)
    expect(await quota.limitOf(ada, sub, 'cores')).toBe(30)
  })

  test('is the same request while the other sub-request is with the provider', async () => {
    const url = '/quota/providers/Microsoft.Compute/endpoint'
    await quota.callAsOperator('PUT', url, { url: provider.url })
    let held: ServerResponse | undefined
    provider.answerWith((call, response) => {
      if (call.body.includes('"cores"')) response.writeHead(204).end()
      else held = response
    })
    await begin()
    const both = { cores: 30, standardDFamily: 20 }
    const first = idOf(await quota.putMany(ada, sub, both))
    await quota.waitForRequest(ada, sub, first, isHalfway)
    while (!held) await delay(20)
    const again = await quota.putMany(ada, sub, both)
    expect([again.status, idOf(again)]).toEqual([201, first])
    held.writeHead(204).end()
    expect(stateOf(await quota.waitForRequest(ada, sub, first))).toBe('Succeeded')
    await quota.callAsOperator('DELETE', url)
  })
})

test('30, 50 and 30 again under one trace id: the third is a repeat of the first', async () => {
  await begin()
  const headers = { 'x-ms-client-request-id': randomUUID() }
  const ids: string[] = []
  for (const limit of [30, 50, 30]) {
    const id = idOf(await quota.put(ada, sub, 'cores', limit, headers))
    await quota.waitForRequest(ada, sub, id)
    ids.push(id)
  }
  expect([ids[0] === ids[2], ids[0] === ids[1]]).toEqual([true, false])
  expect(await quota.limitOf(ada, sub, 'cores')).toBe(50)
})

describe('another limit, while the open request comes to its end', () => {
  /** Asks for another limit; once that waits for the row, the open sub-request ends. */
  const putWhileItEnds = async (end: object, headers = {}) => {
    await begin()
    const first = idOf(await quota.put(ada, sub, 'cores', 5000))
    await quota.waitForRequest(ada, sub, first, isWaiting)
    const { db } = quota.database
    const [answer] = await whileHolding(
      db,
      async (trx) => {
        await trx
          .updateTable('quota_sub_request')
          .set({ ended_at: new Date(), ...end })
          .where('request_id', '=', first)
          .execute()
        await trx
          .insertInto('quota_limit')
          .values({
            subscription_id: sub,
            provider_key: 'microsoft.compute',
            location_key: 'eastus',
            resource_key: 'cores',
            limit: 5000,
            updated_at: new Date(),
          })
          .execute()
      },
      [() => quota.put(ada, sub, 'cores', 6000, headers)],
    )
    return { first, answer: answer as Answer }
  }

  test('is a new request, and the first keeps its end', async () => {
    const { first, answer } = await putWhileItEnds({ state: 'Failed', code: 'Denied' })
    expect([answer.status, idOf(answer) === first]).toEqual([201, false])
    const status = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${first}`))
    expect(status.body.error.code).toBe('Denied')
  })

  test('is judged by the limit that the end has left', async () => {
    await begin()
    const { headers } = await quota.send(ada, 'GET', quota.path(sub, 'serviceLimits/cores'))
    const match = { 'If-Match': headers.get('etag') ?? '' }
    const granted = { state: 'Succeeded', granted_limit: 5000 }
    expect((await putWhileItEnds(granted, match)).answer.status).toBe(412)
  })

  test('is refused when it has gone to the provider instead', async () => {
    const sent = { state: 'InProgress', ended_at: null, sent_at: new Date(), granted_limit: 5000 }
    const { answer } = await putWhileItEnds(sent)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'QuotaRequestInProgress'])
  })
})
