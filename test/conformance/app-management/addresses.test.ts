import { beforeAll, expect, test } from 'vitest'
import {
  addApp,
  addOrganization,
  addPerson,
  call,
  type Organization,
  type Person,
  readDocument,
} from '../world.ts'

let ada: Person
let bob: Person
let harbour: Organization
beforeAll(async () => {
  ada = await addPerson('ada')
  bob = await addPerson('bob')
  harbour = await addOrganization([[ada, 'admin']], 'harbour')
  await addApp(ada, [[bob, 'viewer']], 'tide')
  await addApp(harbour, [], 'tide')
})

test('A1: area A is offered over HTTP and every path of it begins with /v0.1', async () => {
  const paths = Object.keys((await readDocument('app-management')).paths)
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !path.startsWith('/v0.1/'))).toEqual([])
  expect((await call(ada.token, 'GET', '/v0.1/user')).status).toBe(200)
  expect((await call(ada.token, 'GET', '/user')).status).toBe(404)
})

test('A4: an app is addressed by owner_name and app_name together', async () => {
  const own = await call(ada.token, 'GET', `/v0.1/apps/${ada.name}/tide`)
  const theirs = await call(ada.token, 'GET', `/v0.1/apps/${harbour.name}/tide`)
  expect([own.status, theirs.status]).toEqual([200, 200])
  expect(own.body.id).not.toBe(theirs.body.id)
  expect((await call(ada.token, 'GET', '/v0.1/apps/tide')).status).toBe(404)
})

test('A5: owner_name is the name of whoever owns the app', async () => {
  const { body } = await call(ada.token, 'GET', `/v0.1/apps/${harbour.name}/tide`)
  expect(body.owner).toMatchObject({ name: harbour.name, id: harbour.id })
  expect((await call(ada.token, 'GET', `/v0.1/apps/${bob.name}/tide`)).status).toBe(404)
})

test('A6: a user can own an app', async () => {
  const body = { display_name: 'Mine', os: 'Linux', platform: 'Custom' }
  const made = await call(ada.token, 'POST', '/v0.1/apps', body)
  expect(made.status).toBe(201)
  expect(made.body.owner).toMatchObject({ type: 'user', name: ada.name, email: ada.email })
})

test('A7: an organization can own an app', async () => {
  const body = { display_name: 'Ours', os: 'Linux', platform: 'Custom' }
  const made = await call(ada.token, 'POST', `/v0.1/orgs/${harbour.name}/apps`, body)
  expect(made.status).toBe(201)
  expect(made.body.owner).toMatchObject({ type: 'org', name: harbour.name, email: null })
})

test('A8: app_name is the name of the app itself', async () => {
  const { body } = await call(ada.token, 'GET', `/v0.1/apps/${ada.name}/tide`)
  expect(body.name).toBe('tide')
  expect((await call(ada.token, 'GET', `/v0.1/apps/${ada.name}/other`)).status).toBe(404)
})

test('A9: user_email names a user by e-mail address and fills one segment, encoded or not', async () => {
  for (const segment of [bob.email, encodeURIComponent(bob.email), bob.email.toUpperCase()]) {
    const path = `/v0.1/apps/${ada.name}/tide/users/${segment}`
    expect((await call(ada.token, 'PATCH', path, { permissions: ['viewer'] })).status).toBe(204)
  }
  const path = `/v0.1/apps/${ada.name}/tide/users/${bob.email}/more`
  expect((await call(ada.token, 'DELETE', path)).status).toBe(404)
})

test('A77: the version stands in the path, and it is /v0.1', async () => {
  expect((await call(ada.token, 'GET', '/v0.1/user')).status).toBe(200)
  for (const path of ['/v0.2/user', '/v1/user', '/v0.10/user']) {
    expect((await call(ada.token, 'GET', path)).status).toBe(404)
  }
})

test('names are the same whatever their case, and keep their spelling', async () => {
  const { status, body } = await call(
    ada.token,
    'GET',
    `/v0.1/apps/${harbour.name.toUpperCase()}/Tide`,
  )
  expect([status, body.owner.name, body.name]).toEqual([200, harbour.name, 'tide'])
  const again = { display_name: 'TIDE', os: 'Linux', platform: 'Custom' }
  expect((await call(ada.token, 'POST', '/v0.1/apps', again)).status).toBe(409)
})
