import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeVisitor, type Visited } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { hashPassword } from '../sign-in/passwords.ts'

const ORIGIN = 'http://binnacle.example'
const PASSWORD = 'correct horse battery'
const database = useDatabase()
const seal = openSeal(Buffer.alloc(32, 1))
const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
const [one, two] = [useServer(setting), useServer(setting)]

const SECRET = randomBytes(32).toString('base64url')
const WEB = 'https://client.example/back'

beforeAll(async () => {
  const ada = await insertPerson(database.db, 'ada')
  const now = new Date()
  await database.db
    .insertInto('account_password')
    .values({ account_id: ada.id, ...(await hashPassword(PASSWORD)), updated_at: now })
    .execute()
  const client = (id: string, flows: string[], secret?: string) =>
    database.db
      .insertInto('oauth_client')
      .values({
        id,
        principal_id: randomUUIDv7(),
        display_name: `Client ${id}`,
        secret_hash: secret ? createHash('sha256').update(secret).digest() : null,
        redirect_uris: flows.includes('client-credentials') ? [] : [WEB],
        flows,
        created_at: now,
        updated_at: now,
      })
      .execute()
  await client('spa', ['implicit'])
  await client('web', ['code'])
  await client('robot', ['client-credentials'], SECRET)
})

const authorize = (params: Record<string, string>) => `/oauth2/auth?${new URLSearchParams(params)}`
const implicit = {
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: WEB,
  scope: 'user_impersonation',
  state: 'a b&c=d/é',
}

describe.each([
  ['one node', () => [one.url]],
  ['two nodes in turn', () => [one.url, two.url]],
])('%s', (_name, nodes) => {
  const visitor = () => makeVisitor(ORIGIN, nodes())
  const pass = async (who: ReturnType<typeof visitor>, page: Visited) => {
    const consent = await who.submit(page, 'sign-in', {
      login: 'Ada@example.com',
      password: PASSWORD,
    })
    return consent.text === '' ? consent : who.submit(consent, 'allow')
  }
  const verify = async (token: string) => {
    const jwks = createRemoteJWKSet(new URL(`${nodes()[0]}/oauth2/jwks`))
    return jwtVerify(token, jwks, { issuer: `${ORIGIN}/oauth2`, audience: ORIGIN, typ: 'at+jwt' })
  }
  const askToken = async (fields: Record<string, string>, headers = {}) => {
    const init = { method: 'POST', body: new URLSearchParams(fields), headers }
    const { status, text } = await visitor().visit('/oauth2/token', init)
    return { status, body: JSON.parse(text) }
  }

  test('implicit: sign in, consent, and the token is in the fragment, with the state byte for byte', async () => {
    const who = visitor()
    const page = await who.visit(authorize(implicit))
    expect(page.text).toContain('Sign in to continue to <strong>Client spa</strong>')
    const back = await pass(who, page)
    expect(`${back.url.origin}${back.url.pathname}`).toBe(WEB)
    const fragment = new URLSearchParams(back.url.hash.slice(1))
    expect([...fragment.keys()].sort()).toEqual([
      'access_token',
      'expires_in',
      'scope',
      'state',
      'token_type',
    ])
    expect(fragment.get('state')).toBe(implicit.state)
    expect(fragment.get('scope')).toContain('user_impersonation')
    const { payload } = await verify(fragment.get('access_token') ?? '')
    expect(payload).toMatchObject({ client_id: 'spa', scope: 'user_impersonation', idtyp: 'user' })
    // The second time nobody is asked anything.
    const again = await who.visit(authorize(implicit))
    expect(again.url.hash).toContain('access_token=')
  })

  test('prompt=none without a session: login_required in the fragment', async () => {
    const { url } = await visitor().visit(authorize({ ...implicit, prompt: 'none' }))
    expect(url.hash).toContain('error=login_required')
  })

  test('cancel: access_denied in the fragment', async () => {
    const who = visitor()
    const { url } = await who.submit(await who.visit(authorize(implicit)), 'cancel')
    expect(url.hash).toContain('error=access_denied')
  })

  test.each([
    ['one character more', `${WEB}x`],
    ['a subdomain', 'https://evil.client.example/back'],
    ['a fragment', `${WEB}#x`],
    ['http for https', WEB.replace('https', 'http')],
    ['another path case', WEB.toUpperCase()],
  ])('a redirect URI with %s is refused, and nobody is sent there', async (_what, redirect_uri) => {
    const page = await visitor().visit(authorize({ ...implicit, redirect_uri }))
    expect([page.status, page.url.origin]).toEqual([400, ORIGIN])
    expect(page.text).toContain('Sign-in cannot continue')
  })

  test.each(['nonsense', 'user_impersonation nonsense', 'account', 'openid'])(
    'the scope %s is invalid_scope',
    async (scope) => {
      const { url } = await visitor().visit(authorize({ ...implicit, scope }))
      expect(url.hash).toContain('error=invalid_scope')
    },
  )

  describe('code with PKCE', () => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const request = {
      client_id: 'web',
      response_type: 'code',
      redirect_uri: WEB,
      scope: 'openid offline_access user_impersonation',
      prompt: 'consent',
      code_challenge,
      code_challenge_method: 'S256',
    }
    const exchange = (code: string, code_verifier = verifier) =>
      askToken({
        grant_type: 'authorization_code',
        client_id: 'web',
        redirect_uri: WEB,
        code,
        code_verifier,
      })
    const getCode = async () => {
      const who = visitor()
      const { url } = await pass(who, await who.visit(authorize(request)))
      return url.searchParams.get('code') ?? ''
    }

    test('tokens, rotation of the refresh token, and a used one ends them all', async () => {
      const { status, body } = await exchange(await getCode())
      expect(status).toBe(200)
      expect((await verify(body.access_token)).payload).toMatchObject({ client_id: 'web' })
      const refresh = (refresh_token: string) =>
        askToken({ grant_type: 'refresh_token', client_id: 'web', refresh_token })
      const next = await refresh(body.refresh_token)
      expect(next.status).toBe(200)
      expect(next.body.refresh_token).not.toBe(body.refresh_token)
      expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
      expect((await refresh(next.body.refresh_token)).body.error).toBe('invalid_grant')
    })

    test('a code used twice is refused, and what came of it ends', async () => {
      const code = await getCode()
      const first = await exchange(code)
      expect((await exchange(code)).body.error).toBe('invalid_grant')
      const { refresh_token } = first.body
      const refreshed = await askToken({
        grant_type: 'refresh_token',
        client_id: 'web',
        refresh_token,
      })
      expect(refreshed.body.error).toBe('invalid_grant')
    })

    test('a code used twice at once works at most once', async () => {
      const code = await getCode()
      const answers = await Promise.all([exchange(code), exchange(code), exchange(code)])
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    })

    test('without PKCE, or with the wrong verifier, it is refused', async () => {
      const { code_challenge: _none, code_challenge_method: _too, ...bare } = request
      expect((await visitor().visit(authorize(bare))).url.search).toContain('error=invalid_request')
      expect((await exchange(await getCode(), 'x'.repeat(43))).body.error).toBe('invalid_grant')
    })

    test('for area A only through the clients of our own', async () => {
      const { url } = await visitor().visit(authorize({ ...request, resource: `${ORIGIN}/v0.1` }))
      expect(url.search).toContain('error=invalid_target')
    })
  })

  describe('client credentials', () => {
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`robot:${secret}`).toString('base64')}`,
    })
    const ask = (scope: string, secret = SECRET) =>
      askToken({ grant_type: 'client_credentials', ...(scope && { scope }) }, basic(secret))

    test('a service account gets a token of its own', async () => {
      const { status, body } = await ask('user_impersonation')
      expect(status).toBe(200)
      const { payload } = await verify(body.access_token)
      expect(payload).toMatchObject({ sub: 'robot', idtyp: 'app', scope: 'user_impersonation' })
    })

    test('a wrong secret, the stored hash, or an unknown scope is refused', async () => {
      const hash = createHash('sha256').update(SECRET).digest('hex')
      expect((await ask('user_impersonation', 'x')).body.error).toBe('invalid_client')
      expect((await ask('user_impersonation', hash)).body.error).toBe('invalid_client')
      expect((await ask('nonsense')).body.error).toBe('invalid_scope')
      expect((await ask('')).body.error).toBe('invalid_scope')
    })
  })
})
