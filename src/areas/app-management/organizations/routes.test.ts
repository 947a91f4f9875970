import { randomUUIDv7 } from 'node:crypto'
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
beforeEach(async () => {
  ada = await insertPerson(database.db)
  bob = await insertPerson(database.db)
})

const create = (body: object, token = ada.token) => call(token, 'POST', '/v0.1/orgs', body)

describe('POST /v0.1/orgs', () => {
  test('201: one of the two names is enough; whoever creates it is its admin', async () => {
    const byDisplay = await create({ display_name: `Harbour ${ada.name}` })
    expect(byDisplay.body).toMatchObject({ name: `Harbour-${ada.name}`, origin: 'appcenter' })
    const byName = await create({ name: `n-${ada.name}` })
    expect(byName.body.display_name).toBe(`n-${ada.name}`)
    const { body } = await call(ada.token, 'GET', `/v0.1/orgs/n-${ada.name}/users/${ada.name}`)
    expect(body.role).toBe('admin')
  })

  test('400: neither name, or one that cannot be', async () => {
    for (const body of [
      {},
      { name: '-x' },
      { display_name: '???' },
      { display_name: ' ', name: 'x' },
    ]) {
      expect((await create(body)).status).toBe(400)
    }
  })

  test('409: the name of any other owner, user or organization, in any case', async () => {
    expect((await create({ name: bob.name.toUpperCase() })).status).toBe(409)
    await create({ name: `o-${ada.name}` })
    const again = await create({ name: `O-${ada.name}` }, bob.token)
    expect([again.status, again.body.error.code]).toEqual([409, 'Conflict'])
  })
})

describe('GET', () => {
  test('the organizations one is in, and those one administers', async () => {
    const mine = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const theirs = await insertOrganization(database.db, { [ada.id]: 'member', [bob.id]: 'admin' })
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names((await call(ada.token, 'GET', '/v0.1/orgs')).body)).toEqual([
      mine.name,
      theirs.name,
    ])
    const administered = (await call(ada.token, 'GET', '/v0.1/administeredOrgs')).body
    expect(names(administered.organizations)).toEqual([mine.name])
  })

  test('404: a person is no organization', async () => {
    expect((await call(ada.token, 'GET', `/v0.1/orgs/${ada.name}`)).status).toBe(404)
  })
})

describe('GET /v0.1/orgs/{org_name}/subscriptions', () => {
  const insertSubscription = async (display_name: string, roles: Record<string, object>) => {
    const { id: organization_id } = await insertOrganization(database.db)
    const now = new Date()
    const [subscription_id, times] = [randomUUIDv7(), { created_at: now, updated_at: now }]
    await database.db
      .insertInto('subscription')
      .values({ id: subscription_id, organization_id, display_name, ...times })
      .execute()
    for (const [principal_id, role] of Object.entries(roles)) {
      const member = { subscription_id, principal_id, created_at: now, role: 'reader' as const }
      await database.db
        .insertInto('subscription_member')
        .values({ ...member, ...role })
        .execute()
    }
    return subscription_id
  }

  test('200: those that the organization opens to whoever asks', async () => {
    const seats = { [ada.id]: 'collaborator', [bob.id]: 'admin' } as const
    const org = await insertOrganization(database.db, seats)
    const other = await insertOrganization(database.db)
    const kind = 'organization'
    const own = { [org.id]: { kind, role: 'owner', includes_collaborators: true } }
    const second = await insertSubscription('Zebra', own)
    const first = await insertSubscription('Ape', { [org.id]: { kind }, [ada.id]: {} })
    await insertSubscription('Cat', { [other.id]: { kind }, [ada.id]: {} })
    const path = `/v0.1/orgs/${org.name}/subscriptions`
    const rows = [
      { id: first, display_name: 'Ape', role: 'reader', includes_collaborators: false },
      { id: second, display_name: 'Zebra', role: 'owner', includes_collaborators: true },
    ]
    const seen = await call(bob.token, 'GET', path)
    expect([seen.status, seen.body]).toEqual([200, rows])
    expect((await call(ada.token, 'GET', path)).body).toEqual(rows.slice(1))
    const stranger = await insertPerson(database.db)
    expect((await call(stranger.token, 'GET', path)).status).toBe(404)
  })
})

describe('PATCH and DELETE of an organization', () => {
  test('a new name is a new address for it and its apps', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const app = await insertApp(database.db, org)
    const name = `new-${ada.name}`
    const changed = await call(ada.token, 'PATCH', `/v0.1/orgs/${org.name}`, { name })
    expect([changed.status, changed.body.name]).toEqual([200, name])
    expect((await call(ada.token, 'GET', app.path)).status).toBe(404)
    expect((await call(ada.token, 'GET', `/v0.1/apps/${name}/${app.name}`)).status).toBe(200)
    const taken = await call(ada.token, 'PATCH', `/v0.1/orgs/${name}`, { name: bob.name })
    expect(taken.status).toBe(409)
    // Only the spelling: it is the same name.
    const spelt = await call(ada.token, 'PATCH', `/v0.1/orgs/${name}`, { name: name.toUpperCase() })
    expect([spelt.status, spelt.body.name]).toEqual([200, name.toUpperCase()])
  })

  test('a deleted one is gone with all that was in it', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'member' })
    const app = await insertApp(database.db, org, { [bob.id]: 'manager' })
    const path = `/v0.1/orgs/${org.name}`
    const { api_token } = (await call(ada.token, 'POST', `${path}/api_tokens`, NEW_TOKEN)).body
    await call(ada.token, 'POST', `${path}/invitations`, { user_email: 'new@example.com' })
    expect((await call(ada.token, 'DELETE', path)).status).toBe(204)
    expect((await call(ada.token, 'GET', path)).status).toBe(404)
    expect((await call(bob.token, 'GET', app.path)).status).toBe(404)
    expect((await call(api_token, 'GET', '/v0.1/apps')).status).toBe(401)
    expect((await create({ name: org.name })).status).toBe(201)
  })
})

describe('PATCH /v0.1/user', () => {
  test('the display name changes; an empty one is 400', async () => {
    const changed = await call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'Countess' })
    expect([changed.status, changed.body.display_name]).toEqual([200, 'Countess'])
    expect((await call(ada.token, 'GET', '/v0.1/user')).body.display_name).toBe('Countess')
    for (const body of [{}, { display_name: '' }, { display_name: '  ' }]) {
      expect((await call(ada.token, 'PATCH', '/v0.1/user', body)).status).toBe(400)
    }
  })
})
