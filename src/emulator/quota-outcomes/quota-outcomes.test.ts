import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useEmulator } from '../../../test/support/server/emulator.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { openQuota } from '../../../test/support/server/quota.ts'
import { takeStartSnapshot } from '../snapshots/actions.ts'
import { isFor } from './rules.ts'

const { database, control, installation } = useEmulator({ PUBLIC_URL: ORIGIN })
const quota = openQuota(installation)

let owner: Awaited<ReturnType<typeof quota.addReader>>
let count = 0
beforeAll(async () => {
  await quota.addOperator()
  await quota.loadStarter()
  owner = await quota.addReader('owner')
  await takeStartSnapshot(database.db)
})
afterEach(async () => {
  await control('DELETE', '/quota-outcomes')
  await control('DELETE', '/clock')
})

const add = (outcome: object) => control('POST', '/quota-outcomes', outcome)

/** The rules would grant it at once. */
async function submit(resource = 'cores', limit = 60) {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [owner.id]: 'owner' })
  const { body, status } = await quota.put(owner, sub, resource, limit)
  expect(status).toBe(201)
  const read = async () => {
    const { body: details } = await quota.status(owner, sub, body.requestId)
    return details.properties
  }
  const readState = async () => (await read()).provisioningState
  const end = () => quota.waitForRequest(owner, sub, body.requestId)
  /** Until the job has run. */
  const hold = () =>
    quota.waitForRequest(
      owner,
      sub,
      body.requestId,
      ({ properties }) => properties.provisioningState === 'InProgress',
    )
  return { sub, id: body.requestId as string, read, readState, end, hold }
}

describe('at once', () => {
  test('granted, although a rule would have asked a person', async () => {
    await add({ end: { kind: 'grant' } })
    const { sub, end } = await submit('standardDFamily', 400)
    expect((await end()).properties.provisioningState).toBe('Succeeded')
    expect(await quota.limitOf(owner, sub, 'standardDFamily')).toBe(400)
  })

  test('denied, with a code and a reason', async () => {
    await add({ end: { kind: 'deny', code: 'OutOfCapacity', reason: 'No rack is free.' } })
    const { sub, end } = await submit()
    expect((await end()).properties).toMatchObject({
      provisioningState: 'Failed',
      message: expect.stringContaining('No rack is free.'),
    })
    expect(await quota.limitOf(owner, sub, 'cores')).not.toBe(60)
  })

  test('C39: granted without subRequestId, which it had until then; other requests keep theirs', async () => {
    await add({ match: { resource: 'cores' }, afterPolls: 1, end: { kind: 'grantWithoutId' } })
    const { read, readState } = await submit()
    expect((await read()).value[0].subRequestId).toEqual(expect.any(String))
    const other = await submit('standardDFamily', 40)
    await expect.poll(readState).toBe('Succeeded')
    expect((await read()).value[0]).toEqual({
      limit: 60,
      message: expect.any(String),
      name: { value: 'cores', localizedValue: expect.any(String) },
      provisioningState: 'Succeeded',
      unit: 'Count',
    })
    expect((await other.end()).properties.value[0].subRequestId).toEqual(expect.any(String))
  })

  test('partly granted', async () => {
    await add({ end: { kind: 'partial', limit: 120 } })
    const { sub, end } = await submit('standardDFamily', 400)
    expect((await end()).properties.message).toContain('120 of the 400')
    expect(await quota.limitOf(owner, sub, 'standardDFamily')).toBe(120)
  })

  test('partly granted, but no more than there is: failed, and it says why', async () => {
    await add({ end: { kind: 'partial', limit: 1 } })
    const { end } = await submit()
    const { provisioningState, message } = (await end()).properties
    expect([provisioningState, message]).toEqual(['Failed', expect.stringContaining('limit')])
  })

  test('what nobody could grant is refused all the same', async () => {
    await add({ end: { kind: 'grant' } })
    const { end } = await submit('standardDCSFamily', 1000)
    expect((await end()).properties.provisioningState).toBe('Invalid')
  })
})

test('after so many seconds of the clock', async () => {
  await control('PUT', '/clock', { isFrozen: true })
  await add({ afterSeconds: 3600, end: { kind: 'grant' } })
  const { readState, hold } = await submit()
  await hold()
  await control('POST', '/clock/advance', { seconds: 3599 })
  expect(await readState()).toBe('InProgress')
  await control('POST', '/clock/advance', { seconds: 1 })
  expect(await readState()).toBe('Succeeded')
})

test('the time counts from the submission, also if the clock moves before the job has run', async () => {
  await add({ afterSeconds: 3600, end: { kind: 'grant' } })
  const { readState } = await submit()
  await control('POST', '/clock/advance', { seconds: 3600 })
  expect(await readState()).toBe('Succeeded')
})

test('after so many seconds of a clock that runs', async () => {
  await add({ afterSeconds: 1, end: { kind: 'grant' } })
  const { end } = await submit()
  expect((await end()).properties.provisioningState).toBe('Succeeded')
})

test('after so many polls', async () => {
  await add({ afterPolls: 3, end: { kind: 'grant' } })
  const { sub, id, readState } = await submit()
  await expect.poll(async () => (await quota.waiting(sub)).length).toBe(1)
  const pollStatus = async () =>
    (await quota.send(owner, 'GET', quota.path(sub, `operationsStatus/${id}`))).body.status
  expect([await readState(), await pollStatus(), await readState()]).toEqual([
    'InProgress',
    'InProgress',
    'InProgress',
  ])
  expect(await pollStatus()).toBe('Succeeded')
})

test('what waits in a snapshot waits again after each restore, also after a reset', async () => {
  await control('PUT', '/clock', { isFrozen: true })
  await add({ match: { resource: 'cores' }, afterPolls: 3, end: { kind: 'grant' } })
  await add({ afterSeconds: 3600, end: { kind: 'grant' } })
  const polled = await submit()
  const timed = await submit('standardDFamily', 400)
  for (const { sub } of [polled, timed])
    await expect.poll(async () => (await quota.waiting(sub)).length).toBe(1)
  expect(await polled.readState()).toBe('InProgress')
  await control('POST', '/snapshots', { name: 'waiting' })
  const endAsBefore = async () => {
    const states = [await polled.readState(), await polled.readState(), await polled.readState()]
    expect(states).toEqual(['InProgress', 'InProgress', 'Succeeded'])
    expect(await timed.readState()).toBe('InProgress')
  }
  await endAsBefore()
  await control('POST', '/snapshots/waiting/restore')
  await endAsBefore()
  await control('POST', '/reset')
  await control('POST', '/snapshots/waiting/restore')
  await endAsBefore()
  await control('POST', '/clock/advance', { seconds: 3600 })
  expect(await timed.readState()).toBe('Succeeded')
  expect((await control('DELETE', '/snapshots/waiting')).status).toBe(204)
})

test('stuck, until an operator decides', async () => {
  await add({ end: { kind: 'stuck' } })
  const { sub, readState, hold } = await submit()
  await hold()
  await control('POST', '/clock/advance', { seconds: 30 * 86_400 })
  expect(await readState()).toBe('InProgress')
  const [waiting] = await quota.waiting(sub)
  if (!waiting) throw new Error('nothing waits')
  expect((await quota.decide(waiting, { decision: 'approve', reason: 'Yes.' })).status).toBe(204)
  expect(await readState()).toBe('Succeeded')
})

test('for some requests, so many times; the first that matches', async () => {
  const stuck = { end: { kind: 'stuck' } }
  const { body } = await add({ match: { resource: 'CORES' }, times: 1, ...stuck })
  const first = await submit()
  await first.hold()
  const second = await submit()
  expect((await second.end()).properties.provisioningState).toBe('Succeeded')
  const { body: listed } = await control('GET', '/quota-outcomes')
  expect(listed.value).toMatchObject([{ id: body.id, times: 1, applied: 1 }])
  expect((await control('DELETE', `/quota-outcomes/${body.id}`)).status).toBe(204)
  expect((await control('DELETE', `/quota-outcomes/${body.id}`)).status).toBe(404)
})

const ASKED = {
  subscription: 'sub-1',
  provider: 'microsoft.compute',
  location: 'eastus',
  resource: 'standardDFamily',
}
test.each([
  [{}, true],
  [{ provider: 'Microsoft.Compute', location: 'East US', resource: 'standarddfamily' }, true],
  [{ subscription: 'SUB-1' }, true],
  [{ subscription: 'sub-2' }, false],
  [{ provider: 'Microsoft.Compute', resource: 'cores' }, false],
])('%j matches: %s', (match, expected) => {
  expect(isFor({ match, end: { kind: 'grant' } }, ASKED)).toBe(expected)
})

test.each([
  {},
  { end: { kind: 'later' } },
  { end: { kind: 'partial' } },
  { afterSeconds: -1, end: { kind: 'grant' } },
  { afterSeconds: 1, afterPolls: 1, end: { kind: 'grant' } },
  { end: { kind: 'deny', code: 'not a code' } },
])('%j is 400', async (outcome) => {
  expect((await add(outcome)).status).toBe(400)
})

test('the 101st outcome is refused', async () => {
  for (let n = 0; n < 100; n++) await add({ end: { kind: 'stuck' } })
  expect((await add({ end: { kind: 'stuck' } })).status).toBe(409)
})
