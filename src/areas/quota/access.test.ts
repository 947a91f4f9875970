import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../test/support/http/http.ts'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { forgeBearer, insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { useQuota } from '../../../test/support/server/quota.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'

const quota = useQuota()
const elsewhere = useServer({
  databaseUrl: quota.database.url,
  env: { AUTH_URL: 'https://login.example.com/authorize' },
})

let ada: Person
const signedIn: Record<string, Reader> = {}
beforeAll(async () => {
  const { db } = quota.database
  const bob = await insertPerson(db, 'bob')
  ada = await insertPerson(db, 'ada')
  await insertClient(db, 'spa', ['implicit', 'code'], { principalId: crypto.randomUUID() })
  const sign = signer(ORIGIN, [quota.server.url])
  for (const [name, { id }] of Object.entries({ ada, bob })) {
    await insertPassword(db, id)
    signedIn[name] = { id, bearer: await sign.implicit(name) }
  }
  const portal = `${ORIGIN}/signed-in`
  const bearer = await sign.code('ada', 'portal', portal, 'openid account')
  signedIn.portal = { id: ada.id, bearer }
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.addSubscription('sub-b', { [bob.id]: 'contributor' })
})
const list = (who: string, subscription = 'sub-a'): Promise<Answer> =>
  quota.send(signedIn[who], 'GET', quota.path(subscription, 'serviceLimitsRequests'))
const document = async (url = quota.server.url) =>
  (await fetch(`${url}/openapi/quota.json`)).json() as Promise<Answer['body']>

test('C54: it takes a bearer of OAuth 2.0, and nothing else', async () => {
  const missing = await list('nobody')
  expect([missing.status, missing.body.error.code]).toEqual([401, 'AuthenticationFailed'])
  expect(missing.headers.get('www-authenticate')).toBe(
    `Bearer authorization_uri="${ORIGIN}/oauth2/auth"`,
  )
  const target = quota.path('sub-a', 'serviceLimitsRequests')
  const apiToken = { 'X-API-Token': ada.token }
  expect((await quota.send(undefined, 'GET', target, undefined, apiToken)).status).toBe(401)
  expect((await list('ada')).status).toBe(200)
})

test('C55: a token of the implicit flow opens it', async () => {
  const { status, body } = await list('ada')
  expect([status, body]).toEqual([200, { value: [] }])
})

test('C56: the authorization endpoint is auth_url, as in area B', async () => {
  const urlIn = ({ components }: Answer['body']) =>
    components.securitySchemes.oauth2.flows.implicit.authorizationUrl
  expect([urlIn(await document()), urlIn(await document(elsewhere.url))]).toEqual([
    `${ORIGIN}/oauth2/auth`,
    'https://login.example.com/authorize',
  ])
})

test('C57: its one scope is user_impersonation, and no other opens it', async () => {
  const { paths, components, security } = await document()
  const { implicit } = components.securitySchemes.oauth2.flows
  expect(Object.keys(implicit.scopes)).toEqual(['user_impersonation'])
  expect(security).toEqual([{ oauth2: ['user_impersonation'] }])
  const operations = Object.values<object>(paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBeGreaterThan(5)
  expect(operations.filter((operation) => 'security' in operation)).toEqual([])
  expect((await list('portal')).status).toBe(401)
  const { database, installation } = quota
  const statusWith = async (scope: string) => {
    const claims = { sub: ada.id, client_id: 'spa', scope }
    const bearer = await forgeBearer(database.db, installation.seal, ORIGIN, claims)
    signedIn.forged = { id: ada.id, bearer }
    return (await list('forged')).status
  }
  expect(await statusWith('user_impersonation')).toBe(200)
  for (const scope of ['', 'account', 'openid', 'User_Impersonation', 'user_impersonation.read']) {
    expect([scope, await statusWith(scope)]).toEqual([scope, 401])
  }
})

test('C58: the token acts as the account of its user, with the roles it has now', async () => {
  const listed = async (who: string) => [
    (await list(who, 'sub-a')).status,
    (await list(who, 'sub-b')).status,
  ]
  expect([await listed('ada'), await listed('bob')]).toEqual([
    [200, 404],
    [404, 200],
  ])
})
