import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

/** Real rows, and the count that the API would have kept for them. */
async function insertTokens(person: Person, count: number): Promise<void> {
  await sql`
    insert into api_token (home_id, id, hash, kind, access, created_by, created_at)
    select ${person.id}::uuid, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'user',
           'viewer', ${person.id}::uuid, now()
      from generate_series(1, ${count})`.execute(database.db)
  await sql`update account set token_count = token_count + ${count}
             where id = ${person.id}`.execute(database.db)
}

async function countTokens({ id }: Person) {
  const { rows } = await sql<{ counted: number; live: number }>`
    select token_count as counted,
           (select count(*)::integer from api_token
             where created_by = account.id and revoked_at is null) as live
      from account where id = ${id}`.execute(database.db)
  return rows[0]
}

const create = (person: Person, path = '/v0.1/api_tokens') =>
  call(person.token, 'POST', path, NEW_TOKEN)

test('A75: one account can create up to 5000 API tokens', async () => {
  const ada = await insertPerson(database.db)
  await insertTokens(ada, 4998)
  expect((await create(ada)).status).toBe(201)
  expect(await countTokens(ada)).toEqual({ counted: 5000, live: 5000 })
})

test('A76: an account that has reached 5000 API tokens cannot create another one', async () => {
  const ada = await insertPerson(database.db)
  await insertTokens(ada, 4999)
  const refused = await create(ada)
  expect(refused.status).toBe(409)
  expect(refused.body.error).toEqual({
    code: 'Conflict',
    message: expect.stringContaining('5000 API tokens, which is the limit'),
  })
  // Also not a token of an app: the limit is the account's.
  const app = await insertApp(database.db, { ...ada, kind: 'user' })
  expect((await create(ada, `${app.path}/api_tokens`)).status).toBe(409)
  const [one] = (await call(ada.token, 'GET', '/v0.1/api_tokens')).body
  expect(one.id).toBe(ada.tokenId)
})

test('the refusal names the two least recently used that the caller could revoke', async () => {
  const [ada, bob] = [await insertPerson(database.db), await insertPerson(database.db)]
  const [app, left] = [
    await insertApp(database.db, { ...ada, kind: 'user' }),
    await insertApp(database.db, { ...bob, kind: 'user' }),
  ]
  const insert = async (description: string, days: number, more = {}) => {
    const home = { homeId: ada.id, createdBy: ada.id, description, ...more }
    const { id } = await insertToken(database.db, home)
    const last_used_at = new Date(Date.now() - days * 86_400_000)
    await database.db.updateTable('api_token').set({ last_used_at }).where('id', '=', id).execute()
    return id
  }
  await insert('recent', 1)
  const idle = await insert('idle', 20)
  const ofApp = await insert('deploy', 30, { kind: 'app', appId: app.id })
  await insert('of another', 90, { homeId: bob.id, kind: 'app', appId: left.id })
  await database.db
    .updateTable('account')
    .set({ token_count: 5000 })
    .where('id', '=', ada.id)
    .execute()
  const used = 'Least recently used: '
  const named = [
    `“deploy” (${ofApp}) of ${ada.name}/${app.name}`,
    `“idle” (${idle}) of your account`,
  ]
  expect((await create(ada)).body.error.message).toContain(`${used}${named.join('; ')}.`)
  await database.db
    .updateTable('api_token')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', idle)
    .execute()
  const { message } = (await create(ada, `${app.path}/api_tokens`)).body.error
  expect(message).toContain(`${used}${named.toReversed().join('; ')}.`)
})

test('50 concurrent creators at 4,990 end at exactly 5,000, the rest are 409', async () => {
  const ada = await insertPerson(database.db)
  await insertTokens(ada, 4989)
  expect(await countTokens(ada)).toEqual({ counted: 4990, live: 4990 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(ada)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(40)
  for (const { status, body } of answers) {
    if (status === 409) expect(body.error.code).toBe('Conflict')
  }
  expect(await countTokens(ada)).toEqual({ counted: 5000, live: 5000 })
})

test('revoking one makes room for one', async () => {
  const ada = await insertPerson(database.db)
  await insertTokens(ada, 4998)
  const { body } = await create(ada)
  expect((await create(ada)).status).toBe(409)
  expect((await call(ada.token, 'DELETE', `/v0.1/api_tokens/${body.id}`)).status).toBe(204)
  expect((await call(ada.token, 'DELETE', `/v0.1/api_tokens/${body.id}`)).status).toBe(404)
  expect((await create(ada)).status).toBe(201)
  expect(await countTokens(ada)).toEqual({ counted: 5000, live: 5000 })
})

/** Three tokens by one maker and two by another, on one app of an organization. */
async function populate() {
  const [ada, bob] = [await insertPerson(database.db), await insertPerson(database.db)]
  const org = await insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'member' })
  const app = await insertApp(database.db, org, { [bob.id]: 'manager' })
  for (const person of [ada, ada, ada, bob, bob]) await create(person, `${app.path}/api_tokens`)
  expect([await countTokens(ada), await countTokens(bob)]).toEqual([
    { counted: 4, live: 4 },
    { counted: 3, live: 3 },
  ])
  return { ada, bob, org, app }
}

test('deleting an app gives each creator back the tokens that ended', async () => {
  const { ada, bob, app } = await populate()
  expect((await call(ada.token, 'DELETE', app.path)).status).toBe(204)
  const one = { counted: 1, live: 1 }
  expect([await countTokens(ada), await countTokens(bob)]).toEqual([one, one])
})

test('deleting an organization gives each creator back the tokens that ended', async () => {
  const { ada, bob, org } = await populate()
  await create(ada, `/v0.1/orgs/${org.name}/api_tokens`)
  expect((await call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}`)).status).toBe(204)
  const one = { counted: 1, live: 1 }
  expect([await countTokens(ada), await countTokens(bob)]).toEqual([one, one])
})

test('transferring an app gives each creator back the tokens that ended', async () => {
  const { ada, bob, app } = await populate()
  const to = await insertOrganization(database.db, { [ada.id]: 'admin' })
  const moved = await call(ada.token, 'POST', `${app.path}/transfer/${to.name}`)
  expect([moved.status, moved.headers.get('x-binnacle-revoked-tokens')]).toEqual([200, '5'])
  const one = { counted: 1, live: 1 }
  expect([await countTokens(ada), await countTokens(bob)]).toEqual([one, one])
})

test('removing a member ends no app token and frees nothing', async () => {
  const { ada, bob, org, app } = await populate()
  const [{ api_token }] = [(await create(bob, `${app.path}/api_tokens`)).body]
  const off = await call(ada.token, 'DELETE', `${app.path}/users/${bob.email}`)
  expect([off.status, off.headers.get('x-binnacle-tokens-left')]).toEqual([204, '3'])
  const out = await call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}/users/${bob.name}`)
  expect([out.status, out.headers.get('x-binnacle-tokens-left')]).toEqual([204, '3'])
  expect(out.headers.get('x-binnacle-tokens-left-ids')?.split(', ')).toHaveLength(3)
  expect(await countTokens(bob)).toEqual({ counted: 4, live: 4 })
  expect((await call(api_token, 'GET', app.path)).status).toBe(200)
  expect((await call(bob.token, 'GET', app.path)).status).toBe(404)
})
