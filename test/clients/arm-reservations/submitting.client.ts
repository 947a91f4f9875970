import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import {
  COMPUTE,
  collect,
  errorOf,
  RETRY_AFTER_S,
  restore,
  useInstallation,
  VERSIONS,
  type Version,
  WAYS,
  type Way,
} from './installation.ts'
import { decideNext, expectFailure, expectPace, findWaiting, timeLimit } from './steps.ts'

const { quota, open, addSubscription } = useInstallation(useDatabase())
/** Asks and waits the way a caller would; a poller that does not come to an end is broken off, and fails. */
async function begin(version: Version, way: Way) {
  const sub = await addSubscription()
  const client = open(version)
  const ask = (resource: string, limit: number) =>
    client.quota[way](sub, COMPUTE, 'eastus', resource, { properties: { limit } }, timeLimit())
  const last = async () => {
    const [details] = await collect(client.quotaRequestStatus.list(sub, COMPUTE, 'eastus'))
    return details
  }
  return { sub, client, ask, last, sent: client.sent }
}
describe.concurrent.each(WAYS)('version %s, %s', (version, way) => {
  const method = way.includes('reate') ? 'PUT' : 'PATCH'

  test('ends with the limit that a rule granted', async () => {
    const { sub, client, ask, last, sent } = await begin(version, way)
    const beganAt = Date.now()
    const granted = await ask('cores', 60)
    expect(granted).toMatchObject({ name: 'cores', properties: { limit: 60, unit: 'Count' } })
    expectPace(sent, beganAt)
    expect(sent[0]).toMatchObject({ method, status: 201 })
    expect(sent.at(-1)).toMatchObject({ method: 'GET', status: 200 })
    expect(sent.at(-1)?.path).toMatch(/\/serviceLimits\/cores$/)
    expect(await last()).toMatchObject({ provisioningState: 'Succeeded' })
    const limit = await client.quota.get(sub, COMPUTE, 'eastus', 'cores')
    expect(limit.properties.limit).toBe(60)
  })

  test('ends with what a person granted, which is less', async () => {
    const { sub, ask, last } = await begin(version, way)
    const asked = ask('standardDFamily', 400)
    await decideNext(quota, sub, { decision: 'approve', limit: 120, reason: 'All there is.' })
    expect((await asked).properties.limit).toBe(120)
    const details = await last()
    expect(details).toMatchObject({ provisioningState: 'Succeeded', value: [{ limit: 120 }] })
    expect(details?.message).toContain('120 of the 400')
  })

  test('fails with the code and the reason of whoever denied it', async () => {
    const { sub, ask, last, sent } = await begin(version, way)
    const beganAt = Date.now()
    const asked = errorOf(ask('standardDFamily', 400))
    await decideNext(quota, sub, {
      decision: 'deny',
      reason: 'No capacity is left in this region.',
      code: 'OutOfCapacity',
    })
    expectFailure(await asked, 'OutOfCapacity', 'Denied: No capacity is left in this region.')
    expectPace(sent, beganAt)
    expect(await last()).toMatchObject({
      provisioningState: 'Failed',
      message: 'Denied: No capacity is left in this region.',
    })
  })

  test('fails with the rule that stands against it', async () => {
    const { sub, ask, last } = await begin(version, way)
    const inUse = { provider: COMPUTE, location: 'eastus', resource: 'cores', currentValue: 15 }
    await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, { value: [inUse] })
    const error = await errorOf(ask('cores', 5))
    expectFailure(error, 'QuotaReductionNotSupported', 'The current usage is 15 (Count).')
    expect(await last()).toMatchObject({ provisioningState: 'Failed' })
  })

  test('fails where the request is Invalid, instead of polling for ever', async () => {
    const { ask, last, sent } = await begin(version, way)
    const beganAt = Date.now()
    const error = await errorOf(ask('standardDCSFamily', 1000))
    expectFailure(error, 'LimitAboveMaximum', 'The maximum is 64 (Count).')
    expectPace(sent, beganAt)
    expect(await last()).toMatchObject({ provisioningState: 'Invalid' })
  })

  test('fails when a later request takes its place, and that one goes on', async () => {
    const { sub, ask } = await begin(version, way)
    const first = errorOf(ask('standardDFamily', 400))
    await findWaiting(quota, sub)
    const second = ask('standardDFamily', 450)
    expectFailure(await first, 'Superseded', 'A later request replaced this one')
    await decideNext(quota, sub, { decision: 'approve', reason: 'Paid for.' })
    expect((await second).properties.limit).toBe(450)
  })
})

describe.concurrent.each(VERSIONS)('a poller of version %s', (version) => {
  test('keeps the pace it is told while a person thinks, and asks no more once it has ended', async () => {
    const sub = await addSubscription()
    const client = open(version)
    const input = { properties: { limit: 400 } }
    const beganAt = Date.now()
    const at = [sub, COMPUTE, 'eastus', 'cores'] as const
    const poller = await client.quota.beginCreateOrUpdate(...at, input, timeLimit())
    const ended = poller.pollUntilDone()
    await delay(4000)
    expect(poller.isDone()).toBe(false)
    expectPace(client.sent, beganAt)
    await decideNext(quota, sub, { decision: 'approve', reason: 'Paid for.' })
    expect((await ended).properties.limit).toBe(400)
    const { length } = client.sent
    await delay(2500 * RETRY_AFTER_S)
    expect(client.sent).toHaveLength(length)
  })

  test('is written down while a person thinks, and another client takes it up', async () => {
    const sub = await addSubscription()
    const input = { properties: { limit: 400 } }
    const at = [sub, COMPUTE, 'eastus', 'cores'] as const
    const state = (await open(version).quota.beginCreateOrUpdate(...at, input)).toString()
    const later = open(version)
    const taken = { ...timeLimit(), resumeFrom: state }
    const poller =
      version === '9'
        ? await later.quota.beginCreateOrUpdate(...at, input, taken)
        : restore(later, state, later.quota.createOrUpdate)
    const ended = poller.pollUntilDone()
    await decideNext(quota, sub, { decision: 'approve', reason: 'Paid for.' })
    expect((await ended).properties.limit).toBe(400)
    expect(await collect(later.quotaRequestStatus.list(sub, COMPUTE, 'eastus'))).toHaveLength(1)
    expect(later.sent.map(({ method }) => method)).not.toContain('PUT')
  })

  test('takes what it got, with another limit, and asks with it', async () => {
    const sub = await addSubscription()
    const { quota: limits } = open(version)
    const at = [sub, 'Microsoft.MachineLearningServices', 'eastus', 'standardDv2Family'] as const
    const had = await limits.get(...at)
    const input = { ...had, properties: { ...had.properties, limit: had.properties.limit + 1 } }
    const has = await limits.beginCreateOrUpdateAndWait(...at, input, timeLimit())
    expect(has.properties).toEqual(input.properties)
  })
})
