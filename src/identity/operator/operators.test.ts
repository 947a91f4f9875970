import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  BODIES,
  inPath,
  openOperatorWorlds,
  TRUSTED_ISSUERS,
} from '../../../test/support/http/operator-requests.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { MAILS_WAIT } from '../../../test/support/mail/mails-wait.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { fillOrganizations } from '../../../test/support/world/crowds.ts'
import { insertOrganization, insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const seal = openSeal(randomBytes(32))
// One operator prepares hundreds of cases in a row.
const env = { ...MAILS_WAIT, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false', TRUSTED_ISSUERS }
const server = useServer({ databaseUrl: database.url, seal, env })
const misfit = useDeclaredSchemas('openapi/operator.json')

let ada: Person
let bob: Person
let org: { id: string; name: string }
const bearers = { operator: '', other: '', service: '' }
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', ada.id).execute()
  for (const { id } of [ada, bob]) await insertPassword(db, id)
  await insertClient(db, 'robot', ['client-credentials'], {
    principalId: randomUUIDv7(),
    secret: SECRET,
  })
  org = await insertOrganization(db, { [ada.id]: 'admin' })
  const sign = signer(ORIGIN, [server.url])
  const portal = `${ORIGIN}/signed-in`
  bearers.operator = await sign.code('ada', 'portal', portal, 'openid account')
  bearers.other = await sign.code('bob', 'portal', portal, 'openid account')
  bearers.service = await sign.service('robot', SECRET)
})

const ask = (method: string, path: string, body?: unknown, bearer = bearers.operator) =>
  caller(server)(undefined, method, `/operator/v1${path}`, body, {
    Authorization: `Bearer ${bearer}`,
  })

describe('rights', () => {
  test('every operation is for an operator who is signed in, and for nobody else', {
    timeout: 240_000,
  }, async () => {
    const { body: document } = await caller(server)(undefined, 'GET', '/openapi/operator.json')
    type Operation = { operationId: string; responses: object }
    const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    )
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
    // The operator last: who is refused changes nothing for the next one.
    const callers: [string, Record<string, string>, number | undefined][] = [
      ['non-operator', bearer(bearers.other), 403],
      ['API token of the operator', { 'X-API-Token': ada.token }, 401],
      ['service account', bearer(bearers.service), 403],
      ['nobody', {}, 401],
      ['operator', bearer(bearers.operator), undefined],
    ]
    const faults: string[] = []
    const worldFor = await openOperatorWorlds(database.db, ask)
    for (const { path, method, operationId, responses } of operations) {
      const world = await worldFor(method)
      for (const [who, headers, refusal] of callers) {
        const { status, body } = await caller(server)(
          undefined,
          method.toUpperCase(),
          inPath(method, path, world),
          BODIES[operationId]?.(world),
          headers,
        )
        const expected = refusal ?? Number(Object.keys(responses)[0])
        const found = `${status} ${misfit(operationId, status, body) ?? ''}`.trim()
        if (found !== `${expected}`)
          faults.push(`${operationId} by ${who}: ${found}, not ${expected}`)
      }
    }
    expect(faults).toEqual([])
    expect(operations.length).toBeGreaterThan(15)
  })

  test('the role is read with each request', async () => {
    const set = (is_operator: boolean) =>
      database.db.updateTable('account').set({ is_operator }).where('id', '=', bob.id).execute()
    await set(true)
    expect((await ask('GET', '/accounts', undefined, bearers.other)).status).toBe(200)
    await set(false)
    expect((await ask('GET', '/accounts', undefined, bearers.other)).status).toBe(403)
  })
})

describe('accounts', () => {
  test('created, it sets a password by its link and signs in; disabled, it is out at once and for good', async () => {
    const input = { name: 'eve', email: 'eve@example.com', display_name: 'Eve' }
    const made = await ask('POST', '/accounts', input)
    expect(made.status).toBe(201)
    const { account, password_link } = made.body
    const who = makeVisitor(ORIGIN, [server.url])
    const page = await who.visit(new URL(password_link).pathname)
    await who.submit(page, 'set-password', {
      password: 'correct horse battery',
      again: 'correct horse battery',
    })
    const bearer = await signer(ORIGIN, [server.url]).code(
      'eve',
      'portal',
      `${ORIGIN}/signed-in`,
      'openid account',
    )
    const getUser = () =>
      caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
        Authorization: `Bearer ${bearer}`,
      })
    expect((await getUser()).body.name).toBe('eve')
    const path = `/accounts/${account.id}`
    expect((await ask('PATCH', path, { disabled: true })).body.disabled_at).toEqual(
      expect.any(String),
    )
    expect((await getUser()).status).toBe(401)
    expect((await ask('PATCH', path, { disabled: false })).status).toBe(200)
    // Enabled again it signs in anew; what it held before stays ended.
    expect((await getUser()).status).toBe(401)
    const reset = await ask('POST', `${path}/reset`)
    expect(reset.body.password_link).toContain('/oauth2/set-password/')
    expect((await getUser()).status).toBe(401)
    const left = await database.db
      .selectFrom('oauth_record')
      .select('kind')
      .where('account_id', '=', account.id)
      .execute()
    expect(left).toEqual([])
  })

  test('get another e-mail, which must be one and nobody else’s; the old one is free then', async () => {
    const input = { name: 'zoe', email: 'zoe@example.com' }
    const { account } = (await ask('POST', '/accounts', input)).body
    const change = (email: string) => ask('PATCH', `/accounts/${account.id}`, { email })
    expect((await change('no address')).status).toBe(400)
    expect((await change(bob.email.toUpperCase())).status).toBe(409)
    expect((await change('zoe@new.example')).body.email).toBe('zoe@new.example')
    expect((await ask('POST', '/accounts', { ...input, name: 'zoe-2' })).status).toBe(201)
    const { value } = (await ask('GET', `/audit?scope=${account.id}`)).body
    expect(value).toContainEqual(
      expect.objectContaining({
        action: 'account.change',
        before: { email: 'zoe@example.com' },
        after: { email: 'zoe@new.example' },
      }),
    )
  })

  test('409: a taken name or e-mail, and the last operator stays', async () => {
    expect((await ask('POST', '/accounts', { name: 'ADA', email: 'x@example.com' })).status).toBe(
      409,
    )
    expect((await ask('POST', '/accounts', { name: 'x', email: 'ada@example.com' })).status).toBe(
      409,
    )
    for (const change of [{ disabled: true }, { is_operator: false }]) {
      const { status, body } = await ask('PATCH', `/accounts/${ada.id}`, change)
      expect([status, body.error.code]).toEqual([409, 'LastOperator'])
    }
  })

  test('found by a part of name or e-mail, page after page', async () => {
    const { body } = await ask('GET', '/accounts?search=BOB@')
    expect(body.value.map(({ name }: { name: string }) => name)).toEqual(['bob'])
    expect((await ask('GET', '/accounts?$skiptoken=x')).status).toBe(400)
    for (let number = 0; number < 105; number++) await insertPerson(database.db, `many-${number}`)
    const first = await ask('GET', '/accounts?search=many-')
    const next = new URL(first.body.nextLink)
    const second = await ask('GET', `/accounts${next.search}`)
    const names = [...first.body.value, ...second.body.value].map(({ name }) => name)
    expect([first.body.value.length, new Set(names).size]).toEqual([100, 105])
  })
})

describe('clients', () => {
  test('a service account works with its secret, and no longer after a new one', async () => {
    const made = await ask('POST', '/clients', {
      id: 'night',
      display_name: 'Night',
      flows: ['client-credentials'],
    })
    expect(made.status).toBe(201)
    const { client, client_secret } = made.body
    await ask('POST', '/subscriptions', { id: 'Sub-N', organization_id: org.id, display_name: 'N' })
    const role = `/subscriptions/sub-n/roles/${client.principal_id}`
    expect((await ask('PUT', role, { role: 'reader' })).status).toBe(204)
    const bearer = await signer(ORIGIN, [server.url]).service('night', client_secret)
    const events = async () => {
      const path =
        '/subscriptions/sub-n/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
      const headers = { Authorization: `Bearer ${bearer}` }
      return (await caller(server)(undefined, 'GET', path, undefined, headers)).status
    }
    expect(await events()).toBe(200)
    expect((await ask('DELETE', role)).status).toBe(204)
    expect(await events()).toBe(404)
    await ask('PUT', role, { role: 'owner' })
    const rotated = await ask('POST', '/clients/night/secret')
    expect(rotated.body.client_secret).not.toBe(client_secret)
    expect(await events()).toBe(401)
    await expect(
      signer(ORIGIN, [server.url]).service('night', client_secret),
    ).resolves.toBeUndefined()
  })

  test('400: redirect URIs that cannot be, or do not fit the flows; 409: ids that are taken', async () => {
    const input = { id: 'web', display_name: 'Web', flows: ['code'] }
    for (const uri of [
      'http://client.example/',
      'https://x/#f',
      'javascript:alert(1)',
      'https://u:p@x/',
      '/x',
    ]) {
      expect((await ask('POST', '/clients', { ...input, redirect_uris: [uri] })).status).toBe(400)
    }
    expect((await ask('POST', '/clients', input)).status).toBe(400)
    const right = { ...input, redirect_uris: ['https://client.example/back'] }
    expect((await ask('POST', '/clients', right)).body.client_secret).toBe(null)
    expect((await ask('POST', '/clients', right)).status).toBe(409)
    expect((await ask('POST', '/clients', { ...right, id: 'portal' })).status).toBe(409)
  })
})

describe('organizations, subscriptions, audit', () => {
  test('a name that is kept for whoever gave it up is released, once, and that is on record', async () => {
    const owner = randomUUIDv7()
    await sql`insert into freed_name values ('pharos', ${owner}, null, now())`.execute(database.db)
    expect((await ask('DELETE', '/freed-names/Pharos')).status).toBe(204)
    expect((await ask('DELETE', '/freed-names/Pharos')).status).toBe(404)
    const { body } = await ask('GET', `/audit?scope=${owner}`)
    expect(body.value).toMatchObject([{ action: 'name.release', actor_id: ada.id }])
  })

  test('an operator passes over names that are kept, for organizations and accounts', async () => {
    await sql`insert into freed_name values ('skerry', ${randomUUIDv7()}, null, now()),
      ('eddy', ${randomUUIDv7()}, null, now())`.execute(database.db)
    const organization = { name: 'Skerry', admin_id: bob.id }
    expect((await ask('POST', '/organizations', organization)).status).toBe(201)
    const account = { name: 'Eddy', email: 'eddy@example.com' }
    expect((await ask('POST', '/accounts', account)).status).toBe(201)
  })

  test('409: an organization for an account that is in 200', async () => {
    const { id } = await insertPerson(database.db)
    await fillOrganizations(database.db, id, 200)
    const refused = await ask('POST', '/organizations', { name: 'one-more', admin_id: id })
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain(
      'a member of 200 organizations, which is the limit',
    )
  })

  test('an organization for an account, a subscription of it, and who did it', async () => {
    const made = await ask('POST', '/organizations', { name: 'quay', admin_id: bob.id })
    expect(made.status).toBe(201)
    expect((await ask('POST', '/organizations', { name: 'QUAY', admin_id: bob.id })).status).toBe(
      409,
    )
    expect(
      (await ask('POST', '/organizations', { name: 'x', admin_id: randomUUIDv7() })).status,
    ).toBe(404)
    const input = { organization_id: made.body.id, display_name: 'Quay' }
    const subscription = await ask('POST', '/subscriptions', input)
    expect(subscription.status).toBe(201)
    const { body } = await ask('GET', `/audit?scope=${subscription.body.id}&action=subscription.`)
    expect(body.value).toMatchObject([
      {
        action: 'subscription.create',
        actor_kind: 'account',
        actor_id: ada.id,
        source: '127.0.0.1',
      },
    ])
    expect(
      (await ask('GET', `/audit?actor=${ada.id}&from=2999-01-01T00:00:00Z`)).body.value,
    ).toEqual([])
    expect((await ask('GET', '/audit?$skiptoken=x')).status).toBe(400)
  })
})
