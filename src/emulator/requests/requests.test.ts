import { beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useEmulator } from '../../../test/support/server/emulator.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { createRequestList } from './requests.ts'
import { hideSecrets } from './rules.ts'

const { database, server, call, control } = useEmulator({
  RATE_LIMITS: 'false',
  PUBLIC_URL: 'http://localhost:3000',
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
})
beforeEach(async () => {
  await control('DELETE', '/requests')
})

test('what clients sent: with their ids, without their secrets', async () => {
  const headers = { 'x-ms-client-request-id': 'trace-1', cookie: 'session=abc' }
  await call(ada.token, 'POST', '/v0.1/api_tokens?page=2&token=abc', NEW_TOKEN, headers)
  await call(ada.token, 'POST', '/v0.1/user/invitations/apps/hidden-value/accept')
  await call(ada.token, 'GET', '/v0.1/user/invitations/apps/hidden-value/accept')
  const link = { ...NEW_TOKEN, description: 'https://binnacle.example/callback?code=hidden-value' }
  await call(ada.token, 'POST', '/v0.1/api_tokens', link)
  await fetch(`${server.url}/oauth2/device?user_code=HIDD-ENVA`)
  await fetch(`${server.url}/oauth2/set-password/hidden-value/`)
  await fetch(`${server.url}/oauth2/set%2Dpassword/hidden-value/`)
  await call(ada.token, 'GET', '/v0.1/user/invitations/%61pps//hidden-value/accept')
  const { body, text } = await control('GET', '/requests')
  expect(body.dropped).toBe(0)
  expect(body.value).toMatchObject([
    {
      method: 'POST',
      path: '/v0.1/api_tokens',
      query: { page: '2', token: '(not recorded)' },
      headers: { 'x-ms-client-request-id': 'trace-1', 'content-type': 'application/json' },
      body: NEW_TOKEN,
      status: 201,
    },
    { path: '/v0.1/user/invitations/apps/(not recorded)/accept', status: 404 },
    { path: '/v0.1/user/invitations/apps/(not recorded)/accept', status: 404 },
    { body: { description: 'https://binnacle.example/callback?code=(not recorded)' }, status: 201 },
    { path: '/oauth2/device', query: {}, body: '(not recorded)' },
    { path: '/oauth2/set-password/(not recorded)/' },
    { path: '/oauth2/set-password/(not recorded)/' },
    { path: '/v0.1/user/invitations/apps//(not recorded)/accept' },
  ])
  expect(Object.values(body.value[0].caller)).toContain(ada.id)
  for (const secret of [ada.token, 'session=abc', 'hidden-value', 'HIDD-ENVA'])
    expect(text).not.toContain(secret)
})

const LONG = 'a'.repeat(60)
test.each([
  [
    'https://b.example/oauth2/set-password/abc?x=1',
    'https://b.example/oauth2/set-password/(not recorded)?x=1',
  ],
  ['/oauth2/sign-in-link/abc', '/oauth2/sign-in-link/(not recorded)'],
  ['/v0.1/user/invitations/apps/abc/accept', '/v0.1/user/invitations/apps/(not recorded)/accept'],
  [
    '/callback?state=abc&page=2#id_token=def',
    '/callback?state=(not recorded)&page=2#id_token=(not recorded)',
  ],
  ['code=abc&page=a%20b', 'code=(not recorded)&page=a%20b'],
  ['See https://ada:abc@b.example/x.', 'See https://(not recorded)@b.example/x.'],
  [`https://b.example/${LONG}/x`, 'https://b.example/(not recorded)/x'],
  ['https://b.example/?next=%2Fcallback%3Fcode%3Dabc', '(not recorded)'],
  ['https://b.example/?next=%252Fcallback%253Fcode%253Dabc', '(not recorded)'],
  [`%${'25'.repeat(50_000)}`, '(not recorded)'],
  [
    'https://b.example/?next=%2Fcallback%3Fpage%3D2',
    'https://b.example/?next=%2Fcallback%3Fpage%3D2',
  ],
  [`100% of ${LONG}; the code is x=1`, `100% of ${LONG}; the code is x=1`],
])('a text of a body, case %#', (text, recorded) => {
  expect(hideSecrets({ text: [text] })).toEqual({ text: [recorded] })
})

test('names that end in code are hidden, except for languages', () => {
  const codes = { code: 'a', user_code: 'b', otpCode: 'c', localeCode: 'en-us' }
  const hidden = '(not recorded)'
  expect(hideSecrets(codes)).toEqual({
    code: hidden,
    user_code: hidden,
    otpCode: hidden,
    localeCode: 'en-us',
  })
})

test('searched and asserted', async () => {
  await call(ada.token, 'GET', '/v0.1/user')
  await call(ada.token, 'GET', '/v0.1/apps')
  await call(undefined, 'GET', '/v0.1/apps')
  const found = async (query: string) =>
    (await control('GET', `/requests?${query}`)).body.value.map(
      (entry: { path: string }) => entry.path,
    )
  expect(await found('path=/v0.1/*&status=200')).toEqual(['/v0.1/user', '/v0.1/apps'])
  expect(await found(`caller=${ada.id}`)).toHaveLength(2)
  expect(await found('method=POST')).toEqual([])
  const assert = async (body: object) => (await control('POST', '/requests/assert', body)).status
  expect(await assert({ path: '/v0.1/apps', atLeast: 2, atMost: 2 })).toBe(200)
  expect(await assert({ path: '/v0.1/apps', atMost: 1 })).toBe(409)
  expect(await assert({ path: '/v0.1/orgs' })).toBe(409)
  expect(await assert({ path: '/v0.1/orgs', atMost: 0 })).toBe(200)
})

test('the last 1,000 are kept, and it says how many were dropped', () => {
  const requests = createRequestList()
  const entry = { at: '', method: 'GET', path: '/', query: {}, headers: {}, body: null }
  for (let n = 0; n < 1003; n++) {
    requests.add({ ...entry, caller: {}, status: 200, ms: 1, requestId: String(n) })
  }
  expect([requests.dropped(), requests.list().length, requests.list()[0]?.number]).toEqual([
    3, 1000, 4,
  ])
})

test('a request whose connection was cut, or whose client has left, has the status 0', async () => {
  await control('POST', '/faults', { times: 1, effect: { kind: 'cut' } })
  await expect(call(ada.token, 'GET', '/v0.1/user')).rejects.toThrow('fetch failed')
  await control('POST', '/faults', { times: 1, effect: { kind: 'latency', ms: 60_000 } })
  const left = fetch(`${server.url}/v0.1/apps`, {
    headers: { 'x-api-token': ada.token },
    signal: AbortSignal.timeout(300),
  })
  await expect(left).rejects.toThrow()
  await control('POST', '/faults', {
    times: 1,
    effect: { kind: 'slow-body', bytesPerSecond: 10 },
  })
  const partial = fetch(`${server.url}/v0.1/user`, {
    headers: { 'x-api-token': ada.token },
    signal: AbortSignal.timeout(300),
  }).then((response) => response.text())
  await expect(partial).rejects.toThrow()
  const listed = async () =>
    (await control('GET', '/requests?status=0')).body.value.map(
      ({ path, caller }: { path: string; caller: object }) => [
        path,
        Object.values(caller).includes(ada.id),
      ],
    )
  await expect.poll(listed).toEqual([
    ['/v0.1/user', true],
    ['/v0.1/apps', true],
    ['/v0.1/user', true],
  ])
})
