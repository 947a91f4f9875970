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

let ada: Person
let bob: Person
let to: { id: string; name: string }
beforeEach(async () => {
  ada = await insertPerson(database.db)
  bob = await insertPerson(database.db)
  to = await insertOrganization(database.db, { [ada.id]: 'admin' })
})

const transfer = (path: string, destination: string, token = ada.token) =>
  call(token, 'POST', `${path}/transfer/${destination}`)

describe('POST …/transfer/{destination_owner_name}', () => {
  test('the app, same id and secret, under its new owner; members stay, tokens and invitations end', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'developer' })
    const details = { description: 'old', release_type: 'Beta', icon_url: 'https://example.com/i' }
    const before = (await call(ada.token, 'PATCH', app.path, details)).body
    const { api_token } = (await call(ada.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN)).body
    await call(ada.token, 'POST', `${app.path}/invitations`, { user_email: 'new@example.com' })
    const { status, body, headers } = await transfer(app.path, to.name)
    expect([status, headers.get('x-binnacle-revoked-tokens')]).toEqual([200, '1'])
    expect(body).toMatchObject({
      ...before,
      updated_at: expect.any(String),
      owner: { id: to.id, type: 'org', name: to.name },
      member_permissions: ['manager'],
    })
    expect((await call(api_token, 'GET', '/v0.1/apps')).status).toBe(401)
    expect((await call(ada.token, 'GET', app.path)).status).toBe(404)
    const moved = `/v0.1/apps/${to.name}/${app.name}`
    expect((await call(bob.token, 'GET', moved)).body.member_permissions).toEqual(['developer'])
    expect(
      (await call(bob.token, 'GET', `/v0.1/orgs/${to.name}/users/${bob.name}`)).body.role,
    ).toBe('member')
    expect((await call(ada.token, 'GET', `${moved}/invitations`)).body).toEqual([])
  })

  test('from one organization to another, by an admin of both', async () => {
    const from = await insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'admin' })
    const app = await insertApp(database.db, from)
    expect((await transfer(app.path, to.name, bob.token)).status).toBe(404)
    expect((await transfer(app.path, to.name)).status).toBe(200)
    expect((await call(bob.token, 'GET', `/v0.1/apps/${to.name}/${app.name}`)).status).toBe(404)
  })

  test('who came only with the app goes on with it; whom anything else holds stays', async () => {
    const [viewer, invited, colleague] = [
      await insertPerson(database.db),
      await insertPerson(database.db),
      await insertPerson(database.db),
    ] as const
    const members = {
      [viewer.id]: 'viewer',
      [invited.id]: 'viewer',
      [colleague.id]: 'viewer',
    } as const
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, members)
    expect((await transfer(app.path, to.name)).status).toBe(200)
    const path = `/v0.1/orgs/${to.name}`
    await call(ada.token, 'PATCH', `${path}/users/${invited.name}`, { role: 'member' })
    await insertApp(database.db, to, { [colleague.id]: 'viewer' })
    const next = await insertOrganization(database.db, { [ada.id]: 'admin' })
    expect((await transfer(`/v0.1/apps/${to.name}/${app.name}`, next.name)).status).toBe(200)
    const stays = async (person: Person) => (await call(person.token, 'GET', path)).status
    expect(await Promise.all([viewer, invited, colleague].map(stays))).toEqual([404, 200, 200])
    expect((await call(viewer.token, 'GET', `/v0.1/orgs/${next.name}`)).status).toBe(200)
  })

  test('403: a member of the destination who is no admin there, or a mere manager of the app', async () => {
    const other = await insertOrganization(database.db, {
      [ada.id]: 'collaborator',
      [bob.id]: 'admin',
    })
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'manager' })
    expect((await transfer(app.path, other.name)).status).toBe(403)
    expect((await transfer(app.path, other.name, bob.token)).status).toBe(403)
  })

  test('409: to a person, to whom it belongs already, or where the name is taken', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tide')
    expect((await transfer(app.path, ada.name)).status).toBe(409)
    await insertApp(database.db, to, {}, 'TIDE')
    const taken = await transfer(app.path, to.name)
    expect([taken.status, taken.body.error.message]).toEqual([
      409,
      expect.stringContaining('already has an app named tide'),
    ])
    expect((await call(ada.token, 'GET', app.path)).status).toBe(200)
    expect((await transfer(`/v0.1/apps/${to.name}/tide`, to.name)).status).toBe(409)
  })

  test('404: a destination one cannot see', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' })
    const hidden = await insertOrganization(database.db, { [bob.id]: 'admin' })
    for (const name of [hidden.name, bob.name, 'nobody', 'a b']) {
      expect((await transfer(app.path, encodeURIComponent(name))).status).toBe(404)
    }
  })
})

describe('POST …/transfer_to_org', () => {
  test('a new organization named like the app, or close to it', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'viewer' })
    const made = await call(ada.token, 'POST', `${app.path}/transfer_to_org`)
    expect([made.status, made.body.name]).toEqual([200, app.name])
    const path = `/v0.1/apps/${app.name}/${app.name}`
    expect((await call(bob.token, 'GET', path)).status).toBe(200)
    expect((await call(ada.token, 'DELETE', `/v0.1/orgs/${app.name}`)).status).toBe(204)
    const second = await insertApp(database.db, { ...ada, kind: 'user' }, {}, bob.name)
    const close = await call(ada.token, 'POST', `${second.path}/transfer_to_org`)
    expect(close.body.name).toBe(`${bob.name}-2`)
  })
})
