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
const server = useServer({
  databaseUrl: database.url,
  seal,
  env: { PUBLIC_URL: ORIGIN, OPERATOR_SECOND_FACTOR: 'required' },
})

let ada: Person
let session: Awaited<ReturnType<typeof openSession>>
let org: { id: string; name: string }
let homes: [kind: string, path: string][]
beforeEach(async () => {
  const { db } = database
  ada = await insertPerson(db)
  session = await openSession(db, seal, ORIGIN, ada.id)
  org = await insertOrganization(db, { [ada.id]: 'admin' })
  const app = await insertApp(db, org)
  homes = [
    ['user', '/v0.1/api_tokens'],
    ['app', `${app.path}/api_tokens`],
    ['org', `/v0.1/orgs/${org.name}/api_tokens`],
  ]
})

const ask = (method: string, path: string, body?: object) =>
  caller(server)(undefined, method, path, body, session.headers)
const create = (path: string, scope = 'all') => ask('POST', path, { ...NEW_TOKEN, scope: [scope] })
const listTokens = () =>
  database.db.selectFrom('api_token').select('id').where('created_by', '=', ada.id).execute()

/** What each home answered to creating a Full access token. */
async function createAll(): Promise<unknown[]> {
  const answers = []
  for (const [, path] of homes) {
    const { status, body } = await create(path)
    answers.push(status === 201 ? status : body.code)
  }
  return answers
}
const REFUSED = Array(3).fill('SecondFactorRequired')
const CREATED = Array(3).fill(201)

describe('creating a Full access token while signed in', () => {
  test('401: needs a second factor of the last 15 minutes from who has one', async () => {
    expect(await createAll()).toEqual(CREATED)
    const before = await listTokens()
    await insertSecondFactor(database.db, ada.id)
    expect(await createAll()).toEqual(REFUSED)
    expect(await listTokens()).toEqual(before)
    await giveSecondFactor(database.db, ada.id, session.sessionId, 15 * 60_000 + 1000)
    expect(await createAll()).toEqual(REFUSED)
    await giveSecondFactor(database.db, ada.id, session.sessionId, 14 * 60_000)
    expect(await createAll()).toEqual(CREATED)
  })

  test('401: and from a member of an organization that requires one', async () => {
    await database.db
      .updateTable('organization')
      .set({ requires_second_factor: true })
      .where('id', '=', org.id)
      .execute()
    expect(await createAll()).toEqual(REFUSED)
    await giveSecondFactor(database.db, ada.id, session.sessionId)
    expect(await createAll()).toEqual(CREATED)
  })

  test('401: and from somebody who joins one while signed in, at once', async () => {
    const { db } = database
    const grace = await insertPerson(db)
    const strict = await insertOrganization(db, { [grace.id]: 'admin' })
    const path = `/v0.1/orgs/${strict.name}`
    const asAdmin = (method: string, end: string, body: object) =>
      caller(server)(grace.token, method, `${path}${end}`, body)
    expect((await asAdmin('PATCH', '', { requires_second_factor: true })).status).toBe(200)
    expect(await createAll()).toEqual(CREATED)
    const invited = await asAdmin('POST', '/invitations', { user_email: ada.email })
    expect(invited.status).toBe(204)
    const [{ token }] = (await ask('GET', '/v0.1/user/invitations')).body
    const accepted = await ask('POST', `/v0.1/user/invitations/orgs/${token}/accept`)
    expect(accepted.status).toBe(204)
    expect(await createAll()).toEqual(REFUSED)
    expect((await ask('GET', '/v0.1/user')).status).toBe(200)
  })

  test('401: and from an operator', async () => {
    const account = database.db.updateTable('account').where('id', '=', ada.id)
    await account.set({ is_operator: true }).execute()
    expect(await createAll()).toEqual(REFUSED)
  })

  test('401: says where to confirm', async () => {
    await insertSecondFactor(database.db, ada.id)
    const { status, body, headers } = await create('/v0.1/api_tokens')
    expect(body).toEqual({
      message: expect.stringContaining(body.confirm_url),
      statusCode: status,
      code: 'SecondFactorRequired',
      confirm_url: expect.stringContaining(`${ORIGIN}/oauth2/confirm/`),
      confirm_code: expect.any(String),
    })
    expect(headers.get('www-authenticate')).toContain('insufficient_user_authentication')
  })

  test('nothing else needs it: Read-only tokens, other changes, API tokens', async () => {
    await insertSecondFactor(database.db, ada.id)
    for (const [, path] of homes) expect((await create(path, 'viewer')).status).toBe(201)
    expect((await ask('PATCH', '/v0.1/user', { display_name: 'Ada' })).status).toBe(200)
    for (const [, path] of homes) {
      const { status } = await caller(server)(ada.token, 'POST', path, NEW_TOKEN)
      expect(status).toBe(201)
    }
  })

  test('404 and 403 come first: whoever may not create it is not asked', async () => {
    await insertSecondFactor(database.db, ada.id)
    expect((await create('/v0.1/orgs/no-such/api_tokens')).status).toBe(404)
    const other = await insertOrganization(database.db, { [ada.id]: 'member' })
    expect((await create(`/v0.1/orgs/${other.name}/api_tokens`)).status).toBe(403)
  })
})
