import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

let admin: Person
let bob: Person
let org: { id: string; name: string }
let app: Awaited<ReturnType<typeof insertApp>>
let users: string
beforeEach(async () => {
  admin = await insertPerson(database.db)
  bob = await insertPerson(database.db)
  org = await insertOrganization(database.db, { [admin.id]: 'admin', [bob.id]: 'member' })
  app = await insertApp(database.db, org, { [bob.id]: 'developer' })
  users = `/v0.1/orgs/${org.name}/users`
})

const status = async (...request: Parameters<typeof call>) => (await call(...request)).status
const roles = async (path: string) => {
  const { body } = await call(admin.token, 'GET', path)
  return Object.fromEntries(
    body.map((user: { name: string; permissions?: string[]; role?: string }) => [
      user.name,
      user.permissions?.[0] ?? user.role,
    ]),
  )
}

describe('users of an app', () => {
  test('all who can reach it, each with the highest of their roles', async () => {
    expect(await roles(`${app.path}/users`)).toEqual({
      [admin.name]: 'manager',
      [bob.name]: 'developer',
    })
    expect((await call(bob.token, 'GET', `${app.path}/testers`)).body).toEqual([])
  })

  test('a changed role holds from the next request on', async () => {
    expect(await status(bob.token, 'PATCH', app.path, {})).toBe(403)
    const path = `${app.path}/users/${bob.email}`
    expect(await status(admin.token, 'PATCH', path, { permissions: ['manager'] })).toBe(204)
    expect(await status(bob.token, 'PATCH', app.path, {})).toBe(200)
    for (const permissions of [[], ['owner'], ['viewer', 'manager'], undefined]) {
      expect(await status(admin.token, 'PATCH', path, { permissions })).toBe(400)
    }
  })

  test('anybody may leave', async () => {
    expect(await status(bob.token, 'DELETE', `${app.path}/users/${bob.email}`)).toBe(204)
    expect(await status(bob.token, 'GET', app.path)).toBe(404)
    expect(await status(bob.token, 'GET', users)).toBe(200)
  })

  test('409: the person who owns the app stays its manager', async () => {
    const own = await insertApp(database.db, { ...bob, kind: 'user' }, { [admin.id]: 'manager' })
    const path = `${own.path}/users/${bob.email}`
    expect(await status(admin.token, 'DELETE', path)).toBe(409)
    expect(await status(bob.token, 'PATCH', path, { permissions: ['viewer'] })).toBe(409)
  })

  test('a Full access app token removes a user of its app', async () => {
    const { api_token } = (await call(admin.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN))
      .body
    expect(await status(api_token, 'DELETE', `${app.path}/users/${bob.email}`)).toBe(204)
  })
})

describe('members of an organization', () => {
  test('200: the list, one of them, and the apps one can reach', async () => {
    await insertApp(database.db, org)
    expect(await roles(users)).toEqual({ [admin.name]: 'admin', [bob.name]: 'member' })
    const one = (await call(bob.token, 'GET', `${users}/${bob.name.toUpperCase()}`)).body
    expect(one).toMatchObject({ name: bob.name, email: bob.email, role: 'member' })
    const apps = async (token: string, name: string) => {
      const { body } = await call(token, 'GET', `${users}/${name}/apps`)
      return body.map((found: { member_permissions: string[] }) => found.member_permissions[0])
    }
    expect(await apps(admin.token, bob.name)).toEqual(['developer'])
    expect(await apps(bob.token, bob.name)).toEqual(['developer'])
    expect(await apps(admin.token, admin.name)).toEqual(['manager', 'manager'])
    expect(await status(bob.token, 'GET', `${users}/${admin.name}/apps`)).toBe(403)
  })

  test('who is made an admin manages every app at once', async () => {
    const body = { role: 'admin' }
    const changed = await call(admin.token, 'PATCH', `${users}/${bob.name}`, body)
    expect(changed.body).toMatchObject({ name: bob.name, role: 'admin' })
    expect(await status(bob.token, 'PATCH', app.path, {})).toBe(200)
  })

  test('who is removed loses the organization and its apps', async () => {
    expect(await status(admin.token, 'DELETE', `${users}/${bob.name}`)).toBe(204)
    expect(await status(bob.token, 'GET', app.path)).toBe(404)
    expect(await status(bob.token, 'GET', users)).toBe(404)
    expect(await roles(`${app.path}/users`)).toEqual({ [admin.name]: 'manager' })
    expect(await status(admin.token, 'DELETE', `${users}/${bob.name}`)).toBe(404)
  })

  test('anybody may leave, but not the last admin', async () => {
    expect(await status(bob.token, 'DELETE', `${users}/${bob.name}`)).toBe(204)
    const { status: refused, body } = await call(admin.token, 'DELETE', `${users}/${admin.name}`)
    expect([refused, body.error.message]).toEqual([
      409,
      expect.stringContaining('is the last admin'),
    ])
    expect(await status(admin.token, 'PATCH', `${users}/${admin.name}`, { role: 'member' })).toBe(
      409,
    )
  })
})
