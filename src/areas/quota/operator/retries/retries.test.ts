import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../test/support/http/http.ts'
import { openProvider } from '../../../../../test/support/http/provider.ts'
import { stateOf } from '../../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../../test/support/server/quota.ts'
import { insertQuotaRequest } from '../../../../../test/support/world/quota-samples.ts'

const provider = await openProvider()
afterAll(provider.close)
const limits = { providerRetry: { retryLimit: 1, retryDelay: 0 } }
const quota = useQuota({ OUTGOING_EXCEPTIONS: `providers=${provider.host}` }, { limits })
let ada: Reader
let count = 0
beforeAll(async () => {
  ada = await quota.addReader('ada')
  const endpoint = '/quota/providers/Microsoft.Compute/endpoint'
  await quota.callAsOperator('PUT', endpoint, { url: provider.url })
})

const answering = (status: number) =>
  provider.answerWith((_call, response) => response.writeHead(status).end())
const givenUp = async (sub: string): Promise<Answer['body'][]> =>
  (await quota.callAsOperator('GET', '/quota/given-up')).body.value.filter(
    (one: Answer['body']) => one.subscriptionId === sub,
  )
const retry = ({ subscriptionId, requestId, subRequestId }: Answer['body']) =>
  quota.callAsOperator(
    'POST',
    `/subscriptions/${subscriptionId}/quota/requests/${requestId}/${subRequestId}/retry`,
  )
const codeOf = ({ status, body }: Answer) => [status, body?.error?.code]

/** A sub-request of a new subscription that was given up because the provider answered 503. */
async function giveUp(limit = 30) {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
  answering(503)
  const { body } = await quota.put(ada, sub, 'cores', limit)
  await quota.waitForRequest(ada, sub, body.requestId)
  const [found] = await givenUp(sub)
  answering(204)
  return found
}

describe('a sub-request that was given up', () => {
  test('is tried again as a new request, for whoever asked, and stays Failed itself', async () => {
    const failed = await giveUp()
    const { subscriptionId: sub } = failed
    expect(failed).toMatchObject({ tries: 2, grantedLimit: 30, code: 'ProviderUnavailable' })
    const { status, body } = await retry(failed)
    expect([status, body]).toEqual([
      201,
      { requestId: expect.any(String), subRequestId: expect.any(String) },
    ])
    expect(body.requestId).not.toBe(failed.requestId)
    const details = await quota.waitForRequest(ada, sub, body.requestId)
    expect([stateOf(details), details.properties.message]).toEqual([
      'Succeeded',
      'Granted 30 (Count), because it was granted before.',
    ])
    expect(await quota.limitOf(ada, sub, 'cores')).toBe(30)
    expect(stateOf((await quota.status(ada, sub, failed.requestId)).body)).toBe('Failed')
    expect(provider.calls.filter(({ key }) => key === body.subRequestId)).toHaveLength(1)
    const [listed] = await givenUp(sub)
    expect(listed.retriedAs).toBe(body.requestId)
    const again = await retry(failed)
    expect(codeOf(again)).toEqual([409, 'RetriedAlready'])
    expect(again.body.error.message).toContain(body.requestId)
  })

  test('is tried again once, however many operators try at once, and the audit names who did', async () => {
    const failed = await giveUp()
    const both = await Promise.all([retry(failed), retry(failed)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const audit = await quota.callAsOperator('GET', `/audit?scope=${failed.subscriptionId}`)
    const rows = audit.body.value.filter(({ action }: Answer['body']) => action === 'quota.retry')
    expect(rows).toHaveLength(1)
    expect(rows[0].after).toEqual({ resource: 'cores', limit: 30, insteadOf: failed.requestId })
    const { body } = await quota.callAsOperator(
      'GET',
      `/subscriptions/${failed.subscriptionId}/quota/requests`,
    )
    expect(body.value.map((one: Answer['body']) => [one.requestedBy, one.value.length])).toEqual([
      ['ada', 1],
      ['ada', 1],
    ])
    expect(rows[0].actor_id).not.toBe(ada.id)
  })

  test('is given up again while the provider still fails, and the new one can be tried again', async () => {
    const failed = await giveUp()
    answering(503)
    const { body } = await retry(failed)
    await quota.waitForRequest(ada, failed.subscriptionId, body.requestId)
    answering(204)
    const [latest, first] = await givenUp(failed.subscriptionId)
    expect([latest.requestId, first.retriedAs]).toEqual([body.requestId, body.requestId])
    expect((await retry(latest)).status).toBe(201)
  })

  test('was granted in part: the same part is granted again', async () => {
    const failed = await giveUp()
    await quota.database.db
      .updateTable('quota_sub_request')
      .set({ granted_limit: 25 })
      .where('request_id', '=', failed.requestId)
      .execute()
    const { body } = await retry(failed)
    await quota.waitForRequest(ada, failed.subscriptionId, body.requestId)
    expect(await quota.limitOf(ada, failed.subscriptionId, 'cores')).toBe(25)
  })

  test('was never examined: the rules examine it', async () => {
    const failed = await giveUp()
    await quota.database.db
      .updateTable('quota_sub_request')
      .set({ granted_limit: null })
      .where('request_id', '=', failed.requestId)
      .execute()
    const { body } = await retry(failed)
    const details = await quota.waitForRequest(ada, failed.subscriptionId, body.requestId)
    expect(details.properties.message).toContain('grants a limit of this size automatically')
  })

  test('is not tried again when there is a later request for the limit', async () => {
    const failed = await giveUp()
    const later = await quota.put(ada, failed.subscriptionId, 'cores', 28)
    await quota.waitForRequest(ada, failed.subscriptionId, later.body.requestId)
    const refused = await retry(failed)
    expect(codeOf(refused)).toEqual([409, 'RequestedSince'])
    expect(refused.body.error.message).toContain(later.body.requestId)
    expect(await quota.limitOf(ada, failed.subscriptionId, 'cores')).toBe(28)
  })

  test('and asked for again at the same time: one of the two wins, and neither hangs', async () => {
    const failed = await giveUp()
    const [retried, asked] = await Promise.all([
      retry(failed),
      quota.put(ada, failed.subscriptionId, 'cores', 29),
    ])
    expect([201, 409]).toContain(retried.status)
    expect([200, 201, 202, 409]).toContain(asked.status)
    const { body } = await quota.callAsOperator(
      'GET',
      `/subscriptions/${failed.subscriptionId}/quota/requests`,
    )
    expect(body.value.length).toBeLessThanOrEqual(3)
  })

  test('does not lower a limit that was raised by hand since', async () => {
    const failed = await giveUp()
    const cores = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores' }
    const value = [{ ...cores, limit: 40 }]
    await quota.callAsOperator('PATCH', `/subscriptions/${failed.subscriptionId}/quota`, { value })
    expect(codeOf(await retry(failed))).toEqual([409, 'RaisedSince'])
    expect(await quota.limitOf(ada, failed.subscriptionId, 'cores')).toBe(40)
  })

  test('is not granted again when it no longer fits', async () => {
    const failed = await giveUp()
    const cores = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores' }
    const value = [{ ...cores, currentValue: 35 }]
    await quota.callAsOperator('PATCH', `/subscriptions/${failed.subscriptionId}/quota`, { value })
    expect(codeOf(await retry(failed))).toEqual([400, 'InvalidLimit'])
    const [listed] = await givenUp(failed.subscriptionId)
    expect(listed.retriedAs).toBeUndefined()
  })
})

test('nothing else can be tried again', async () => {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
  const waiting = await insertQuotaRequest(quota.database.db, { subscriptionId: sub })
  expect(codeOf(await retry(waiting))).toEqual([409, 'NotGivenUp'])
  expect(codeOf(await retry({ ...waiting, subRequestId: waiting.requestId }))).toEqual([
    404,
    'SubRequestNotFound',
  ])
})

test('the requests of a subscription are listed for operators, the latest first, in pages', async () => {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
  const path = `/subscriptions/${sub}/quota/requests`
  expect((await quota.callAsOperator('GET', path)).body).toEqual({ value: [] })
  for (let made = 0; made < 101; made++) {
    await insertQuotaRequest(quota.database.db, { subscriptionId: sub })
  }
  const first = (await quota.callAsOperator('GET', path)).body
  const next = first.nextLink.replace(/^.*\/operator\/v1/, '')
  const second = (await quota.callAsOperator('GET', next)).body
  expect([first.value.length, second.value.length]).toEqual([100, 1])
  const ids = [...first.value, ...second.value].map(({ id }: Answer['body']) => id)
  expect(ids).toEqual(ids.toSorted().reverse())
  const missing = await quota.callAsOperator('GET', '/subscriptions/sub-none/quota/requests')
  expect(codeOf(missing)).toEqual([404, 'SubscriptionNotFound'])
})
