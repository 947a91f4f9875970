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
beforeEach(async () => {
  ada = await insertPerson(database.db)
})

const input = { display_name: 'Tide Tables', os: 'iOS', platform: 'Objective-C-Swift' }
const names = (apps: { name: string }[]) => apps.map(({ name }) => name)

describe('POST /v0.1/apps', () => {
  test('201: the app, with a name made from what it is called', async () => {
    const { status, body } = await call(ada.token, 'POST', '/v0.1/apps', input)
    expect(status).toBe(201)
    const { id, app_secret, created_at, updated_at, ...rest } = body
    expect(rest).toEqual({
      ...input,
      name: 'Tide-Tables',
      description: null,
      release_type: null,
      owner: {
        id: ada.id,
        name: ada.name,
        display_name: `The ${ada.name}`,
        type: 'user',
        email: ada.email,
        avatar_url: null,
      },
      icon_url: null,
      icon_source: null,
      origin: 'appcenter',
      member_permissions: ['manager'],
      azure_subscription: null,
    })
    expect([id, app_secret]).toEqual([expect.any(String), expect.any(String)])
    expect(updated_at).toBe(created_at)
  })

  test('400: names that cannot be, bodies that lack something', async () => {
    for (const name of ['-x', '..', 'a b', '', 'x'.repeat(101), 'ä']) {
      const { status, body } = await call(ada.token, 'POST', '/v0.1/apps', { ...input, name })
      expect([name, status, body.error?.code]).toEqual([name, 400, 'BadRequest'])
    }
    const wrongTypes = [1, true, ['x'], null].map((display_name) => ({ ...input, display_name }))
    const bodies = [{}, { ...input, os: 'DOS' }, { ...input, display_name: '  ' }, [], 'x']
    for (const body of [...bodies, ...wrongTypes]) {
      expect((await call(ada.token, 'POST', '/v0.1/apps', body)).status).toBe(400)
    }
  })

  test('400: NUL and half of a surrogate pair, which no text may hold', async () => {
    for (const description of ['a\0b', 'a\ud800']) {
      const refused = await call(ada.token, 'POST', '/v0.1/apps', { ...input, description })
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('NUL or an unpaired surrogate'),
      ])
    }
    expect((await call(ada.token, 'GET', `/v0.1/apps/${ada.name}/a%00b`)).status).toBe(404)
  })
})

describe('GET /v0.1/apps', () => {
  test('own apps, those one is a member of, and all of an organization one administers', async () => {
    const other = await insertPerson(database.db)
    const own = await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'own')
    const shared = await insertApp(
      database.db,
      { ...other, kind: 'user' },
      { [ada.id]: 'viewer' },
      'shared',
    )
    await insertApp(database.db, { ...other, kind: 'user' }, {}, 'hidden')
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const ours = await insertApp(database.db, org, {}, 'ours')
    const joined = await insertOrganization(database.db, { [ada.id]: 'member' })
    await insertApp(database.db, joined, {}, 'not-mine')
    const { body } = await call(ada.token, 'GET', '/v0.1/apps')
    expect(names(body)).toEqual([own.name, shared.name, ours.name])
    expect(names((await call(ada.token, 'GET', '/v0.1/apps?$orderBy=name')).body)).toEqual([
      'ours',
      'own',
      'shared',
    ])
    expect((await call(ada.token, 'GET', '/v0.1/apps?$orderBy=size')).status).toBe(400)
    expect((await call(ada.token, 'GET', `/v0.1/orgs/${joined.name}/apps`)).body).toEqual([])
  })
})

describe('PATCH and DELETE of an app', () => {
  test('what is given changes, the rest stays; a new name is a new address at once', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'before')
    await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'taken')
    const changed = await call(ada.token, 'PATCH', app.path, {
      name: 'After',
      description: 'new',
      icon_url: 'https://example.com/i.png',
      owner_id: '00000000-0000-0000-0000-000000000000',
      id: '00000000-0000-0000-0000-000000000000',
    })
    expect(changed.body).toMatchObject({
      id: app.id,
      name: 'After',
      description: 'new',
      display_name: 'The before',
      icon_url: 'https://example.com/i.png',
    })
    const audited = await database.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('request_id', '=', changed.headers.get('x-ms-request-id'))
      .execute()
    expect(audited).toEqual([
      {
        action: 'app.change',
        before: { name: 'before', description: null, icon_url: null },
        after: { name: 'After', description: 'new', icon_url: 'https://example.com/i.png' },
      },
    ])
    expect((await call(ada.token, 'GET', app.path)).status).toBe(404)
    const path = `/v0.1/apps/${ada.name}/after`
    expect((await call(ada.token, 'PATCH', path, { name: 'TAKEN' })).status).toBe(409)
    const script = { icon_url: 'javascript:alert(1)' }
    expect((await call(ada.token, 'PATCH', path, script)).status).toBe(400)
    expect((await call(ada.token, 'PATCH', path, { description: null })).body.description).toBe(
      null,
    )
  })

  test('a deleted app is gone with its tokens, members and invitations; its name is free', async () => {
    const guest = await insertPerson(database.db)
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [guest.id]: 'viewer' })
    const { api_token } = (await call(ada.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN)).body
    await call(ada.token, 'POST', `${app.path}/invitations`, { user_email: 'new@example.com' })
    expect((await call(api_token, 'DELETE', app.path)).status).toBe(204)
    expect((await call(api_token, 'GET', '/v0.1/apps')).status).toBe(401)
    expect((await call(guest.token, 'GET', app.path)).status).toBe(404)
    const again = { ...input, name: app.name }
    expect((await call(ada.token, 'POST', '/v0.1/apps', again)).status).toBe(201)
  })
})
