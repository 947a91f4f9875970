import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { sendRaw } from '../../../test/support/http/send-raw.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor, type Visited } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const database = useDatabase()
const setting = { seal: openSeal(randomBytes(32)), env: { PUBLIC_URL: ORIGIN } }
const server = useServer({ databaseUrl: database.url, ...setting })

beforeAll(async () => {
  for (const name of ['ada', 'bob']) {
    await insertPassword(database.db, (await insertPerson(database.db, name)).id)
  }
  await insertClient(database.db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() })
})

const asked = { client_id: 'spa', redirect_uri: BACK, scope: 'user_impersonation', state: 'x' }
const implicit = { ...asked, response_type: 'token' }
const code = {
  ...asked,
  response_type: 'code',
  code_challenge: randomBytes(32).toString('base64url'),
  code_challenge_method: 'S256',
}
const visitor = () => makeVisitor(ORIGIN, [server.url])
const visit = (query: string | Record<string, string>, path = '/oauth2/auth', init = {}) =>
  visitor().visit(`${path}?${new URLSearchParams(query)}`, init)
const isForm = ({ text }: Pick<Visited, 'text'>) =>
  /document\.forms|Submitting Callback|<script/.test(text)
const expectNoForm = (page: Visited) => {
  expect(isForm(page)).toBe(false)
  expect(page.text).not.toContain('/sign-in"')
}

describe('form_post cannot be reached', () => {
  const modes = ['form_post', 'form_post.jwt', 'jwt', 'web_message', 'FORM_POST', 'form_post ']
  test.each(modes.flatMap((mode) => [implicit, code].map((flow) => [mode, flow] as const)))(
    'by GET with response_mode %j',
    async (response_mode, flow) => expectNoForm(await visit({ ...flow, response_mode })),
  )

  test.each([
    ['response_mode=query&response_mode=form_post'],
    ['response_mode=form_post&response_mode=fragment'],
    ['response_mode=form_post&response_mode=form_post'],
    ['response_mode%5B%5D=form_post&response%5Fmode=form_post'],
  ])('by repeating it: %s', async (more) => {
    for (const flow of [implicit, code]) {
      expectNoForm(await visit(`${new URLSearchParams(flow)}&${more}`))
    }
  })

  test.each([implicit, code])('by a POST', async (flow) => {
    const body = new URLSearchParams({ ...flow, response_mode: 'form_post' })
    const page = await visitor().visit('/oauth2/auth', { method: 'POST', body })
    expect([page.status, isForm(page)]).toEqual([404, false])
  })

  test('by a request object, by value or by reference', async () => {
    const request = new UnsecuredJWT({ ...code, response_mode: 'form_post' }).encode()
    for (const more of [{ request }, { request_uri: 'https://client.example/request' }]) {
      const page = await visit({ ...code, ...more })
      expectNoForm(page)
      expect(page.url.href + page.text).toMatch(/not[_ +]supported|request/)
    }
  })

  test('by pushing the request: there is no such endpoint', async () => {
    const body = new URLSearchParams({ ...code, response_mode: 'form_post' })
    for (const path of ['/oauth2/request', '/oauth2/par']) {
      const page = await visitor().visit(path, { method: 'POST', body })
      expect([page.status, isForm(page)]).toEqual([404, false])
    }
    const pushed = 'urn:ietf:params:oauth:request_uri:abc'
    expectNoForm(await visit({ client_id: 'spa', request_uri: pushed }))
  })

  test.each(['/oauth2/device', '/oauth2/device/', '/oauth2//device', '/oauth2/DEVICE'])(
    'by a code in the address of %s',
    async (path) => {
      expect(isForm(await visit({ user_code: 'BCDF-GHJK' }, path))).toBe(false)
      const head = `HEAD ${path}?user_code=BCDF-GHJK HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
      expect(await sendRaw(server.url, head)).not.toContain('script-src')
    },
  )

  test('by signing in as somebody else, who is then the one signed in', async () => {
    const { who, exchange } = await signer(ORIGIN, [server.url]).begin('ada', {
      client_id: 'portal',
      redirect_uri: `${ORIGIN}/signed-in`,
      scope: 'openid account',
    })
    const former = (await exchange()).body.access_token
    const query = new URLSearchParams({ ...implicit, prompt: 'login' })
    const fields = { login: 'bob', password: PASSWORD }
    const next = await who.submit(await who.visit(`/oauth2/auth?${query}`), 'sign-in', fields)
    expect([next.status, isForm(next)]).toEqual([200, false])
    expect(next.text).toContain('bob')
    const { url } = await who.submit(next, 'allow')
    expect(new URLSearchParams(url.hash.slice(1)).get('access_token')).toEqual(expect.any(String))
    const headers = { Authorization: `Bearer ${former}` }
    const left = await caller(server)(undefined, 'GET', '/v0.1/user', undefined, headers)
    expect(left.status).toBe(401)
  })
})

test('discovery offers neither forms nor pushed requests nor DPoP', async () => {
  const response = await fetch(`${server.url}/oauth2/.well-known/openid-configuration`)
  const document = (await response.json()) as Record<string, unknown>
  expect(document.response_modes_supported).toEqual(['fragment', 'query'])
  const names = Object.keys(document).join(' ')
  expect(names).not.toMatch(/pushed|dpop/)
})

test('DPoP: a proof changes nothing, the token is a bearer', async () => {
  const { exchange } = await signer(ORIGIN, [server.url]).begin('ada', {
    client_id: 'portal',
    redirect_uri: `${ORIGIN}/signed-in`,
    scope: 'openid account',
  })
  const { body } = await exchange()
  expect(body.token_type).toBe('Bearer')
  const refused = await fetch(`${server.url}/oauth2/token`, {
    method: 'POST',
    headers: { dpop: 'not a proof' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'portal',
      refresh_token: body.refresh_token ?? '',
    }),
  })
  expect([refused.status, ((await refused.json()) as { token_type: string }).token_type]).toEqual([
    200,
    'Bearer',
  ])
})
