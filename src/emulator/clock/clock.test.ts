import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useEmulator } from '../../../test/support/server/emulator.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { takeStartSnapshot } from '../snapshots/actions.ts'

const DAY_S = 86_400
const { database, server, call, control, health } = useEmulator({
  PUBLIC_URL: ORIGIN,
  RATE_LIMITS: 'anonymousBurst=2,anonymousPerSecond=0.01',
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
})
afterEach(async () => {
  await control('DELETE', '/clock')
})

/** A job with nothing to do. */
const NO_REQUEST = {
  subscriptionId: 'sub-0',
  requestId: '019a0000-0000-7000-8000-000000000000',
  subRequestId: '019a0000-0000-7000-8000-000000000001',
}

const readTime = async () => new Date((await control('GET', '/clock')).body.time).getTime()
const addToken = async (body: object) =>
  (await call(ada.token, 'POST', '/v0.1/api_tokens', { ...NEW_TOKEN, ...body })).body

test('it runs with the real time until it is changed, and again after a reset', async () => {
  expect((await control('GET', '/clock')).body).toMatchObject({ isFrozen: false, isMoved: false })
  expect(Math.abs((await readTime()) - Date.now())).toBeLessThan(5000)
  const { body } = await control('POST', '/clock/advance', { seconds: 3 * DAY_S })
  expect(body).toMatchObject({ isMoved: true, isFrozen: false, dueJobs: 0 })
  expect((await readTime()) - Date.now()).toBeGreaterThan((3 * DAY_S - 5) * 1000)
  await control('DELETE', '/clock')
  expect(Math.abs((await readTime()) - Date.now())).toBeLessThan(5000)
})

test('frozen, it stands still, can be set, and goes on from there', async () => {
  const time = '2031-05-01T12:00:00.000Z'
  expect((await control('PUT', '/clock', { time, isFrozen: true })).body).toMatchObject({
    time,
    isFrozen: true,
  })
  expect((await control('GET', '/clock')).body.time).toBe(time)
  const { body } = await control('POST', '/clock/advance', { seconds: 90 })
  expect(body.time).toBe('2031-05-01T12:01:30.000Z')
  await control('PUT', '/clock', { isFrozen: false })
  expect((await readTime()) - Date.parse('2031-05-01T12:01:30Z')).toBeGreaterThan(0)
})

test.each([
  { time: '2031-12-31T23:59:60Z' },
  { time: '9999-01-01T00:00:00Z' },
  { time: 'tomorrow' },
  { seconds: 5 },
  { isFrozen: 'yes' },
])('a change %j is 400', async (body) => {
  expect((await control('PUT', '/clock', body)).status).toBe(400)
})
test.each([0, -1, 1e12])('it is not advanced by %d s', async (seconds) => {
  expect((await control('POST', '/clock/advance', { seconds })).status).toBe(400)
})

test('what is created has the time of the clock, and tokens expire by it', async () => {
  const expires_at = new Date(Date.now() + 10 * DAY_S * 1000).toISOString()
  const { api_token } = await addToken({ expires_at })
  await control('POST', '/clock/advance', { seconds: 9 * DAY_S })
  expect((await call(api_token, 'GET', '/v0.1/user')).status).toBe(200)
  const later = await addToken({})
  expect(Date.parse(later.created_at) - Date.now()).toBeGreaterThan((9 * DAY_S - 60) * 1000)
  await control('POST', '/clock/advance', { seconds: 2 * DAY_S })
  expect((await call(api_token, 'GET', '/v0.1/user')).status).toBe(401)
})

test('who has signed in stays signed in', async () => {
  const reader = await health.addReader('reader')
  await health.addSubscription('sub-1', { [reader.id]: 'reader' })
  const path = '/subscriptions/sub-1/providers/Microsoft.ResourceHealth/events'
  await control('POST', '/clock/advance', { seconds: 300 * DAY_S })
  const headers = { authorization: `Bearer ${reader.bearer}` }
  const query = 'api-version=2025-05-01'
  expect((await call(undefined, 'GET', `${path}?${query}`, undefined, headers)).status).toBe(200)
})

test('an event is backdated by publishing it while the clock is set back', async () => {
  await health.addOperator()
  const reader = await health.addReader()
  await health.addSubscription('sub-past', { [reader.id]: 'reader' })
  await control('PUT', '/clock', { time: '2026-03-01T08:00:00Z', isFrozen: true })
  const { body } = await health.callAsOperator('POST', '/events', {
    audience: { kind: 'subscriptions', subscriptions: ['sub-past'] },
    eventType: 'ServiceIssue',
  })
  await control('POST', '/clock/advance', { seconds: 3600 })
  await health.callAsOperator('POST', `/events/${body.trackingId}/resolve`, {})
  await control('DELETE', '/clock')
  const path = `/subscriptions/sub-past/providers/Microsoft.ResourceHealth/events/${body.trackingId}`
  const headers = { authorization: `Bearer ${reader.bearer}` }
  const query = 'api-version=2025-05-01'
  const read = await call(undefined, 'GET', `${path}?${query}`, undefined, headers)
  expect(read.body.properties).toMatchObject({
    status: 'Resolved',
    impactMitigationTime: '2026-03-01T09:00:00.000Z',
    lastUpdateTime: '2026-03-01T09:00:00.000Z',
  })
})

/** One that waits for two days. */
async function addWaitingJob() {
  const { rows } = await sql<{ id: string }>`insert into pgboss.job (name, data, start_after)
    values ('quota.decide', ${JSON.stringify(NO_REQUEST)}, now() + interval '2 days') returning id`.execute(
    database.db,
  )
  return async () => {
    const found = await sql<{ state: string; startAfter: Date }>`
      select state, start_after as "startAfter" from pgboss.job where id = ${rows[0]?.id}`.execute(
      database.db,
    )
    const { state, startAfter } = found.rows[0] ?? {}
    return { state, days: Math.round(((startAfter?.getTime() ?? 0) - Date.now()) / 86_400_000) }
  }
}

test('a job that waits for a later time is done when the clock has passed it', async () => {
  const readJob = await addWaitingJob()
  await control('POST', '/clock/advance', { seconds: DAY_S })
  expect(await readJob()).toMatchObject({ state: 'created' })
  const { body } = await control('POST', '/clock/advance', { seconds: DAY_S + 1 })
  expect(body.dueJobs).toBe(0)
  expect(await readJob()).toMatchObject({ state: 'completed' })
})

const setBack = (days: number) => {
  const time = new Date(Date.now() - days * DAY_S * 1000).toISOString()
  return control('PUT', '/clock', { time })
}

test('a job waits longer when the clock is set back, and as before in the real time', async () => {
  const readJob = await addWaitingJob()
  await setBack(10)
  expect(await readJob()).toEqual({ state: 'created', days: 12 })
  await control('DELETE', '/clock')
  expect(await readJob()).toEqual({ state: 'created', days: 2 })
})

test('after a reset, the jobs of the start wait as they did', async () => {
  const readJob = await addWaitingJob()
  await takeStartSnapshot(database.db)
  for (const move of [() => setBack(10), () => setBack(-1)]) {
    await move()
    expect((await control('POST', '/reset')).status).toBe(204)
    expect(await readJob()).toEqual({ state: 'created', days: 2 })
  }
})

test('Retry-After: at most 1 s, except from the sign-in, which goes by the real time', async () => {
  await control('POST', '/clock/advance', { seconds: 1 })
  await control('POST', '/faults', {
    match: { path: '/v0.1/user' },
    effect: { kind: 'throttle', retryAfterSeconds: 30 },
  })
  const { status, headers } = await call(ada.token, 'GET', '/v0.1/user')
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  await control('DELETE', '/faults')
  const callSignIn = () => fetch(`${server.url}/oauth2/device`)
  await expect.poll(async () => (await callSignIn()).status).toBe(429)
  const limited = await callSignIn()
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(10)
})

test('retention follows the clock', async () => {
  const { id } = await addToken({})
  await call(ada.token, 'DELETE', `/v0.1/api_tokens/${id}`)
  const isThere = async () =>
    (await database.db.selectFrom('api_token').select('id').where('id', '=', id).execute()).length
  await control('POST', '/clock/advance', { seconds: 90 * DAY_S })
  expect(await isThere()).toBe(1)
  await control('POST', '/clock/advance', { seconds: 2 * DAY_S })
  expect(await isThere()).toBe(0)
})
