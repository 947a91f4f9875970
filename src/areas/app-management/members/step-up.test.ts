import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../test/support/http/http.ts'
import {
  giveSecondFactor,
  insertSecondFactor,
  openSession,
} from '../../../../test/support/http/second-factor.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import { openSeal } from '../../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({ databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } })

let ada: Person
let grace: Person
let session: Awaited<ReturnType<typeof openSession>>
let org: { id: string; name: string }
let path: string
beforeEach(async () => {
  const { db } = database
  ada = await insertPerson(db)
  grace = await insertPerson(db)
  session = await openSession(db, seal, ORIGIN, ada.id)
  org = await insertOrganization(db, { [ada.id]: 'admin', [grace.id]: 'admin' })
  path = `/v0.1/orgs/${org.name}`
})

/** What Ada's session is told: the status, or that a second factor is missing. */
async function ask(method: string, at: string, body?: object): Promise<unknown> {
  const answer = await caller(server)(undefined, method, at, body, session.headers)
  return answer.status === 401 ? answer.body.code : answer.status
}
const REFUSED = 'SecondFactorRequired'
const give = (agoMs = 0) => giveSecondFactor(database.db, ada.id, session.sessionId, agoMs)
const listMembers = () =>
  database.db
    .selectFrom('organization_member')
    .select(['account_id', 'role'])
    .where('organization_id', '=', org.id)
    .orderBy('account_id')
    .execute()

describe('leaving an organization that demands a second factor', () => {
  const leave = () => ask('DELETE', `${path}/users/${ada.name}`)
  const demand = () =>
    database.db
      .updateTable('organization')
      .set({ requires_second_factor: true })
      .where('id', '=', org.id)
      .execute()

  test('401: needs one of the last 15 minutes, so a session without one stays bound', async () => {
    await demand()
    const before = await listMembers()
    expect(await leave()).toBe(REFUSED)
    expect(await listMembers()).toEqual(before)
    expect(await ask('POST', '/v0.1/api_tokens', { ...NEW_TOKEN, scope: ['all'] })).toBe(REFUSED)
    await give(15 * 60_000 + 1000)
    expect(await leave()).toBe(REFUSED)
    await give()
    expect(await leave()).toBe(204)
  })

  test('401: deleting it needs one too', async () => {
    await demand()
    expect(await ask('DELETE', path)).toBe(REFUSED)
    await give()
    expect(await ask('DELETE', path)).toBe(204)
  })

  test('204: of others, and of an organization that demands none, nobody is asked', async () => {
    await insertSecondFactor(database.db, ada.id)
    const other = await insertOrganization(database.db, { [ada.id]: 'member', [grace.id]: 'admin' })
    expect(await ask('DELETE', `/v0.1/orgs/${other.name}/users/${ada.name}`)).toBe(204)
    await demand()
    expect(await ask('DELETE', `${path}/users/${grace.name}`)).toBe(204)
  })
})

describe('granting the admin role of an organization', () => {
  const user_email = 'guest@example.com'
  beforeEach(() => insertSecondFactor(database.db, ada.id))

  test('401: an invitation as admin needs a second factor of the last 15 minutes', async () => {
    const app = await insertApp(database.db, org)
    const invite = (role: string, at = path) =>
      ask('POST', `${at}/invitations`, { user_email, role })
    expect(await invite('admin')).toBe(REFUSED)
    expect(await invite('admin', app.path)).toBe(REFUSED)
    expect(await database.db.selectFrom('invitation').select('id').execute()).toEqual([])
    expect(await invite('collaborator')).toBe(204)
    const at = `${path}/invitations/${user_email}`
    expect(await ask('PATCH', at, { role: 'admin' })).toBe(REFUSED)
    await give()
    expect(await ask('PATCH', at, { role: 'admin' })).toBe(204)
    expect(await invite('admin', app.path)).toBe(204)
    // In another session: what it grants already is granted again.
    session = await openSession(database.db, seal, ORIGIN, ada.id)
    expect(await ask('POST', `${at}/resend`)).toBe(REFUSED)
    expect(await ask('POST', `${at}/link`)).toBe(REFUSED)
    const ofApp = `${app.path}/invitations/${user_email}`
    expect(await ask('PATCH', ofApp, { permissions: ['viewer'] })).toBe(REFUSED)
    expect(await ask('POST', `${at}/revoke`)).toBe(204)
  })

  test('401: a change of role to admin needs one, to another role it does not', async () => {
    await database.db
      .updateTable('organization_member')
      .set({ role: 'member' })
      .where('account_id', '=', grace.id)
      .execute()
    const before = await listMembers()
    const set = (role: string) => ask('PATCH', `${path}/users/${grace.name}`, { role })
    expect(await set('admin')).toBe(REFUSED)
    expect(await listMembers()).toEqual(before)
    expect(await set('collaborator')).toBe(200)
    await give()
    expect(await set('admin')).toBe(200)
  })

  test('API tokens are not asked, and neither is who has no second factor', async () => {
    const body = { user_email, role: 'admin' }
    expect((await caller(server)(ada.token, 'POST', `${path}/invitations`, body)).status).toBe(204)
    session = await openSession(database.db, seal, ORIGIN, grace.id)
    expect(await ask('POST', `${path}/invitations`, { ...body, user_email: 'b@example.com' })).toBe(
      204,
    )
  })
})
