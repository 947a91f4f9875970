import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota({}, { runsJobs: false })
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
const report = (value: object[], of = sub) =>
  quota.callAsOperator('PATCH', `/subscriptions/${of}/quota`, { value })
const cores = (location: string, more: object = { currentValue: 1 }) => ({
  provider: 'Microsoft.Compute',
  location,
  resource: 'cores',
  ...more,
})

describe('reports of use', () => {
  test('of the same places in opposite order do not lock each other out', async () => {
    await begin()
    const targets = [cores('eastus'), cores('westus')]
    await report(targets)
    const answers = await whileHolding(
      quota.database.db,
      (trx) => sql`select from quota_limit where subscription_id = ${sub} for update`.execute(trx),
      [() => report(targets), () => report(targets.toReversed())],
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
  })

  test('of one place twice: the last counts', async () => {
    await begin()
    const twice = [cores('eastus', { currentValue: 7 }), cores('East US', { currentValue: 3 })]
    expect((await report(twice)).status).toBe(204)
    const { body } = await quota.callAsOperator('GET', `/subscriptions/${sub}/quota`)
    expect(body.value).toMatchObject([{ location: 'eastus', currentValue: 3 }])
  })

  test('from a place that the provider does not have are refused, all of them', async () => {
    await begin()
    const { status, body } = await report([cores('eastus'), cores('Eastt US')])
    expect([status, body.error.code]).toEqual([400, 'InvalidLocation'])
    expect(body.error.message).toMatch(
      /^The location Eastt US is not available for Microsoft\.Compute\. Use one of/,
    )
    const { body: kept } = await quota.callAsOperator('GET', `/subscriptions/${sub}/quota`)
    expect(kept.value).toEqual([])
  })

  test('of a subscription that is not there are not found, nor is what it has', async () => {
    const answers = [
      await report([cores('eastus')], 'sub-none'),
      await quota.callAsOperator('GET', '/subscriptions/sub-none/quota'),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, 'SubscriptionNotFound'],
      [404, 'SubscriptionNotFound'],
    ])
  })
})

describe('half of a character, which the database cannot keep, is refused', () => {
  test('in a place, a reason and an endpoint', async () => {
    await begin()
    const at = `/subscriptions/${sub}/quota`
    const subRequest =
      '/requests/00000000-0000-7000-8000-000000000000/00000000-0000-7000-8000-000000000000'
    const endpoint = '/quota/providers/Microsoft.Compute/endpoint'
    const answers = [
      await report([cores('At\ud800lantis')]),
      await quota.callAsOperator('POST', `${at}${subRequest}/decision`, {
        decision: 'deny',
        reason: 'x\ud800',
      }),
      await quota.callAsOperator('PUT', endpoint, { url: 'https://example.com/\ud800' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'InvalidRequestBody'],
      [400, 'InvalidRequestBody'],
      [400, 'InvalidRequestBody'],
    ])
  })
})
