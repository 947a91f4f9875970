import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../http.ts'
import { insertToken } from '../samples.ts'
import { useServer } from '../server.ts'
import { useDatabase } from '../use-database.ts'
import { insertApp, insertOrganization, insertPerson, type Person } from '../world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

let admin: Person
let manager: Person
let developer: Person
let viewer: Person
let org: { id: string; name: string }
let app: Awaited<ReturnType<typeof insertApp>>
let other: Awaited<ReturnType<typeof insertApp>>
beforeAll(async () => {
  const { db } = database
  admin = await insertPerson(db, 'admin')
  manager = await insertPerson(db, 'manager')
  developer = await insertPerson(db, 'developer')
  viewer = await insertPerson(db, 'viewer')
  const members = {
    [manager.id]: 'member',
    [developer.id]: 'member',
    [viewer.id]: 'member',
  } as const
  org = await insertOrganization(db, { [admin.id]: 'admin', ...members }, 'harbour')
  const roles = {
    [manager.id]: 'manager',
    [developer.id]: 'developer',
    [viewer.id]: 'viewer',
  } as const
  app = await insertApp(db, org, roles, 'tide')
  other = await insertApp(db, org, { [manager.id]: 'manager' }, 'moon')
})

const status = async (...request: Parameters<typeof call>) => (await call(...request)).status
const change = (token: string, path = app.path) =>
  status(token, 'PATCH', path, { description: 'x' })
const readOnly = async (person: Person) =>
  (await insertToken(database.db, { homeId: person.id, access: 'viewer' })).value
const appToken = async (scope: 'all' | 'viewer', maker = manager) =>
  (await call(maker.token, 'POST', `${app.path}/api_tokens`, { scope: [scope] })).body.api_token

describe('user tokens', () => {
  test('A50: a user token carries the rights of the user who created it', async () => {
    const { api_token } = (await call(manager.token, 'POST', '/v0.1/api_tokens')).body
    expect(await change(api_token)).toBe(200)
    const made = (await call(viewer.token, 'POST', '/v0.1/api_tokens')).body
    expect(await change(made.api_token)).toBe(403)
  })

  test('A51: a user token works in each organization of its user', async () => {
    const second = await insertOrganization(database.db, { [viewer.id]: 'collaborator' })
    for (const { name } of [org, second]) {
      expect(await status(viewer.token, 'GET', `/v0.1/orgs/${name}`)).toBe(200)
    }
    const foreign = await insertOrganization(database.db, { [admin.id]: 'admin' })
    expect(await status(viewer.token, 'GET', `/v0.1/orgs/${foreign.name}`)).toBe(404)
  })

  test('A52: a user token works in each app of its user', async () => {
    expect(await status(manager.token, 'GET', app.path)).toBe(200)
    expect(await status(manager.token, 'GET', other.path)).toBe(200)
    expect(await status(viewer.token, 'GET', other.path)).toBe(404)
  })

  test('A53: Full access has every permission its user holds', async () => {
    expect(await change(admin.token)).toBe(200)
    expect(await status(admin.token, 'PATCH', `/v0.1/orgs/${org.name}`, {})).toBe(200)
    expect(await status(admin.token, 'GET', `/v0.1/orgs/${org.name}/api_tokens`)).toBe(200)
  })

  test('A54: Full access adds nothing: who is neither manager nor developer runs no test', async () => {
    expect(await status(viewer.token, 'POST', `${app.path}/test_runs`)).toBe(404)
    // Tests are not served; the nearest thing that needs a developer is making a Read-only app token.
    const wish = { scope: ['viewer'] }
    expect(await status(viewer.token, 'POST', `${app.path}/api_tokens`, wish)).toBe(403)
    expect(await change(viewer.token)).toBe(403)
  })

  test('A55: Read-only has the permission of a viewer, whatever its user is', async () => {
    const token = await readOnly(admin)
    const { body } = await call(token, 'GET', app.path)
    expect(body.member_permissions).toEqual(['viewer'])
    expect(await change(token)).toBe(403)
    expect(await status(token, 'GET', `${app.path}/api_tokens`)).toBe(403)
  })

  test.each([
    ['A56: Read-only is not what keeps anyone from crash data', 'crash_groups'],
    ['A57: Read-only is not what keeps anyone from analytics data', 'analytics/versions'],
  ])('%s', async (_clause, path) => {
    // Neither is served: Full access gets the very same answer.
    const answers = [await readOnly(viewer), viewer.token].map((token) =>
      call(token, 'GET', `${app.path}/${path}`),
    )
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.message]).toEqual([404, expect.stringContaining('not part of Binnacle')])
    }
  })

  test('A58: Read-only can read the basic information of an app', async () => {
    const { status, body } = await call(await readOnly(developer), 'GET', app.path)
    expect([status, body.display_name]).toEqual([200, 'The tide'])
  })

  test('A59: Read-only cannot change the settings of an app', async () => {
    const refused = await call(await readOnly(manager), 'PATCH', app.path, { name: 'x' })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ statusCode: 403, code: 'Forbidden' })
    expect(refused.body.message).toContain('Use a Full access token')
  })

  test('A60: Read-only cannot create an export configuration', async () => {
    const path = `${app.path}/export_configurations`
    expect(await status(await readOnly(manager), 'POST', path, {})).toBe(404)
    // Not served; the nearest thing that makes something on an app is making a token.
    expect(await status(await readOnly(manager), 'POST', `${app.path}/api_tokens`, {})).toBe(403)
  })
})

describe('app tokens', () => {
  test('A61: an app token has rights in exactly one app', async () => {
    const token = await appToken('all')
    expect(await status(token, 'GET', app.path)).toBe(200)
    expect(await status(token, 'GET', other.path)).toBe(404)
    const { body } = await call(token, 'GET', '/v0.1/apps')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['tide'])
    expect(await status(token, 'GET', '/v0.1/user')).toBe(403)
  })

  test('A62: the rights of an app token are those of a Manager or of a Viewer', async () => {
    for (const [scope, permission] of [
      ['all', 'manager'],
      ['viewer', 'viewer'],
    ] as const) {
      const { body } = await call(await appToken(scope), 'GET', app.path)
      expect(body.member_permissions).toEqual([permission])
    }
  })

  test('A63: a Full access app token can do what a manager can do', async () => {
    const token = await appToken('all')
    const guest = await insertPerson(database.db)
    expect(await change(token)).toBe(200)
    expect(
      await status(token, 'POST', `${app.path}/invitations`, { user_email: guest.email }),
    ).toBe(204)
    expect(await status(token, 'GET', `${app.path}/invitations`)).toBe(200)
    expect(await status(token, 'DELETE', `${app.path}/invitations/${guest.email}`)).toBe(204)
  })

  test('A64: only managers create a Full access app token', async () => {
    const wish = { scope: ['all'] }
    const made = [manager, admin, developer, viewer].map(({ token }) =>
      status(token, 'POST', `${app.path}/api_tokens`, wish),
    )
    expect(await Promise.all(made)).toEqual([201, 201, 403, 403])
    // Nothing said means Full access, and is not quietly made less.
    expect(await status(developer.token, 'POST', `${app.path}/api_tokens`, {})).toBe(403)
  })

  test('A65: a Read-only app token can do what a viewer can do', async () => {
    const token = await appToken('viewer')
    expect(await status(token, 'GET', app.path)).toBe(200)
    expect(await status(token, 'GET', `${app.path}/users`)).toBe(200)
    expect(await change(token)).toBe(403)
    expect(await status(token, 'GET', `${app.path}/api_tokens`)).toBe(403)
  })

  test('A66: managers create a Read-only app token', async () => {
    expect(await appToken('viewer', manager)).toMatch(/^bna_/)
  })

  test('A67: developers create a Read-only app token', async () => {
    expect(await appToken('viewer', developer)).toMatch(/^bna_/)
  })
})
