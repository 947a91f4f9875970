import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { COMPUTE, collect, errorOf, RETRY_AFTER_S } from '../arm-reservations/installation.ts'
import {
  decideNext,
  expectFailure,
  expectPace,
  findWaiting,
  timeLimit,
} from '../arm-reservations/steps.ts'
import { limitOf, scopeOf, useInstallation } from './installation.ts'

const { quota, open, openReservations, addSubscription } = useInstallation(useDatabase())
const WAYS = ['beginCreateOrUpdateAndWait', 'beginUpdateAndWait'] as const

/** Submits a request and waits as a caller does; a poller that does not end is aborted, and fails. */
async function begin(way: (typeof WAYS)[number]) {
  const sub = await addSubscription()
  const client = open()
  const submit = (resource: string, limit: number) =>
    client.quota[way](resource, scopeOf(sub), limitOf(limit), timeLimit())
  const last = async () => {
    const [details] = await collect(client.quotaRequestStatus.list(scopeOf(sub)))
    return details?.properties
  }
  return { sub, client, submit, last, sent: client.sent }
}

describe.concurrent.each(WAYS)('%s', (way) => {
  const method = way.includes('reate') ? 'PUT' : 'PATCH'

  test('ends with the limit that a rule granted', async () => {
    const { sub, submit, last, sent } = await begin(way)
    const beganAt = Date.now()
    const granted = await submit('cores', 60)
    expect(granted).toMatchObject({ name: 'cores', properties: { limit: { value: 60 } } })
    expectPace(sent, beganAt)
    expect(sent[0]).toMatchObject({ method, status: 202 })
    expect(sent.at(-1)).toMatchObject({ method: 'GET', status: 200 })
    expect(sent.at(-1)?.path).toMatch(/\/quotas\/cores$/)
    expect(await last()).toMatchObject({ provisioningState: 'Succeeded' })
    const older = await openReservations('10').quota.get(sub, COMPUTE, 'eastus', 'cores')
    expect(older.properties.limit).toBe(60)
  })

  test('ends with what a person granted, which is less', async () => {
    const { sub, submit, last } = await begin(way)
    const submitted = submit('standardDFamily', 400)
    await decideNext(quota, sub, { decision: 'approve', limit: 120, reason: 'All there is.' })
    expect((await submitted).properties.limit.value).toBe(120)
    const details = await last()
    expect(details).toMatchObject({ provisioningState: 'Succeeded' })
    expect(details?.message).toContain('120 of the 400')
  })

  test('fails with the code and the reason of the person who denied it', async () => {
    const { sub, submit, last, sent } = await begin(way)
    const beganAt = Date.now()
    const submitted = errorOf(submit('standardDFamily', 400))
    await decideNext(quota, sub, {
      decision: 'deny',
      reason: 'No capacity is left in this region.',
      code: 'OutOfCapacity',
    })
    expectFailure(await submitted, 'OutOfCapacity', 'Denied: No capacity is left in this region.')
    expectPace(sent, beganAt)
    expect(await last()).toMatchObject({
      provisioningState: 'Failed',
      error: { code: 'OutOfCapacity', message: 'Denied: No capacity is left in this region.' },
    })
  })

  test('fails where the request is Invalid, instead of polling without end', async () => {
    const { submit, last } = await begin(way)
    const error = await errorOf(submit('standardDCSFamily', 1000))
    expectFailure(error, 'LimitAboveMaximum', 'The maximum is 64 (Count).')
    expect(await last()).toMatchObject({ provisioningState: 'Invalid' })
  })

  test('fails when a request of the other client replaces it', async () => {
    const { sub, submit } = await begin(way)
    const first = errorOf(submit('standardDFamily', 400))
    await findWaiting(quota, sub)
    const older = openReservations('10')
    const second = older.quota.beginCreateOrUpdateAndWait(
      sub,
      COMPUTE,
      'eastus',
      'standardDFamily',
      { properties: { limit: 450 } },
      timeLimit(),
    )
    expectFailure(await first, 'Superseded', 'A later request replaced this one')
    await decideNext(quota, sub, { decision: 'approve', reason: 'Paid for.' })
    expect((await second).properties.limit).toBe(450)
  })
})

describe('a poller', () => {
  let sub: string
  beforeAll(async () => {
    sub = await addSubscription()
  })

  test('is written down while a person decides, and another client continues it', async () => {
    const at = ['cores', scopeOf(sub), limitOf(400)] as const
    const state = (await open().quota.beginCreateOrUpdate(...at)).toString()
    const later = open()
    const resumed = { ...timeLimit(), resumeFrom: state }
    const poller = await later.quota.beginCreateOrUpdate(...at, resumed)
    const ended = poller.pollUntilDone()
    await decideNext(quota, sub, { decision: 'approve', reason: 'Paid for.' })
    expect((await ended).properties.limit.value).toBe(400)
    expect(later.sent.map(({ method }) => method)).not.toContain('PUT')
    const { length } = later.sent
    await delay(2500 * RETRY_AFTER_S)
    expect(later.sent).toHaveLength(length)
  })

  test('sends what it read, with another limit', async () => {
    const { quota: quotas } = open()
    const at = ['standardDv2Family', scopeOf(sub, 'Microsoft.MachineLearningServices')] as const
    const had = await quotas.get(...at)
    const value = had.properties.limit.value + 1
    const limit = { ...had.properties.limit, value }
    const input = { ...had, properties: { ...had.properties, limit } }
    const has = await quotas.beginCreateOrUpdateAndWait(...at, input, timeLimit())
    expect(has.properties).toEqual(input.properties)
  })
})
