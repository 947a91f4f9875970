import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  lockOwner,
  revoke,
  waitForWaiters,
  whileHolding,
} from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { type Answer, caller, NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertApp, insertOrganization, insertPerson } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'

const database = useDatabase()
// Writes to one owner wait for each other within a node: what meets at the lock comes from several.
const call = caller(useServer({ databaseUrl: database.url }))
const callSecond = caller(useServer({ databaseUrl: database.url }))
const callThird = caller(useServer({ databaseUrl: database.url }))
const nodes = [call, callSecond, callThird]
const onNode = (i: number) => nodes[i] as typeof call

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

test('two owners claiming one name: whoever holds it first has it, the other is told', async () => {
  const [ada, bob] = [await insertPerson(database.db), await insertPerson(database.db)]
  const claim = (token: string) => () => call(token, 'POST', '/v0.1/orgs', { name: 'Lighthouse' })
  // Somebody has claimed the name and not yet committed: both must wait for the outcome.
  class Undone extends Error {}
  let pending: Promise<Answer>[] = []
  const holder = database.db.transaction().execute(async (trx) => {
    await sql`insert into owner_name (key, owner_id, owner_kind)
              values ('lighthouse', gen_random_uuid(), 'org')`.execute(trx)
    pending = [ada, bob].map(({ token }) => claim(token)())
    await waitForWaiters(database.db, 2)
    throw new Undone()
  })
  await expect(holder).rejects.toThrow(Undone)
  const answers = await Promise.all(pending)
  expect(statuses(answers)).toEqual([201, 409])
  const loser = answers.find(({ status }) => status === 409)
  expect(loser?.body.error.message).toContain('The name Lighthouse is already in use')
})

test('removing the last two managers at once: one stays', async () => {
  const { db } = database
  const people = [await insertPerson(db), await insertPerson(db), await insertPerson(db)] as const
  const [one, other, gone] = people
  const org = await insertOrganization(db, {
    [gone.id]: 'admin',
    [one.id]: 'member',
    [other.id]: 'member',
  })
  const app = await insertApp(db, org, { [one.id]: 'manager', [other.id]: 'manager' })
  // The only admin is disabled and can manage nothing: the two managers are the last.
  await db
    .updateTable('account')
    .set({ disabled_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
  const answers = await whileHolding(
    database.db,
    lockOwner(org.id),
    [one, other].map(
      ({ token, email }, i) =>
        () =>
          onNode(i)(token, 'DELETE', `${app.path}/users/${email}`),
    ),
  )
  expect(statuses(answers)).toEqual([204, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.error.message).toContain('is the last manager of this app')
})

test('removing the last two admins at once: one stays', async () => {
  const [one, other] = [await insertPerson(database.db), await insertPerson(database.db)]
  const org = await insertOrganization(database.db, { [one.id]: 'admin', [other.id]: 'admin' })
  const users = `/v0.1/orgs/${org.name}/users`
  const answers = await whileHolding(
    database.db,
    lockOwner(org.id),
    [one, other].map(
      ({ token, name }, i) =>
        () =>
          onNode(i)(token, 'DELETE', `${users}/${name}`),
    ),
  )
  expect(statuses(answers)).toEqual([204, 409])
})

test('two admins who demote each other at once: one stays', async () => {
  const [one, other] = [await insertPerson(database.db), await insertPerson(database.db)]
  const org = await insertOrganization(database.db, { [one.id]: 'admin', [other.id]: 'admin' })
  const demote = (i: number, token: string, name: string) => () =>
    onNode(i)(token, 'PATCH', `/v0.1/orgs/${org.name}/users/${name}`, { role: 'member' })
  const answers = await whileHolding(database.db, lockOwner(org.id), [
    demote(0, one.token, other.name),
    demote(1, other.token, one.name),
  ])
  // The second has lost the right by the time its turn comes.
  expect(statuses(answers)).toEqual([200, 403])
})

test('revoking the maker while it creates a token: the creation waits, and fails', async () => {
  const ada = await insertPerson(database.db)
  const [created] = await whileHolding(database.db, revoke(ada.tokenId), [
    () => call(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN),
  ])
  expect([created?.status, created?.body.code]).toEqual([401, 'Unauthorized'])
  expect(created?.body.message).toContain('Nothing was changed')
  const { rows } = await sql`select from api_token where maker_id = ${ada.tokenId}`.execute(
    database.db,
  )
  expect(rows).toHaveLength(0)
})

test('creating a token while its maker is revoked with its descendants: nothing of it lives on', async () => {
  const ada = await insertPerson(database.db)
  const maker = (await call(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)).body
  // The creation holds the maker and waits for the account; the revocation then waits for the maker.
  let creation: Promise<Answer> | undefined
  let revocation: Promise<Answer> | undefined
  await database.db.transaction().execute(async (trx) => {
    await sql`select from account where id = ${ada.id} for update`.execute(trx)
    creation = call(maker.api_token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    await waitForWaiters(database.db, 1)
    const path = `/v0.1/api_tokens/${maker.id}?descendants=true`
    revocation = callSecond(ada.token, 'DELETE', path)
    await waitForWaiters(database.db, 2)
  })
  const [made, revoked] = await Promise.all([creation, revocation])
  expect([made?.status, revoked?.status]).toEqual([201, 204])
  expect((await call(made?.body.api_token, 'GET', '/v0.1/user')).status).toBe(401)
})

test('losing the role while creating an app token: the creation waits, and fails', async () => {
  const [ada, bob] = [await insertPerson(database.db), await insertPerson(database.db)]
  const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'manager' })
  const demote = async (trx: Trx) => {
    await lockOwner(ada.id)(trx)
    await sql`update app_member set role = 'viewer' where account_id = ${bob.id}`.execute(trx)
  }
  const [created] = await whileHolding(database.db, demote, [
    () => call(bob.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN),
  ])
  expect(created?.status).toBe(403)
})

test('disabling the account while its token creates another: the creation waits, and fails', async () => {
  const ada = await insertPerson(database.db)
  const disable = async (trx: Trx) => {
    await sql`select from api_token where id = ${ada.tokenId} for update`.execute(trx)
    await sql`update account set disabled_at = now() where id = ${ada.id}`.execute(trx)
  }
  const [created] = await whileHolding(database.db, disable, [
    () => call(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN),
  ])
  expect(created?.status).toBe(401)
})

test('a token creation repeated while the first is under way: one live token', async () => {
  const ada = await insertPerson(database.db)
  const name = 'one-request'
  const hold = (trx: Trx) =>
    sql`select from api_token where id = ${ada.tokenId} for update`.execute(trx)
  const creates = nodes.map(
    (onOne) => () =>
      onOne(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN, { 'x-ms-client-request-id': name }),
  )
  const answers = await whileHolding(database.db, hold, creates)
  expect(statuses(answers)).toEqual([201, 201, 201])
  const alive = answers.map(({ body }) => call(body.api_token, 'GET', '/v0.1/user'))
  expect((await Promise.all(alive)).filter(({ status }) => status === 200)).toHaveLength(1)
})

test('revoking with descendants while the app of some of them is deleted: both are done', async () => {
  const ada = await insertPerson(database.db)
  const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
  for (let round = 0; round < 3; round++) {
    const app = await insertApp(database.db, org)
    const maker = (await call(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)).body
    for (let made = 0; made < 40; made++) {
      await call(maker.api_token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN)
    }
    // Moves the rows about, as the writing of their last use does.
    await sql`update api_token set last_used_at = now() where app_id = ${app.id}
                and id in (select id from api_token where app_id = ${app.id} order by hash limit 20)`.execute(
      database.db,
    )
    const answers = await Promise.all([
      call(ada.token, 'DELETE', `/v0.1/api_tokens/${maker.id}?descendants=true`),
      callSecond(ada.token, 'DELETE', app.path),
    ])
    expect(statuses(answers)).toEqual([204, 204])
  }
  const { rows } = await sql<{ counted: number }>`
    select token_count as counted from account where id = ${ada.id}`.execute(database.db)
  expect(rows).toEqual([{ counted: 1 }])
})
