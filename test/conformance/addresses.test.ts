import { beforeAll, expect, test } from 'vitest'
import { caller } from '../http.ts'
import { useServer } from '../server.ts'
import { useDatabase } from '../use-database.ts'
import { insertApp, insertOrganization, insertPerson, type Person } from '../world.ts'

const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  env: { BASE_URL: 'https://apps.example.com' },
})
const call = caller(server)

let ada: Person
let bob: Person
let org: { id: string; name: string }
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  bob = await insertPerson(database.db, 'bob')
  org = await insertOrganization(database.db, { [ada.id]: 'admin' }, 'harbour')
  await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'viewer' }, 'tide')
  await insertApp(database.db, org, {}, 'tide')
})

const readDocument = async () => (await call(undefined, 'GET', '/openapi/app-management.json')).body

test('A1: area A is offered over HTTP and every path of it begins with /v0.1', async () => {
  const paths = Object.keys((await readDocument()).paths)
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !path.startsWith('/v0.1/'))).toEqual([])
  expect((await call(ada.token, 'GET', '/v0.1/user')).status).toBe(200)
  expect((await call(ada.token, 'GET', '/user')).status).toBe(404)
})

test('A2: the base address is a setting', async () => {
  const servers = (await readDocument()).servers.map(({ url }: { url: string }) => url)
  expect(servers).toContain('https://apps.example.com')
})

test('A4: an app is addressed by owner_name and app_name together', async () => {
  const own = await call(ada.token, 'GET', '/v0.1/apps/ada/tide')
  const theirs = await call(ada.token, 'GET', '/v0.1/apps/harbour/tide')
  expect([own.status, theirs.status]).toEqual([200, 200])
  expect(own.body.id).not.toBe(theirs.body.id)
  expect((await call(ada.token, 'GET', '/v0.1/apps/tide')).status).toBe(404)
})

test('A5: owner_name is the name of whoever owns the app', async () => {
  const { body } = await call(ada.token, 'GET', '/v0.1/apps/harbour/tide')
  expect(body.owner).toMatchObject({ name: 'harbour', id: org.id })
  expect((await call(ada.token, 'GET', '/v0.1/apps/bob/tide')).status).toBe(404)
})

test('A6: a user can own an app', async () => {
  const body = { display_name: 'Mine', os: 'Linux', platform: 'Custom' }
  const made = await call(ada.token, 'POST', '/v0.1/apps', body)
  expect(made.status).toBe(201)
  expect(made.body.owner).toMatchObject({ type: 'user', name: 'ada', email: 'ada@example.com' })
})

test('A7: an organization can own an app', async () => {
  const body = { display_name: 'Ours', os: 'Linux', platform: 'Custom' }
  const made = await call(ada.token, 'POST', '/v0.1/orgs/harbour/apps', body)
  expect(made.status).toBe(201)
  expect(made.body.owner).toMatchObject({ type: 'org', name: 'harbour', email: null })
})

test('A8: app_name is the name of the app itself', async () => {
  const { body } = await call(ada.token, 'GET', '/v0.1/apps/ada/tide')
  expect(body.name).toBe('tide')
  expect((await call(ada.token, 'GET', '/v0.1/apps/ada/other')).status).toBe(404)
})

test('A9: user_email names a user by e-mail address and fills one segment, encoded or not', async () => {
  for (const segment of ['bob@example.com', 'bob%40example.com', 'BOB@Example.com']) {
    const path = `/v0.1/apps/ada/tide/users/${segment}`
    expect((await call(ada.token, 'PATCH', path, { permissions: ['viewer'] })).status).toBe(204)
  }
  const path = '/v0.1/apps/ada/tide/users/bob@example.com/more'
  expect((await call(ada.token, 'DELETE', path)).status).toBe(404)
})

test('A77: the version stands in the path, and it is /v0.1', async () => {
  expect((await call(ada.token, 'GET', '/v0.1/user')).status).toBe(200)
  for (const path of ['/v0.2/user', '/v1/user', '/v0.10/user']) {
    expect((await call(ada.token, 'GET', path)).status).toBe(404)
  }
})

test('names are the same whatever their case, and keep their spelling', async () => {
  const { status, body } = await call(ada.token, 'GET', '/v0.1/apps/HARBOUR/Tide')
  expect([status, body.owner.name, body.name]).toEqual([200, 'harbour', 'tide'])
  const again = { display_name: 'TIDE', os: 'Linux', platform: 'Custom' }
  expect((await call(ada.token, 'POST', '/v0.1/apps', again)).status).toBe(409)
})
