import { afterEach, beforeAll, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useEmulator } from '../../../test/support/server/emulator.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { isChosen } from './rules.ts'

const { database, server, call, control } = useEmulator({ RATE_LIMITS: 'false' })

let ada: Person
let bob: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  bob = await insertPerson(database.db, 'bob')
})
afterEach(async () => {
  await control('DELETE', '/faults')
})

const add = (fault: object) => control('POST', '/faults', fault)
const callUser = (person = ada) => call(person.token, 'GET', '/v0.1/user')

test('a status, with the error body of the area', async () => {
  const { status, body } = await add({
    effect: { kind: 'status', status: 502, code: 'BadGateway', message: 'Try later.' },
  })
  expect([status, body.matched, body.applied]).toEqual([201, 0, 0])
  const first = await callUser()
  expect([first.status, first.body.error.message]).toEqual([
    502,
    expect.stringMatching(/^Try later/),
  ])
  const health = await call(undefined, 'GET', '/providers/Microsoft.ResourceHealth/none')
  expect([health.status, health.text]).toEqual([502, expect.stringContaining('BadGateway')])
  const { body: listed } = await control('GET', '/faults')
  expect(listed.value).toMatchObject([{ id: body.id, matched: 2, applied: 2 }])
  expect((await control('DELETE', `/faults/${body.id}`)).status).toBe(204)
  expect((await callUser()).status).toBe(200)
  expect((await control('DELETE', `/faults/${body.id}`)).status).toBe(404)
})

test('by method, path and caller', async () => {
  const effect = { kind: 'status', status: 503, retryAfterSeconds: 7 }
  await add({ match: { method: 'get', path: '/v0.1/USER', caller: ada.id }, effect })
  expect((await callUser(ada)).headers.get('retry-after')).toBe('7')
  expect((await callUser(bob)).status).toBe(200)
  expect((await call(ada.token, 'GET', '/v0.1/apps')).status).toBe(200)
  await add({ match: { path: '/v0.1/*' }, effect })
  expect((await call(ada.token, 'GET', '/v0.1/apps?a=b')).status).toBe(503)
})

test('a share of the requests, and so many times', async () => {
  await add({ share: 0.25, times: 2, effect: { kind: 'status', status: 500 } })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await callUser()).status)
  expect(statuses.map((status) => (status === 500 ? 1 : 0))).toEqual([
    1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  ])
})

test('one fault answers, and only that one counts', async () => {
  await add({ times: 1, effect: { kind: 'status', status: 503 } })
  await add({ times: 1, effect: { kind: 'throttle' } })
  const statuses = [await callUser(), await callUser(), await callUser()].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([503, 429, 200])
})

test('a slow answer is one answer, and its handler does not run', async () => {
  await add({ effect: { kind: 'slow-body', bytesPerSecond: 1000 } })
  await add({ effect: { kind: 'status', status: 503, message: 'Try later.' } })
  const { status, text } = await call(ada.token, 'POST', '/v0.1/orgs', { display_name: 'Never' })
  expect([status, JSON.parse(text).error.message]).toEqual([
    503,
    expect.stringMatching(/^Try later/),
  ])
  await control('DELETE', '/faults')
  expect((await call(ada.token, 'GET', '/v0.1/orgs')).body).toEqual([])
})

test('a pattern of many stars is decided at once', async () => {
  await add({ match: { path: `/v0.1${'*'.repeat(50)}x` }, effect: { kind: 'cut' } })
  const startedAt = performance.now()
  expect((await call(ada.token, 'GET', `/v0.1/${'a'.repeat(180)}`)).status).toBe(404)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test.each([0.1, 0.3, 0.5, 0.9, 1])('a share of %d is exact', (share) => {
  const hits = Array.from({ length: 100 }, (_none, seen) => isChosen(share, seen))
  expect(hits.filter(Boolean)).toHaveLength(Math.round(share * 100))
})

test('429 with the headers that clients read', async () => {
  await add({ effect: { kind: 'throttle', retryAfterSeconds: 3 } })
  const { status, headers, body } = await callUser()
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([
    429,
    'TooManyRequests',
    '3',
  ])
  expect(headers.get('x-ms-ratelimit-remaining-tenant-reads')).toBe('0')
})

test('latency', async () => {
  await add({ effect: { kind: 'latency', ms: 300 } })
  const startedAt = performance.now()
  expect((await callUser()).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

test('a connection that is cut', async () => {
  await add({ effect: { kind: 'cut' } })
  await expect(callUser()).rejects.toThrow('fetch failed')
})

test('a body that arrives slowly, and is whole', async () => {
  const { text } = await callUser()
  await add({ effect: { kind: 'slow-body', bytesPerSecond: text.length * 2 } })
  const startedAt = performance.now()
  expect((await callUser()).text).toBe(text)
  expect(performance.now() - startedAt).toBeGreaterThan(400)
})

test('the sign-in: a status applies, a slow body does not', async () => {
  const path = `${server.url}/oauth2/jwks`
  await add({ times: 1, effect: { kind: 'status', status: 503 } })
  expect((await fetch(path)).status).toBe(503)
  await add({ effect: { kind: 'slow-body', bytesPerSecond: 1 } })
  const startedAt = performance.now()
  expect(await (await fetch(path)).text()).toContain('"keys"')
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('a token that has expired', async () => {
  await add({ effect: { kind: 'expired-token' } })
  const { status, text } = await callUser()
  expect([status, text]).toEqual([401, expect.stringContaining('expired')])
})

test('without match: whatever is not refused before its body is read', async () => {
  const readOnly = { ...NEW_TOKEN, scope: ['viewer'] }
  const { api_token } = (await call(ada.token, 'POST', '/v0.1/api_tokens', readOnly)).body
  await add({ effect: { kind: 'status', status: 503 } })
  const send = async (path: string, options: RequestInit = {}) =>
    (await fetch(`${server.url}${path}`, options)).status
  const headers = { 'x-api-token': ada.token }
  for (const path of ['/livez', '/explorer', '/oauth2/jwks', '/nowhere', '/v0.1/nowhere'])
    expect([path, await send(path, { headers })]).toEqual([path, 503])
  expect(await send('/v0.1/user')).toBe(401)
  expect((await call(api_token, 'POST', '/v0.1/orgs', { name: 'tide' })).status).toBe(403)
  expect(await send(`/v0.1/orgs/${bob.name}`, { headers })).toBe(404)
  expect(await send(`/v0.1/user?${'a=b&'.repeat(300)}`, { headers })).toBe(400)
  expect((await control('GET', '/clock')).status).toBe(200)
})

test('the controls are not affected, and neither is a probe that is matched by no fault', async () => {
  await add({ effect: { kind: 'cut' } })
  expect((await control('GET', '/faults')).status).toBe(200)
  await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
})

test.each([
  {},
  { effect: { kind: 'status', status: 200 } },
  { effect: { kind: 'explode' } },
  { share: 2, effect: { kind: 'cut' } },
])('%j is 400', async (fault) => {
  expect((await add(fault)).status).toBe(400)
})

test('the 101st fault is refused', async () => {
  for (let n = 0; n < 100; n++) await add({ match: { path: '/none' }, effect: { kind: 'cut' } })
  expect((await add({ effect: { kind: 'cut' } })).status).toBe(409)
})
