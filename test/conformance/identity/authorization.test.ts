import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../support/http/signer.ts'
import { makeVisitor } from '../../support/http/visitor.ts'
import { addPerson, callAsOperator, installation, prepare, unique } from '../world.ts'

const { origin, url } = installation
const BACK = 'https://client.example/back'
const SPA = unique('spa')
const GONE = unique('gone')

beforeAll(async () => {
  const clients = '/operator/v1/clients'
  for (const id of [SPA, GONE]) {
    const client = { id, display_name: `Client ${id}`, flows: ['implicit', 'code'] }
    await prepare(callAsOperator('POST', clients, { ...client, redirect_uris: [BACK] }))
  }
  await prepare(callAsOperator('PATCH', `${clients}/${GONE}`, { disabled: true }))
})

const implicit = {
  client_id: SPA,
  response_type: 'token',
  redirect_uri: BACK,
  scope: 'user_impersonation',
}
const code = {
  ...implicit,
  response_type: 'code',
  code_challenge: randomBytes(32).toString('base64url'),
  code_challenge_method: 'S256',
}
const visitor = () => makeVisitor(origin, [url])
const visit = (query: Record<string, string> | string) =>
  visitor().visit(`/oauth2/auth?${new URLSearchParams(query)}`)

test('B138: discovery lists the response type of the implicit flow, token', async () => {
  const response = await fetch(`${url}/oauth2/.well-known/openid-configuration`)
  const { response_types_supported } = (await response.json()) as Record<string, string[]>
  expect(response_types_supported).toEqual(['code', 'id_token token', 'token'])
})

describe('the authorization endpoint', () => {
  test.each(['toString', 'constructor', '__proto__', '\0', 'gone', 'x'.repeat(1000), 'ß'])(
    'does not know the client %j, and says so',
    async (client_id) => {
      const page = await visit({ ...implicit, client_id: client_id === 'gone' ? GONE : client_id })
      expect([page.status, page.url.origin]).toEqual([400, origin])
      expect(page.text).toContain('Sign-in cannot continue')
    },
  )

  test('POST is refused as a whole', async () => {
    const init = { method: 'POST', body: new URLSearchParams(implicit) }
    const page = await visitor().visit('/oauth2/auth', init)
    expect([page.status, page.url.origin]).toEqual([404, origin])
  })

  test.each([implicit, code])('form_post is refused as a whole', async (request) => {
    const who = visitor()
    const query = new URLSearchParams({ ...request, response_mode: 'form_post' })
    const page = await who.visit(`/oauth2/auth?${query}`)
    expect(page.text).not.toContain('<script')
    expect(page.text + page.url.href).toContain('invalid_request')
    expect(page.text + page.url.href).not.toContain('access_token')
  })

  test.each(['response_type=token', 'scope=user_impersonation', 'client_id=spa'])(
    '%s said twice is refused',
    async (repeated) => {
      const again = repeated.replace('spa', SPA)
      const { text, url } = await visit(`${new URLSearchParams(implicit)}&${again}`)
      expect(text + url.href).toContain('invalid_request')
    },
  )
})

test('the portal is asked about in no case, also for a second audience', async () => {
  const who = visitor()
  const ada = await addPerson('ada')
  const asked = { ...code, client_id: 'portal', redirect_uri: `${origin}/signed-in` }
  const address = (more: object) => `/oauth2/auth?${new URLSearchParams({ ...asked, ...more })}`
  const page = await who.visit(address({ scope: 'openid account' }))
  const first = await who.submit(page, 'sign-in', { login: ada.name, password: PASSWORD })
  expect(first.url.searchParams.get('code')).toEqual(expect.any(String))
  const second = await who.visit(address({ scope: 'user_impersonation', resource: origin }))
  expect(second.url.searchParams.get('code')).toEqual(expect.any(String))
})
