import { beforeAll, describe, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../support/http/http.ts'
import { addApp, addOrganization, addPerson, call, type Person } from '../world.ts'

let ada: Person
let tide: Awaited<ReturnType<typeof addApp>>
let appTokens: string
const own = '/v0.1/api_tokens'
beforeAll(async () => {
  ada = await addPerson('ada')
  tide = await addApp(ada)
  appTokens = `${tide.path}/api_tokens`
})

const create = (path: string, body = {}) => call(ada.token, 'POST', path, { ...NEW_TOKEN, ...body })
type Schema = Readonly<{ properties?: object }>
const list = async (path: string) => (await call(ada.token, 'GET', path)).body
const readDocument = async () => (await call(undefined, 'GET', '/openapi/app-management.json')).body

test('A15: a token has a name, which is free text', async () => {
  const name = 'Nächtlicher Bau: "main" → ☸ <b>\n2'
  const { status, body } = await create(own, { description: name })
  expect(status).toBe(201)
  expect(await list(own)).toContainEqual(
    expect.objectContaining({ id: body.id, description: name }),
  )
})

test('A16: the name is entered at creation, and only then', async () => {
  for (const path of [own, appTokens]) {
    const description = 'for the night build'
    const { body } = await create(path, { description })
    for (const method of ['PATCH', 'PUT', 'POST']) {
      const input = { ...NEW_TOKEN, description: 'other' }
      const { status } = await call(ada.token, method, `${path}/${body.id}`, input)
      expect([method, status]).toEqual([method, 404])
    }
    await create(path, { id: body.id, description: 'another' })
    expect(await list(path)).toContainEqual(expect.objectContaining({ id: body.id, description }))
  }
})

describe('A17: the kind of a token is user or app', () => {
  const input = { description: 'kinds', scope: ['all'] }

  test('and stays what the place it was created at makes it: in the answer, the list and its reach', async () => {
    for (const [path, kind, reach] of [
      [own, 'user', 200],
      [appTokens, 'app', 403],
    ] as const) {
      const { body } = await create(path, input)
      expect(body.kind).toBe(kind)
      expect(await list(path)).toContainEqual(expect.objectContaining({ id: body.id, kind }))
      expect((await call(body.api_token, 'GET', '/v0.1/user')).status).toBe(reach)
    }
    for (const path of [own, appTokens]) {
      const kinds = new Set((await list(path)).map(({ kind }: { kind: string }) => kind))
      expect([...kinds]).toEqual([path === own ? 'user' : 'app'])
    }
  })

  test('a caller cannot choose it', async () => {
    for (const kind of ['app', 'org', 'robot']) {
      expect((await create(own, { ...input, kind })).body.kind).toBe('user')
      expect((await create(`${own}?kind=${kind}`, input)).body.kind).toBe('user')
    }
  })
})

test('A18: the access type is Full access (all) or Read-only (viewer)', async () => {
  expect((await create(own, { scope: ['all'] })).body.scope).toEqual(['all'])
  expect((await create(own, { scope: ['viewer'] })).body.scope).toEqual(['viewer'])
  for (const scope of [['admin'], [], ['all', 'viewer'], 'viewer', [['viewer']], [null]]) {
    expect((await create(own, { scope })).status).toBe(400)
  }
})

test('A19: a token has a value, a secret string that opens the API', async () => {
  const { body } = await create(own)
  expect(body.api_token).toMatch(/^bnu_[0-9A-Za-z]{71}$/)
  expect((await call(body.api_token, 'GET', '/v0.1/user')).status).toBe(200)
})

test('A20: the value is shown at creation', async () => {
  expect((await create(own)).body).toHaveProperty('api_token')
  expect((await create(appTokens)).body).toHaveProperty('api_token')
})

test('A21: after creation nothing displays the value', async () => {
  const { body } = await create(appTokens)
  const shown = await list(appTokens)
  expect(shown.map(({ id }: { id: string }) => id)).toContain(body.id)
  expect(JSON.stringify(shown)).not.toContain(body.api_token)
  expect((await call(ada.token, 'GET', `${appTokens}/${body.id}`)).status).toBe(404)
})

test('a token says how its value starts, with four of its 43 random characters, in the list alone', async () => {
  for (const path of [own, appTokens]) {
    const { body } = await create(path)
    // Scripts look for the value in this answer by its prefix, and must find one.
    expect(body).not.toHaveProperty('value_start')
    const listed = (await list(path)).find(({ id }: { id: string }) => id === body.id)
    expect(listed.value_start).toBe(body.api_token.slice(0, 30))
  }
})

test('A22: after creation nothing generates the value again', async () => {
  const input = { description: 'same', scope: ['viewer'] }
  const [one, other] = [await create(own, input), await create(own, input)]
  expect(one.body.api_token).not.toBe(other.body.api_token)
  for (const method of ['POST', 'PUT', 'PATCH']) {
    expect((await call(ada.token, method, `${own}/${one.body.id}`, {})).status).toBe(404)
  }
  // Nothing but a creation answers with a value, and a token that exists can only be revoked.
  const { paths, components } = await readDocument()
  const holders = Object.entries<Schema>(components.schemas).filter(
    ([, { properties }]) => properties && 'api_token' in properties,
  )
  expect(holders.map(([name]) => name)).toEqual(['CreatedApiToken'])
  const operations = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({
      path,
      method,
      text: JSON.stringify(about),
    })),
  )
  const showing = operations.filter(({ text }) => text.includes('/CreatedApiToken"'))
  expect(showing.length).toBeGreaterThanOrEqual(2)
  for (const { method, path } of showing)
    expect([method, path]).toEqual(['post', expect.stringMatching(/\/api_tokens$/)])
  const ofOne = operations.filter(({ path }) => path.includes('{api_token_id}'))
  expect([...new Set(ofOne.map(({ method }) => method))]).toEqual(['delete'])
})

test('A23: documents write <API_TOKEN> where a value would stand', async () => {
  const document = await readDocument()
  const { api_token: value } = document.components.schemas.CreatedApiToken.properties
  expect(value.examples).toEqual(['<API_TOKEN>'])
  expect(JSON.stringify(document)).not.toMatch(/bn[uao]_[0-9A-Za-z]{71}/)
})

test('A35: a revoked token gives no access any more', async () => {
  const { body } = await create(own)
  expect((await call(ada.token, 'DELETE', `${own}/${body.id}`)).status).toBe(204)
  const refused = await call(body.api_token, 'GET', '/v0.1/user')
  expect([refused.status, refused.body.code]).toEqual([401, 'Unauthorized'])
})

test('A36: the guidance for a leak is to revoke at once', async () => {
  const document = await readDocument()
  const { description } = document.paths[`${own}/{api_token_id}`].delete
  expect(description).toContain('Revoke a token immediately if it may have leaked')
})

test('A68: a token is a secret and does not belong in source code', async () => {
  const { description } = (await readDocument()).components.securitySchemes.APIToken
  expect(description).toContain('The token is a secret')
  expect(description).toContain('never put it in source code')
})

test('A69: a token is kept in secure storage only', async () => {
  const { description } = (await readDocument()).components.securitySchemes.APIToken
  expect(description).toContain('Keep it in secure storage only')
})

test('A70: an app token is recommended for a single app, and suffices for it', async () => {
  const { description } = (await readDocument()).components.securitySchemes.APIToken
  expect(description).toContain('Use an app token if you need access to one app only')
  const { api_token } = (await create(appTokens)).body
  expect((await call(api_token, 'PATCH', tide.path, {})).status).toBe(200)
})

test('A71: work across apps needs a user token', async () => {
  const org = await addOrganization([[ada, 'admin']])
  const { api_token } = (await create(appTokens)).body
  expect((await call(api_token, 'GET', '/v0.1/orgs')).status).toBe(403)
  expect((await call(api_token, 'GET', `/v0.1/orgs/${org.name}`)).status).toBe(404)
  expect((await call(ada.token, 'GET', `/v0.1/orgs/${org.name}`)).status).toBe(200)
})
