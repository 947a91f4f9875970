import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const compatible = useServer({ databaseUrl: database.url, env: { COMPATIBLE_CLIENTS: 'true' } })
const withoutOrgTokens = useServer({ databaseUrl: database.url, env: { ORG_TOKENS: 'false' } })
const call = caller(server)

let ada: Person
let bob: Person
let app: Awaited<ReturnType<typeof insertApp>>
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  bob = await insertPerson(database.db, 'bob')
  app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'developer' }, 'tide')
})

const create = async (token: string, body: object = {}, path = '/v0.1/api_tokens') =>
  (await call(token, 'POST', path, { ...NEW_TOKEN, ...body })).body
const worksFor = async (token: string) => (await call(token, 'GET', '/v0.1/apps')).status === 200

describe('POST /v0.1/api_tokens', () => {
  test('201: the record', async () => {
    const { id, api_token, created_at, ...rest } = await create(ada.token)
    expect(rest).toEqual({
      ...NEW_TOKEN,
      kind: 'user',
      created_by: 'ada',
      expires_at: null,
      last_used_at: null,
      last_used_from: null,
      exceeds_limit: false,
    })
    expect(new Date(created_at).getTime()).toBeGreaterThan(Date.now() - 10_000)
    const listed = (await call(ada.token, 'GET', '/v0.1/api_tokens')).body
    const value_start = api_token.slice(0, 30)
    expect(listed).toContainEqual({ id, created_at, value_start, ...rest })
  })

  test.each([
    [{}, 'Missing: description and scope'],
    [{ scope: ['all'] }, 'Missing: description'],
    [{ description: '', scope: ['all'] }, 'Missing: description'],
    [{ description: ' \t', scope: ['all'] }, 'Missing: description'],
    [{ description: 'night build' }, 'Missing: scope'],
  ])('400: %j %s, and the sentence names the setting', async (body, sentence) => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const families = [
      '/v0.1/api_tokens',
      `${app.path}/api_tokens`,
      `/v0.1/orgs/${org.name}/api_tokens`,
    ]
    for (const path of families) {
      const answer = await call(ada.token, 'POST', path, body)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BadRequest'])
      expect(answer.body.error.message).toContain(sentence)
      expect(answer.body.error.message).toContain('COMPATIBLE_CLIENTS=true')
    }
  })

  test.each([
    'null',
    '[]',
    '"x"',
    '1',
    '{"description": 1, "scope": ["all"]}',
    '{"description": "x", "scope": null}',
  ])('400: the body %s, with the setting and without', async (body) => {
    for (const { url } of [server, compatible]) {
      const response = await fetch(`${url}/v0.1/api_tokens`, {
        method: 'POST',
        headers: { 'X-API-Token': ada.token, 'Content-Type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
    }
  })

  test.each([
    '{"description": "x", "scope": []}',
    '{"description": "x", "scope": null}',
    '{"description": null, "scope": ["viewer"]}',
  ])('400: the body %s lacks a field, and the sentence names the setting', async (body) => {
    const { status, body: answer } = await caller(server)(
      ada.token,
      'POST',
      '/v0.1/api_tokens',
      JSON.parse(body),
    )
    expect([status, answer.error.message]).toEqual([
      400,
      expect.stringMatching(/^Missing: (scope|description)\..*COMPATIBLE_CLIENTS/),
    ])
  })

  test('COMPATIBLE_CLIENTS: a misspelt scope does not make a Full access token', async () => {
    const body = { description: 'x', scopes: ['viewer'] }
    const { status, body: answer } = await caller(compatible)(
      ada.token,
      'POST',
      '/v0.1/api_tokens',
      body,
    )
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining('Missing: scope')])
  })

  test.each([
    ['appcenterCli/3.0.4 core-rest-pipeline/1.16.0 Node/20', 'appcenterCli'],
    ['code-push', 'code-push'],
    ['/3.0.4', 'unnamed client'],
    ['', 'unnamed client'],
  ])(
    'COMPATIBLE_CLIENTS: the client %j makes a Full access token named %s',
    async (userAgent, description) => {
      const headers = { 'User-Agent': userAgent }
      const create = (body: object) =>
        caller(compatible)(ada.token, 'POST', '/v0.1/api_tokens', body, headers)
      expect(await create({})).toMatchObject({ status: 201, body: { description, scope: ['all'] } })
      const viewer = { description: '', scope: ['viewer'] }
      expect((await create(viewer)).body).toMatchObject({ description, scope: ['viewer'] })
      const named = { description: 'night build' }
      expect((await create(named)).body).toMatchObject({ ...named, scope: ['all'] })
    },
  )

  test('a token made by one that expires ends with it, or before', async () => {
    const until = new Date(Date.now() + 3_600_000)
    const maker = await insertToken(database.db, { homeId: ada.id, expiresAt: until })
    expect((await create(maker.value)).expires_at).toBe(until.toISOString())
    const earlier = new Date(Date.now() + 60_000).toISOString()
    expect((await create(maker.value, { expires_at: earlier })).expires_at).toBe(earlier)
    const later = { ...NEW_TOKEN, expires_at: '2999-01-01T00:00:00Z' }
    expect((await call(maker.value, 'POST', '/v0.1/api_tokens', later)).status).toBe(400)
  })

  test('an expired token stays in the list', async () => {
    const expiresAt = new Date(Date.now() - 1000)
    const { id } = await insertToken(database.db, { homeId: ada.id, expiresAt })
    const listed = (await call(ada.token, 'GET', '/v0.1/api_tokens')).body
    expect(listed.map((token: { id: string }) => token.id)).toContain(id)
  })

  test('repeated under the same name within ten minutes: the earlier one is revoked', async () => {
    const headers = { 'x-ms-client-request-id': 'a-name-of-mine' }
    const make = (token = ada.token, path = '/v0.1/api_tokens') =>
      call(token, 'POST', path, NEW_TOKEN, headers)
    const [first, second] = [(await make()).body, (await make()).body]
    expect([await worksFor(first.api_token), await worksFor(second.api_token)]).toEqual([
      false,
      true,
    ])
    // Another caller, or another family, under the same name is another request.
    await make(bob.token)
    await make(ada.token, `${app.path}/api_tokens`)
    expect(await worksFor(second.api_token)).toBe(true)
    await database.db
      .updateTable('request_key')
      .set({ created_at: new Date(Date.now() - 11 * 60_000) })
      .where('created_id', '=', second.id)
      .execute()
    await make()
    expect(await worksFor(second.api_token)).toBe(true)
  })
})

describe('DELETE …/api_tokens/{id}', () => {
  test('current revokes the token of the call, whatever its kind and access', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const paths = {
      user: '/v0.1/api_tokens',
      app: `${app.path}/api_tokens`,
      org: `/v0.1/orgs/${org.name}/api_tokens`,
    }
    for (const path of Object.values(paths)) {
      for (const scope of ['all', 'viewer']) {
        for (const at of [path, paths.user]) {
          const { api_token } = await create(ada.token, { scope: [scope] }, path)
          expect((await call(api_token, 'DELETE', `${at}/current`)).status).toBe(204)
          expect(await worksFor(api_token)).toBe(false)
        }
      }
    }
  })

  test('descendants go with it, over generations and families; others stay', async () => {
    const child = await create(ada.token)
    const grandchild = await create(child.api_token)
    const onApp = await create(grandchild.api_token, {}, `${app.path}/api_tokens`)
    const stranger = await create(ada.token)
    const path = `/v0.1/api_tokens/${child.id}?descendants=true`
    expect((await call(ada.token, 'DELETE', path)).status).toBe(204)
    const alive = [child, grandchild, onApp, stranger].map(({ api_token }) => worksFor(api_token))
    expect(await Promise.all(alive)).toEqual([false, false, false, true])
  })

  test('tokens of an app stay with the app when whoever made them has left it', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'member' })
    const ours = await insertApp(database.db, org, { [bob.id]: 'manager' })
    const maker = await create(bob.token)
    const onApp = await create(maker.api_token, {}, `${ours.path}/api_tokens`)
    const own = await create(maker.api_token)
    await call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}/users/${bob.name}`)
    const path = `/v0.1/api_tokens/${maker.id}?descendants=true`
    expect((await call(bob.token, 'DELETE', path)).status).toBe(204)
    expect([await worksFor(onApp.api_token), await worksFor(own.api_token)]).toEqual([true, false])
  })

  test('without descendants=true they stay, and can go later', async () => {
    const child = await create(ada.token)
    const grandchild = await create(child.api_token)
    const path = `/v0.1/api_tokens/${child.id}`
    expect((await call(ada.token, 'DELETE', path)).status).toBe(204)
    expect(await worksFor(grandchild.api_token)).toBe(true)
    expect((await call(ada.token, 'DELETE', `${path}?descendants=true`)).status).toBe(204)
    expect(await worksFor(grandchild.api_token)).toBe(false)
  })

  test('404: a token of somebody else, of another family, or none', async () => {
    const theirs = await create(bob.token)
    const onApp = await create(ada.token, {}, `${app.path}/api_tokens`)
    for (const id of [theirs.id, onApp.id, 'nonsense', '00000000-0000-0000-0000-000000000000']) {
      const { status, body } = await call(ada.token, 'DELETE', `/v0.1/api_tokens/${id}`)
      expect([status, body.error.code]).toEqual([404, 'NotFound'])
    }
  })

  test('with a JSON type and length 0, as a published client sends it', async () => {
    const { id } = await create(ada.token)
    const response = await fetch(`${server.url}/v0.1/api_tokens/${id}`, {
      method: 'DELETE',
      headers: {
        'X-API-Token': ada.token,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': '0',
      },
    })
    expect(response.status).toBe(204)
  })
})

describe('tokens of an app', () => {
  test('managers see and revoke all of them, developers their own', async () => {
    const path = `${app.path}/api_tokens`
    const byAda = await create(ada.token, { scope: ['viewer'] }, path)
    const byBob = await create(bob.token, { scope: ['viewer'] }, path)
    const ids = async (token: string) =>
      (await call(token, 'GET', path)).body.map(({ id }: { id: string }) => id)
    expect(await ids(ada.token)).toEqual(expect.arrayContaining([byAda.id, byBob.id]))
    expect(await ids(bob.token)).toEqual([byBob.id])
    expect((await call(bob.token, 'DELETE', `${path}/${byAda.id}`)).status).toBe(404)
    expect((await call(bob.token, 'DELETE', `${path}/${byBob.id}`)).status).toBe(204)
    expect((await call(ada.token, 'DELETE', `${path}/${byAda.id}`)).status).toBe(204)
  })
})

describe('tokens of an organization', () => {
  test('Full access is manager of each app there, and nothing beyond', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'member' })
    const ours = await insertApp(database.db, org, { [bob.id]: 'developer' })
    const { api_token } = await create(ada.token, {}, `/v0.1/orgs/${org.name}/api_tokens`)
    const ask = async (method: string, path: string, body?: object) =>
      (await call(api_token, method, path, body)).status
    expect(await ask('PATCH', ours.path, { description: 'x' })).toBe(200)
    expect(await ask('GET', app.path)).toBe(404)
    expect(await ask('DELETE', `${ours.path}/users/${bob.email}`)).toBe(403)
    expect(await ask('GET', `/v0.1/orgs/${org.name}/users`)).toBe(403)
    expect(await ask('POST', `${ours.path}/api_tokens`)).toBe(403)
    expect(await ask('DELETE', `/v0.1/orgs/${org.name}`)).toBe(403)
    const { body } = await call(api_token, 'GET', '/v0.1/apps')
    expect(body.map(({ name }: { name: string }) => name)).toEqual([ours.name])
    expect(await ask('DELETE', ours.path)).toBe(204)
  })

  test('with ORG_TOKENS=false there is no such operation, and such tokens are refused', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const path = `/v0.1/orgs/${org.name}/api_tokens`
    const { api_token } = await create(ada.token, {}, path)
    const other = caller(withoutOrgTokens)
    expect((await other(ada.token, 'POST', path)).status).toBe(404)
    const refused = await other(api_token, 'GET', '/v0.1/apps')
    expect([refused.status, refused.body.message]).toEqual([
      401,
      expect.stringContaining('are disabled on this server'),
    ])
  })
})
