import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/seal.ts'
import { caller } from '../http.ts'
import { useServer } from '../server.ts'
import { forgeBearer, insertClient, insertPassword, PASSWORD } from '../signed-in.ts'
import { useDatabase } from '../use-database.ts'
import { makeVisitor } from '../visitor.ts'
import { useWireTap } from '../wire-tap.ts'
import { insertPerson, type Person } from '../world.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
const server = useServer(setting)
const withoutImplicit = useServer({ ...setting, env: { ...setting.env, IMPLICIT_FLOW: 'false' } })

let ada: Person
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  await insertPassword(db, ada.id)
  await insertClient(db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() })
  await insertClient(db, 'gone', ['implicit'], { principalId: randomUUIDv7() })
  const disabled = { disabled_at: new Date() }
  await db.updateTable('oauth_client').set(disabled).where('id', '=', 'gone').execute()
})

const implicit = {
  client_id: 'spa',
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
const visit = (query: Record<string, string> | string, at = server, init = {}) =>
  makeVisitor(ORIGIN, [at.url]).visit(`/oauth2/auth?${new URLSearchParams(query)}`, init)

describe('the authorization endpoint', () => {
  test.each(['toString', 'constructor', '__proto__', '\0', 'gone', 'x'.repeat(1000), 'ß'])(
    'does not know the client %j, and says so',
    async (client_id) => {
      const page = await visit({ ...implicit, client_id })
      expect([page.status, page.url.origin]).toEqual([400, ORIGIN])
      expect(page.text).toContain('This sign-in cannot go on')
    },
  )

  test('POST is refused as a whole', async () => {
    const init = { method: 'POST', body: new URLSearchParams(implicit) }
    const page = await makeVisitor(ORIGIN, [server.url]).visit('/oauth2/auth', init)
    expect([page.status, page.url.origin]).toEqual([404, ORIGIN])
  })

  test.each([implicit, code])('form_post is refused as a whole', async (request) => {
    const who = makeVisitor(ORIGIN, [server.url])
    const query = new URLSearchParams({ ...request, response_mode: 'form_post' })
    const page = await who.visit(`/oauth2/auth?${query}`)
    expect(page.text).not.toContain('<script')
    expect(page.text + page.url.href).toContain('invalid_request')
    expect(page.text + page.url.href).not.toContain('access_token')
  })

  test.each(['response_type=token', 'scope=user_impersonation', 'client_id=spa'])(
    '%s said twice is refused',
    async (repeated) => {
      const { text, url } = await visit(`${new URLSearchParams(implicit)}&${repeated}`)
      expect(text + url.href).toContain('invalid_request')
    },
  )

  test('IMPLICIT_FLOW=false takes the implicit flow away, and nothing else', async () => {
    const refused = await visit(implicit, withoutImplicit)
    expect(refused.text + refused.url.href).toMatch(/unsupported_response_type|unauthorized_client/)
    expect((await visit(code, withoutImplicit)).text).toContain('<h1>Sign in</h1>')
    const explorer = { ...implicit, client_id: 'explorer' }
    expect((await visit(explorer, withoutImplicit)).status).toBe(400)
    const { body } = await caller(withoutImplicit)(
      undefined,
      'GET',
      '/oauth2/.well-known/openid-configuration',
    )
    expect(body.response_types_supported).toEqual(['code'])
  })
})

test('the portal is asked about in no case, also for a second audience', async () => {
  const who = makeVisitor(ORIGIN, [server.url])
  const asked = { ...code, client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
  const address = (more: object) => `/oauth2/auth?${new URLSearchParams({ ...asked, ...more })}`
  const page = await who.visit(address({ scope: 'openid account' }))
  const first = await who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })
  expect(first.url.searchParams.get('code')).toEqual(expect.any(String))
  const second = await who.visit(address({ scope: 'user_impersonation', resource: ORIGIN }))
  expect(second.url.searchParams.get('code')).toEqual(expect.any(String))
})

test('signing out everywhere tells before from after within one second', async () => {
  const nowMs = Math.floor(Date.now() / 1000) * 1000
  const bearer = (iat_ms: number) =>
    forgeBearer(database.db, seal, ORIGIN, {
      sub: ada.id,
      client_id: 'portal',
      aud: `${ORIGIN}/v0.1`,
      scope: 'account',
      iat: nowMs / 1000,
      iat_ms,
    })
  const set = (tokens_valid_after: Date | null) =>
    database.db
      .updateTable('account')
      .set({ tokens_valid_after })
      .where('id', '=', ada.id)
      .execute()
  await set(new Date(nowMs + 500))
  const ask = async (token: string) =>
    (
      await caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
        Authorization: `Bearer ${token}`,
      })
    ).status
  expect([await ask(await bearer(nowMs + 499)), await ask(await bearer(nowMs + 500))]).toEqual([
    401, 200,
  ])
  await set(null)
})

describe('while the database is away', () => {
  const tap = useWireTap(database.url)
  const cut = useServer({
    ...setting,
    get databaseUrl() {
      return tap.url
    },
  })

  test('pages and endpoints say 503 and when to try again', async () => {
    const who = makeVisitor(ORIGIN, [cut.url])
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams(implicit)}`)
    expect(page.status).toBe(200)
    tap.cut()
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'portal' }
    const answers = [
      await who.visit(`/oauth2/auth?${new URLSearchParams(implicit)}`),
      await who.visit('/oauth2/token', { method: 'POST', body: new URLSearchParams(refresh) }),
      await who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD }),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    }
    expect(answers[0]?.text).toContain('cannot reach its database')
  })
})
