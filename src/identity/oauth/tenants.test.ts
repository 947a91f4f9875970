import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(Buffer.alloc(32, 1)),
  env: { PUBLIC_URL: ORIGIN },
})

beforeAll(async () => {
  const now = new Date()
  await database.db
    .insertInto('oauth_client')
    .values({
      id: 'robot',
      principal_id: randomUUIDv7(),
      display_name: 'Robot',
      secret_hash: createHash('sha256').update(SECRET).digest(),
      redirect_uris: [],
      flows: ['client-credentials'],
      created_at: now,
      updated_at: now,
    })
    .execute()
})

async function ask(fields: Record<string, string>, tenant: string = randomUUIDv7()) {
  const response = await fetch(`${server.url}/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'robot',
      client_secret: SECRET,
      grant_type: 'client_credentials',
      scope: 'https://management.azure.com/.default',
      client_info: '1',
      ...fields,
    }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

test('discovery leads to the token endpoint of the tenant', async () => {
  const response = await fetch(
    `${server.url}/common/v2.0/.well-known/openid-configuration?api-version=1.0`,
  )
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    issuer: `${ORIGIN}/common/v2.0`,
    authorization_endpoint: `${ORIGIN}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${ORIGIN}/common/oauth2/v2.0/token`,
    jwks_uri: `${ORIGIN}/oauth2/jwks`,
  })
})

test.each([
  ['/common/v2.0', '/common/oauth2/v2.0/token'],
  ['/adfs', '/adfs/oauth2/token'],
])('discovery at %s announces what its token endpoint accepts', async (home, path) => {
  const found = await fetch(`${server.url}${home}/.well-known/openid-configuration`)
  const document = (await found.json()) as Record<string, unknown>
  expect(document).toMatchObject({
    token_endpoint: `${ORIGIN}${path}`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
  })
  expect(document).not.toHaveProperty('device_authorization_endpoint')
  const errorFor = async (grant_type: string) => {
    const form = { client_id: 'robot', client_secret: SECRET, grant_type, scope: 'x/.default' }
    const body = new URLSearchParams({ ...form, code: 'x', device_code: 'x', refresh_token: 'x' })
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body })
    return ((await response.json()) as Record<string, unknown>).error
  }
  expect(await errorFor('client_credentials')).toBeUndefined()
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  for (const grant of ['authorization_code', 'refresh_token', device])
    expect(await errorFor(grant)).toBe('unsupported_grant_type')
})

test.each([
  'https://management.azure.com/.default',
  'https://binnacle.example//.default',
  'user_impersonation',
])('%s is the one scope of a program, for our audience', async (scope) => {
  const { status, body } = await ask({ scope })
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(decodeJwt(body.access_token ?? '')).toMatchObject({
    aud: ORIGIN,
    sub: 'robot',
    scope: 'user_impersonation',
  })
})

test.each([
  ['a wrong secret', { client_secret: 'x' }, 401, 'invalid_client'],
  ['no secret', { client_secret: '' }, 400, 'invalid_request'],
  ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a client that cannot be written', { client_id: 'a:b\u0000%' }, 400, 'invalid_request'],
  ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['another scope', { scope: 'account' }, 400, 'invalid_scope'],
  ['no scope', { scope: '' }, 400, 'invalid_scope'],
  ['only the end of one', { scope: '/.default' }, 400, 'invalid_scope'],
])('%s is refused', async (_what, fields, status, error) => {
  expect(await ask(fields)).toMatchObject({ status, body: { error } })
})

test('a tenant that is no name is refused', async () => {
  expect(await ask({}, '%20')).toMatchObject({ status: 400, body: { error: 'invalid_tenant' } })
})

test('a body that is no form is refused', async () => {
  const response = await fetch(`${server.url}/common/oauth2/v2.0/token`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_request' }),
  ])
})

test('people are sent on to where they sign in', async () => {
  const response = await fetch(
    `${server.url}/common/oauth2/v2.0/authorize?client_id=x&state=a%20b`,
    { redirect: 'manual' },
  )
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `${ORIGIN}/oauth2/auth?client_id=x&state=a%20b`,
  ])
})

test('the tenant adfs has the addresses that older clients ask for', async () => {
  for (const home of ['/adfs', '/adfs/adfs']) {
    const found = await fetch(`${server.url}${home}/.well-known/openid-configuration`)
    expect(await found.json()).toMatchObject({
      issuer: `${ORIGIN}/adfs`,
      authorization_endpoint: `${ORIGIN}/adfs/oauth2/authorize`,
      token_endpoint: `${ORIGIN}/adfs/oauth2/token`,
    })
  }
  const query = '?client_id=x&state=a%20b'
  const authorize = await fetch(`${server.url}/adfs/oauth2/authorize${query}`, {
    redirect: 'manual',
  })
  expect([authorize.status, authorize.headers.get('location')]).toEqual([
    302,
    `${ORIGIN}/oauth2/auth${query}`,
  ])
  const claims = JSON.stringify({ access_token: { xms_cc: { values: ['CP1'] } } })
  const answer = async (client_secret: string) => {
    const form = { client_id: 'robot', client_secret, grant_type: 'client_credentials', claims }
    const body = new URLSearchParams({ ...form, scope: `${ORIGIN}/.default`, client_info: '1' })
    const response = await fetch(`${server.url}/adfs/oauth2/token`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const { status, body } = await answer(SECRET)
  expect([status, body.token_type]).toEqual([200, 'Bearer'])
  expect(decodeJwt(body.access_token ?? '').aud).toBe(ORIGIN)
  expect((await answer('wrong')).status).toBe(401)
})
