import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { generateKeyPair, type SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../test/support/http/http.ts'
import {
  forgeBearer,
  insertClient,
  insertPassword,
  unsigned,
} from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertOrganization, insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
const [one, two] = [useServer(setting), useServer(setting)]
const closed = useServer({ databaseUrl: database.url })
const elsewhere = useServer({
  databaseUrl: database.url,
  env: { AUTH_URL: 'https://login.example.com/authorize' },
})

const events = (id: string, version = '2025-05-01') =>
  `/subscriptions/${id}/providers/Microsoft.ResourceHealth/events?api-version=${version}`
const ask = (bearer: string | undefined, path: string, server = one, headers = {}) =>
  caller(server)(undefined, 'GET', path, undefined, {
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...headers,
  })

let ada: Person
let bob: Person
const bearers: Record<string, string> = {}
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  for (const { id } of [ada, bob]) await insertPassword(db, id)
  const robot = randomUUIDv7()
  await insertClient(db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() })
  await insertClient(db, 'robot', ['client-credentials'], { principalId: robot, secret: SECRET })
  const org = await insertOrganization(db, { [ada.id]: 'admin' })
  const now = new Date()
  for (const id of ['sub-a', 'sub-b']) {
    const times = { created_at: now, updated_at: now }
    await db
      .insertInto('subscription')
      .values({ id, organization_id: org.id, display_name: id, ...times })
      .execute()
  }
  const members = [
    ['sub-a', ada.id, 'owner'],
    ['sub-a', robot, 'reader'],
    ['sub-b', bob.id, 'contributor'],
  ] as const
  for (const [subscription_id, principal_id, role] of members) {
    const member = { subscription_id, principal_id, role, created_at: now }
    await db.insertInto('subscription_member').values(member).execute()
  }
  const sign = signer(ORIGIN, [one.url, two.url])
  bearers.implicit = await sign.implicit('ada')
  bearers.bob = await sign.implicit('bob')
  bearers.robot = await sign.service('robot', SECRET)
  const portal = `${ORIGIN}/signed-in`
  bearers.portal = await sign.code('ada', 'portal', portal, 'openid account')
  bearers.cli = await sign.code('ada', 'cli', 'http://127.0.0.1:4567/signed-in', 'openid account')
})

describe('the door of area B', () => {
  test('B137: it takes a bearer of OAuth 2.0, and nothing else', async () => {
    const missing = await ask(undefined, events('sub-a'))
    expect([missing.status, missing.body.code]).toEqual([401, 'AuthenticationFailed'])
    expect(missing.headers.get('www-authenticate')).toBe(
      `Bearer authorization_uri="${ORIGIN}/oauth2/auth"`,
    )
    const apiToken = await ask(undefined, events('sub-a'), one, { 'X-API-Token': ada.token })
    expect(apiToken.status).toBe(401)
    expect((await ask(bearers.implicit, events('sub-a'))).status).toBe(200)
  })

  test('B138: a token of the implicit flow opens it', async () => {
    const { status, body } = await ask(bearers.implicit, events('sub-a'), two)
    expect([status, body]).toEqual([200, { value: [] }])
  })

  test('B141: its one scope is user_impersonation', async () => {
    const { paths, components } = (await ask(undefined, '/openapi/service-health.json')).body
    const { implicit } = components.securitySchemes.oauth2.flows
    expect(Object.keys(implicit.scopes)).toEqual(['user_impersonation'])
    const operations = Object.values<object>(paths).flatMap((path) => Object.values(path))
    expect(operations.length).toBeGreaterThan(5)
    expect(operations.filter((operation) => 'security' in operation)).toEqual([])
    expect((await ask(bearers.portal, events('sub-a'))).status).toBe(401)
  })

  test('B139: the authorization endpoint is auth_url', async () => {
    const { components } = (await ask(undefined, '/openapi/service-health.json')).body
    const { authorizationUrl } = components.securitySchemes.oauth2.flows.implicit
    expect(authorizationUrl).toBe(`${ORIGIN}/oauth2/auth`)
  })

  test('B140: auth_url is a setting', async () => {
    const { body } = await ask(undefined, '/openapi/service-health.json', elsewhere)
    const { authorizationUrl } = body.components.securitySchemes.oauth2.flows.implicit
    expect(authorizationUrl).toBe('https://login.example.com/authorize')
    const refused = await ask(undefined, events('sub-a'), elsewhere)
    expect(refused.headers.get('www-authenticate')).toContain('https://login.example.com/authorize')
  })

  test('B142: the token acts as the account of its user, with the roles it has now', async () => {
    const listed = async (bearer: string | undefined) => [
      (await ask(bearer, events('sub-a'))).status,
      (await ask(bearer, events('sub-b'))).status,
    ]
    expect([await listed(bearers.implicit), await listed(bearers.bob)]).toEqual([
      [200, 404],
      [404, 200],
    ])
  })

  test('who has no role on a subscription does not find it, in any spelling', async () => {
    const cases = [
      [bearers.implicit, 'SUB-A', 200],
      [bearers.implicit, 'sub-b', 404],
      [bearers.implicit, 'nowhere', 404],
      [bearers.implicit, 'a%20b', 404],
      [bearers.bob, 'sub-b', 200],
      [bearers.bob, 'sub-a', 404],
      [bearers.robot, 'sub-a', 200],
      [bearers.robot, 'sub-b', 404],
    ] as const
    for (const [bearer, id, status] of cases) {
      const answer = await ask(bearer, events(id))
      expect([id, answer.status]).toEqual([id, status])
      if (status === 404) expect(answer.body.code).toBe('SubscriptionNotFound')
    }
    expect((await ask(bearers.implicit, events(''))).body.code).toBe('InvalidSubscriptionId')
  })

  test('api-version: missing, unknown and repeated are 400, after 401 and before 404', async () => {
    const path = events('nowhere').split('?')[0] ?? ''
    expect((await ask(bearers.implicit, path)).body.code).toBe('MissingApiVersionParameter')
    const unknown = await ask(bearers.implicit, events('sub-a', '2019-01-01'))
    expect([unknown.status, unknown.body.code]).toEqual([400, 'InvalidApiVersionParameter'])
    expect(unknown.body.message).toContain('2025-05-01')
    const twice = `${events('sub-a')}&API-Version=2025-05-01`
    expect((await ask(bearers.implicit, twice)).status).toBe(400)
    expect((await ask(undefined, path)).status).toBe(401)
    const newer = await ask(bearers.implicit, events('sub-a', '2027-01-01'))
    expect(newer.headers.get('x-binnacle-served-api-version')).toBe('2025-05-01')
    for (const { body } of [unknown])
      expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message'])
  })
})

describe('area A', () => {
  test.each(['portal', 'cli'])(
    'somebody signed in through %s is let in as themselves',
    async (client) => {
      const { status, body } = await ask(bearers[client], '/v0.1/user')
      expect([status, body.name]).toEqual([200, 'ada'])
    },
  )

  test('they make tokens; the token remembers no maker', async () => {
    const made = await caller(one)(undefined, 'POST', '/v0.1/api_tokens', NEW_TOKEN, {
      Authorization: `Bearer ${bearers.portal}`,
    })
    expect(made.status).toBe(201)
    expect((await caller(one)(made.body.api_token, 'GET', '/v0.1/user')).status).toBe(200)
  })

  test('the profile says whether you are an operator; with an API token it does not', async () => {
    const set = (is_operator: boolean) =>
      database.db.updateTable('account').set({ is_operator }).where('id', '=', ada.id).execute()
    const isOperator = async () => (await ask(bearers.portal, '/v0.1/user')).body.is_operator
    expect(await isOperator()).toBe(false)
    await set(true)
    expect(await isOperator()).toBe(true)
    expect((await caller(one)(ada.token, 'GET', '/v0.1/user')).body).not.toHaveProperty(
      'is_operator',
    )
    await set(false)
  })
})

describe('attacks', () => {
  const forge = (changes: object, header: object = {}, key?: Parameters<SignJWT['sign']>[0]) =>
    forgeBearer(database.db, seal, ORIGIN, { sub: ada.id, ...changes }, header, key)

  test('every forged or misused bearer is refused', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const { privateKey } = await generateKeyPair('RS256')
    expect((await ask(await forge({}), events('sub-a'))).status).toBe(200)
    const onEvents: Record<string, string> = {
      'alg none': unsigned(await forge({})),
      'wrong key': await forge({}, {}, privateKey),
      'wrong audience': await forge({ aud: `${ORIGIN}/v0.1` }),
      'wrong issuer': await forge({ iss: 'https://evil.example' }),
      expired: await forge({ exp: nowS - 1 }),
      'not yet valid': await forge({ nbf: nowS + 60 }),
      'no scope': await forge({ scope: '' }),
      'another scope': await forge({ scope: 'account' }),
      'not an access token': await forge({}, { typ: 'JWT' }),
      'unknown account': await forge({ sub: randomUUIDv7() }),
      'unknown client': await forge({ client_id: 'nobody' }),
      'a service that names an account': await forge({ idtyp: 'app' }),
      'without an end': await forge({ exp: undefined }),
      'without a beginning': await forge({ iat: undefined }),
      'without a client': await forge({ client_id: undefined }),
      'an API token': ada.token,
      garbage: 'x.y.z',
    }
    const refused: string[] = []
    for (const [name, token] of Object.entries(onEvents)) {
      const { status, headers } = await ask(token, events('sub-a'))
      expect([name, status]).toEqual([name, 401])
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
      refused.push(name)
    }
    const account = { aud: `${ORIGIN}/v0.1`, scope: 'account' }
    const onAreaA: Record<string, string> = {
      'implicit token': bearers.implicit ?? '',
      'another client with the right audience': await forge(account),
      'explorer with the right audience': await forge({ ...account, client_id: 'explorer' }),
    }
    for (const [name, token] of Object.entries(onAreaA)) {
      for (const path of ['/v0.1/user', '/operator/v1/accounts']) {
        expect([name, path, (await ask(token, path)).status]).toEqual([name, path, 401])
        refused.push(name)
      }
    }
    // A service account may be an operator; this one is not.
    expect((await ask(bearers.robot, '/v0.1/user')).status).toBe(401)
    expect((await ask(bearers.robot, '/operator/v1/accounts')).status).toBe(403)
    refused.push('service account', 'service account')
    console.log(`attacks with bearers: ${refused.length} refused, 0 let in`)
  })

  test('without a provider there are no bearers', async () => {
    expect((await ask(bearers.implicit, events('sub-a'), closed)).status).toBe(401)
    expect((await ask(bearers.portal, '/v0.1/user', closed)).status).toBe(401)
  })

  test('a disabled account, a disabled client and a new secret act at the next request, on both nodes', async () => {
    const { db } = database
    const statuses = async (bearer: string | undefined, id: string) => [
      (await ask(bearer, events(id), one)).status,
      (await ask(bearer, events(id), two)).status,
    ]
    const set = (table: 'account' | 'oauth_client', id: string, change: object) =>
      db.updateTable(table).set(change).where('id', '=', id).execute()
    expect(await statuses(bearers.bob, 'sub-b')).toEqual([200, 200])
    await set('account', bob.id, { disabled_at: new Date() })
    expect(await statuses(bearers.bob, 'sub-b')).toEqual([401, 401])
    await set('account', bob.id, { disabled_at: null })
    expect(await statuses(bearers.bob, 'sub-b')).toEqual([200, 200])
    await set('oauth_client', 'robot', { tokens_valid_after: new Date() })
    expect(await statuses(bearers.robot, 'sub-a')).toEqual([401, 401])
    await set('oauth_client', 'spa', { disabled_at: new Date() })
    expect(await statuses(bearers.bob, 'sub-b')).toEqual([401, 401])
    await set('oauth_client', 'spa', { disabled_at: null })
  })
})
