import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendLines, sendRaw } from '../../support/http/send-raw.ts'
import { addApp, addPerson, call, installation, type Person, unique } from '../world.ts'

let ada: Person
let bob: Person
let tide: Awaited<ReturnType<typeof addApp>>
beforeAll(async () => {
  ada = await addPerson('ada')
  bob = await addPerson('bob')
  tide = await addApp(ada)
})

test('A37: GET /v0.1/user is called without a body', async () => {
  expect((await call(ada.token, 'GET', '/v0.1/user')).status).toBe(200)
})

test('A38: GET /v0.1/user answers with the profile of whoever calls', async () => {
  const { body } = await call(bob.token, 'GET', '/v0.1/user')
  expect(body).toMatchObject({ id: bob.id, name: bob.name, email: bob.email })
  expect(Object.keys(body).sort()).toEqual([
    'avatar_url',
    'can_change_password',
    'created_at',
    'display_name',
    'email',
    'id',
    'name',
    'origin',
  ])
})

test('A39: DELETE …/users/{user_email} takes the named user off the named app', async () => {
  const eve = await addPerson('eve')
  const named = await addApp(ada, [
    [bob, 'developer'],
    [eve, 'developer'],
  ])
  const other = await addApp(ada, [[bob, 'developer']])
  const reach = async (person: Person, { path }: { path: string }) =>
    (await call(person.token, 'GET', path)).status
  const removed = await call(ada.token, 'DELETE', `${named.path}/users/${bob.email}`)
  expect([removed.status, removed.body]).toEqual([204, undefined])
  expect(await reach(bob, named)).toBe(404)
  expect([await reach(bob, other), await reach(eve, named)]).toEqual([200, 200])
  const again = await call(ada.token, 'DELETE', `${named.path}/users/${bob.email}`)
  expect([again.status, again.body.error.code]).toEqual([404, 'NotFound'])
})

describe.each([
  ['A40: owner_name is required', '/v0.1/apps//{app}/users/{email}'],
  ['A41: app_name is required', '/v0.1/apps/{owner}//users/{email}'],
  ['A42: user_email is required', '/v0.1/apps/{owner}/{app}/users/'],
])('%s', (_clause, template) => {
  test('without it the DELETE is 404 and the member stays; with it the member is gone', async () => {
    const member = await addPerson('member')
    const { name, path } = await addApp(ada, [[member, 'developer']])
    const isMember = async () => (await call(member.token, 'GET', path)).status === 200
    const incomplete = template
      .replace('{owner}', ada.name)
      .replace('{app}', name)
      .replace('{email}', member.email)
    const refused = await call(ada.token, 'DELETE', incomplete)
    expect(refused.status).toBe(404)
    expect(refused.body.code ?? refused.body.error.code).toMatch(/^Not ?Found$/)
    expect(await isMember()).toBe(true)
    expect((await call(ada.token, 'DELETE', `${path}/users/${member.email}`)).status).toBe(204)
    expect(await isMember()).toBe(false)
  })
})

const send = (method: string, lines: string[], body = '', token = ada.token) =>
  sendLines(installation.url, { method, lines, body, token })

const NOBODY = unique('nobody')
const JSON_TYPE = 'Content-Type: application/json'
/** Not the length 0: COMPATIBLE_CLIENTS decides about it. */
const NO_BODY: [string, string[], string][] = [
  ['no length at all', [], ''],
  ['no length, but a JSON type', [JSON_TYPE], ''],
  ['an empty chunked body', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['an empty chunked body of JSON', [JSON_TYPE, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
]

describe.each([
  ['A43: a POST without a body gets 411', 'POST'],
  ['A44: a PUT without a body gets 411', 'PUT'],
  ['A45: a PATCH without a body gets 411', 'PATCH'],
])('%s', (_clause, method) => {
  test.each(NO_BODY)('%s', async (_what, lines, body) => {
    const answer = await send(method, lines, body)
    expect(answer.line).toBe('HTTP/1.1 411 Length Required')
    expect(answer.body).toEqual({
      statusCode: 411,
      code: 'LengthRequired',
      message: expect.stringMatching(/Send \{\} for an empty body.*COMPATIBLE_CLIENTS=true/),
    })
  })

  test.each(NO_BODY)('also on an app nobody has: %s', async (_what, lines, body) => {
    const head = [`${method} /v0.1/apps/${NOBODY}/nothing HTTP/1.1`, 'Host: x', 'Connection: close']
    const token = `X-API-Token: ${ada.token}`
    const request = `${[...head, ...lines, token].join('\r\n')}\r\n\r\n${body}`
    expect((await sendRaw(installation.url, request)).split('\r\n')[0]).toBe(
      'HTTP/1.1 411 Length Required',
    )
  })

  test('a chunked body that is not empty is read whole, and 404 comes first', async () => {
    const pieces = ['2\r\n{"\r\n', 'c\r\nname":"tide"\r\n', '1\r\n}\r\n', '0\r\n\r\n']
    const head = [`${method} /v0.1/apps/${NOBODY}/nothing HTTP/1.1`, 'Host: x', 'Connection: close']
    const lines = [...head, JSON_TYPE, 'Transfer-Encoding: chunked', `X-API-Token: ${ada.token}`]
    const request = `${lines.join('\r\n')}\r\n\r\n${pieces.join('')}`
    expect((await sendRaw(installation.url, request)).split('\r\n')[0]).toMatch(/ 404 /)
  })

  test('401 comes before 411', async () => {
    expect((await send(method, [], '', '')).status).toBe(401)
  })

  test('415: a body that is not JSON', async () => {
    const lines = ['Content-Type: text/csv', 'Content-Length: 3']
    expect((await send(method, lines, 'a,b')).status).toBe(415)
  })
})

describe('A46: a request carrying {} does not get 411', () => {
  test.each(['POST', 'PUT', 'PATCH'])('%s, with its length or in chunks', async (method) => {
    const whole = await send(method, [JSON_TYPE, 'Content-Length: 2'], '{}')
    const lines = [JSON_TYPE, 'Transfer-Encoding: chunked']
    const chunked = await send(method, lines, '2\r\n{}\r\n0\r\n\r\n')
    expect([whole.status, chunked.status]).toEqual([404, 404])
  })

  test('and an operation with nothing to say takes it', async () => {
    expect((await call(ada.token, 'PATCH', tide.path, {})).status).toBe(200)
  })
})

test.each(['GET', 'DELETE'])('%s is untouched by the rule: no body passes', async (method) => {
  const withLengthZero = [...NO_BODY, ['length 0', ['Content-Length: 0'], ''] as const]
  for (const [, lines, body] of withLengthZero) {
    expect((await send(method, [...lines], body)).status).toBe(404)
  }
})

test('A47: callers identify themselves with an API token', async () => {
  const refused = await call(undefined, 'GET', '/v0.1/apps')
  expect([refused.status, refused.body.statusCode, refused.body.code]).toEqual([
    401,
    401,
    'Unauthorized',
  ])
  expect((await call(ada.token, 'GET', '/v0.1/apps')).status).toBe(200)
})

test('a bearer of a person who signed in is served without the header: the exception of requirements.md', async () => {
  const headers = { Authorization: `Bearer ${installation.operator}` }
  expect((await call(undefined, 'GET', '/v0.1/user', undefined, headers)).status).toBe(200)
})

test('A48: the token travels in the header X-API-Token, and nowhere else', async () => {
  const elsewhere = [
    call(undefined, 'GET', `/v0.1/apps?X-API-Token=${ada.token}`),
    call(undefined, 'GET', '/v0.1/apps', undefined, { Authorization: `Bearer ${ada.token}` }),
    call(undefined, 'GET', '/v0.1/apps', undefined, { Cookie: `X-API-Token=${ada.token}` }),
  ]
  expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual([401, 401, 401])
  const headers = { 'x-api-token': ada.token }
  expect((await call(undefined, 'GET', '/v0.1/apps', undefined, headers)).status).toBe(200)
})

test('A49: the header is needed on each request, also on one connection', async () => {
  const { Agent, request } = installation.url.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (headers: Record<string, string>) =>
    new Promise<[number, number]>((resolve, reject) => {
      const sent = request(
        `${installation.url}/v0.1/user`,
        { agent, headers },
        async (response) => {
          const port = response.socket.localPort ?? 0
          await text(response)
          resolve([response.statusCode ?? 0, port])
        },
      )
      sent.on('error', reject).end()
    })
  const [known, port] = await get({ 'X-API-Token': ada.token })
  const [unknown, samePort] = await get({})
  agent.destroy()
  expect([known, unknown]).toEqual([200, 401])
  expect(samePort).toBe(port)
})
