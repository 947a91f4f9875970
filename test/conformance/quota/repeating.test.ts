import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../health-calls.ts'
import type { Answer } from '../../http.ts'
import { whileHolding } from '../../locks.ts'
import { openProvider } from '../../provider.ts'
import { isWaiting, stateOf, useQuota } from '../../quota.ts'

const provider = await openProvider()
afterAll(provider.close)
const quota = useQuota({ PROVIDER_EXCEPTIONS: provider.host, PROVIDER_TIMEOUT_SECONDS: '20' })
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
const partStates = (details: Answer['body']): string[] =>
  details.properties.value.map((part: Answer['body']) => part.provisioningState)
const isHalfway = (details: Answer['body']) => partStates(details).join() === 'Succeeded,InProgress'

describe('several resources, the same again after one part has ended', () => {
  // The first is within the headroom, the second asks a person.
  const wishes = { cores: 30, standardDFamily: 400 }
  const askHalfway = async () => {
    await begin()
    const first = idOf(await quota.putMany(ada, sub, wishes))
    await quota.settle(ada, sub, first, isHalfway)
    return first
  }

  test('is the same request', async () => {
    const first = await askHalfway()
    const again = await quota.putMany(ada, sub, { standardDFamily: 400, cores: 30 })
    expect([again.status, idOf(again)]).toEqual([201, first])
    const { body } = await quota.status(ada, sub, first)
    expect(partStates(body)).toEqual(['Succeeded', 'InProgress'])
  })

  test.each([
    ['another limit of the part that has ended', { ...wishes, cores: 31 }],
    ['another limit of the part that is open', { ...wishes, standardDFamily: 401 }],
    ['one resource more', { ...wishes, standardDv2Family: 30 }],
  ])('with %s it is another, and supersedes the first', async (_what, other) => {
    const first = await askHalfway()
    expect(idOf(await quota.putMany(ada, sub, other))).not.toBe(first)
    const { body } = await quota.status(ada, sub, first)
    expect(partStates(body)).toEqual(['Succeeded', 'Failed'])
  })

  test('is another once somebody has asked for something else of what has ended', async () => {
    const first = await askHalfway()
    const between = idOf(await quota.put(ada, sub, 'cores', 25))
    await quota.settle(ada, sub, between)
    const again = idOf(await quota.putMany(ada, sub, wishes))
    expect([again === first, again === between]).toEqual([false, false])
    await quota.settle(ada, sub, again, isHalfway)
    expect(await quota.limitOf(ada, sub, 'cores')).toBe(30)
  })

  test('is the same request while the other part is with the provider', async () => {
    const url = '/quota/providers/Microsoft.Compute/endpoint'
    await quota.operate('PUT', url, { url: provider.url })
    let held: ServerResponse | undefined
    provider.answerWith((call, response) => {
      if (call.body.includes('"cores"')) response.writeHead(204).end()
      else held = response
    })
    await begin()
    const both = { cores: 30, standardDFamily: 20 }
    const first = idOf(await quota.putMany(ada, sub, both))
    await quota.settle(ada, sub, first, isHalfway)
    while (!held) await delay(20)
    const again = await quota.putMany(ada, sub, both)
    expect([again.status, idOf(again)]).toEqual([201, first])
    held.writeHead(204).end()
    expect(stateOf(await quota.settle(ada, sub, first))).toBe('Succeeded')
    await quota.operate('DELETE', url)
  })
})

describe('another limit, while the open request comes to its end', () => {
  /** Asks for another limit; once that waits for the row, the open part ends. */
  const askWhileEnding = async (ending: object, headers = {}) => {
    await begin()
    const first = idOf(await quota.put(ada, sub, 'cores', 5000))
    await quota.settle(ada, sub, first, isWaiting)
    const { db } = quota.database
    const [answer] = await whileHolding(
      db,
      async (trx) => {
        await trx
          .updateTable('quota_sub_request')
          .set({ ended_at: new Date(), ...ending })
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
    const { first, answer } = await askWhileEnding({ state: 'Failed', code: 'Denied' })
    expect([answer.status, idOf(answer) === first]).toEqual([201, false])
    const status = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${first}`))
    expect(status.body.error.code).toBe('Denied')
  })

  test('is judged by the limit that the end has left', async () => {
    await begin()
    const { headers } = await quota.send(ada, 'GET', quota.path(sub, 'serviceLimits/cores'))
    const match = { 'If-Match': headers.get('etag') ?? '' }
    const granted = { state: 'Succeeded', granted_limit: 5000 }
    expect((await askWhileEnding(granted, match)).answer.status).toBe(412)
  })

  test('is refused when it has gone to the provider instead', async () => {
    const sent = { state: 'InProgress', ended_at: null, sent_at: new Date(), granted_limit: 5000 }
    const { answer } = await askWhileEnding(sent)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'QuotaRequestInProgress'])
  })
})
