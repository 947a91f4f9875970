import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import { type Answer, caller, NEW_TOKEN } from '../../../test/support/http/http.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { openHealth } from '../../../test/support/server/health-calls.ts'
import { useInstallation } from '../../../test/support/server/installation.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../test/support/world/world.ts'

const { installation, database, server, clock } = useInstallation({ RATE_LIMITS: 'false' })
const health = openHealth(installation)
const call = caller(server)
const KEY = 'Idempotency-Key'
const ID = 'x-ms-client-request-id'
const HOUR_MS = 3600_000
let organization: { id: string }
let ada: Person
beforeAll(async () => {
  await health.addOperator()
  ada = await insertPerson(database.db, 'ada')
})
beforeEach(async () => {
  clock.aheadMs = 0
  organization = await insertOrganization(database.db, { [ada.id]: 'admin' })
})

const create = (headers: Record<string, string>, display_name = 'One'): Promise<Answer> =>
  health.callAsOperator(
    'POST',
    '/subscriptions',
    { organization_id: organization.id, display_name },
    headers,
  )
const idOf = ({ body }: Answer): string => body.id
const countSubscriptions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscription
     where organization_id = ${organization.id}`.execute(database.db)
  return rows[0]?.count
}

describe('the same key', () => {
  test.each([KEY, ID])('%s: the same request is done once', async (header) => {
    const headers = { [header]: randomUUID() }
    const first = await create(headers)
    const second = await create(headers)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await countSubscriptions()).toBe(1)
  })

  test('the order of the fields of a body does not matter', async () => {
    const headers = { [KEY]: randomUUID() }
    const first = await create(headers)
    const body = { display_name: 'One', organization_id: organization.id }
    expect(idOf(await health.callAsOperator('POST', '/subscriptions', body, headers))).toBe(
      idOf(first),
    )
  })

  test('two at once: one waits for the other and gets its answer', async () => {
    const headers = { [KEY]: randomUUID() }
    const lock = sql`select from organization where id = ${organization.id} for update`
    const [one, other] = await whileHolding(database.db, (trx) => lock.execute(trx), [
      () => create(headers),
      () => create(headers),
    ])
    expect([one?.status, other?.status, other?.body]).toEqual([201, 201, one?.body])
    expect(await countSubscriptions()).toBe(1)
  })

  test('after 24 hours it is a new request', async () => {
    const headers = { [KEY]: randomUUID() }
    const first = await create(headers)
    clock.aheadMs = 23 * HOUR_MS
    expect(idOf(await create(headers))).toBe(idOf(first))
    clock.aheadMs = 25 * HOUR_MS
    expect(idOf(await create(headers, 'Two'))).not.toBe(idOf(first))
  })

  test('a refused request does not use it up', async () => {
    const headers = { [KEY]: randomUUID() }
    const id = randomUUID()
    const body = { organization_id: id, display_name: 'Early' }
    expect((await health.callAsOperator('POST', '/subscriptions', body, headers)).status).toBe(404)
    const now = new Date()
    const row = { id, name: `n-${id}`, display_name: 'Late', created_at: now, updated_at: now }
    await database.db.insertInto('organization').values(row).execute()
    expect((await health.callAsOperator('POST', '/subscriptions', body, headers)).status).toBe(201)
  })

  test('an Idempotency-Key goes before an x-ms-client-request-id', async () => {
    const key = { [KEY]: randomUUID() }
    const first = await create({ ...key, [ID]: randomUUID() })
    expect(idOf(await create({ ...key, [ID]: randomUUID() }))).toBe(idOf(first))
  })
})

describe('another request with the same key', () => {
  test('another body: 409 with Idempotency-Key', async () => {
    const headers = { [KEY]: randomUUID() }
    await create(headers)
    const { status, body } = await create(headers, 'Another')
    expect([status, body.error.code]).toEqual([409, 'RequestRepeatedOtherwise'])
    expect(await countSubscriptions()).toBe(1)
  })

  test('another body: another request with x-ms-client-request-id', async () => {
    const headers = { [ID]: randomUUID() }
    expect(idOf(await create(headers))).not.toBe(idOf(await create(headers, 'Another')))
    expect(await countSubscriptions()).toBe(2)
  })

  test.each([KEY, ID])('%s: another path is another request', async (header) => {
    const headers = { [header]: randomUUID() }
    const paths = [await health.publish(), await health.publish()].map(
      (id) => `/events/${id}/updates`,
    )
    for (const path of paths) {
      const { body } = await health.callAsOperator('POST', path, { summary: 'Looking.' }, headers)
      expect(body.revisions).toBe(2)
    }
  })

  test('another caller has keys of their own', async () => {
    const headers = { [KEY]: randomUUID() }
    const first = await create(headers)
    const other = openHealth(installation)
    const { id } = await insertPerson(database.db)
    await database.db
      .updateTable('account')
      .set({ is_operator: true })
      .where('id', '=', id)
      .execute()
    other.setOperator(await makeBearer(id))
    const body = { organization_id: organization.id, display_name: 'One' }
    const second = await other.callAsOperator('POST', '/subscriptions', body, headers)
    expect([second.status, idOf(second) === idOf(first)]).toEqual([201, false])
  })
})

const makeBearer = (sub: string) => {
  const { origin, seal } = installation
  const claims = { sub, aud: `${origin}/v0.1`, scope: 'account', client_id: 'portal' }
  return forgeBearer(database.db, seal, origin, claims)
}

describe('API tokens', () => {
  test('a body of 1,000 levels is 400', async () => {
    const body = { ...NEW_TOKEN, x: JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) }
    const headers = { [ID]: randomUUID() }
    expect((await call(ada.token, 'POST', '/v0.1/api_tokens', body, headers)).status).toBe(400)
  })

  const createToken = (headers: Record<string, string>, description: string) =>
    call(ada.token, 'POST', '/v0.1/api_tokens', { ...NEW_TOKEN, description }, headers)
  const listIds = async (): Promise<string[]> =>
    (await call(ada.token, 'GET', '/v0.1/api_tokens')).body.map(({ id }: { id: string }) => id)

  test.each([KEY, ID])('%s: a repeat within ten minutes ends the earlier token', async (header) => {
    const headers = { [header]: randomUUID() }
    const first = idOf(await createToken(headers, 'one'))
    clock.aheadMs = 9 * 60_000
    const second = idOf(await createToken(headers, 'one'))
    clock.aheadMs = 18 * 60_000
    const third = idOf(await createToken(headers, 'one'))
    const left = await listIds()
    expect([first, second, third].map((id) => left.includes(id))).toEqual([false, false, true])
  })

  test('after ten minutes it is a further token', async () => {
    const headers = { [KEY]: randomUUID() }
    const first = idOf(await createToken(headers, 'one'))
    clock.aheadMs = 11 * 60_000
    const second = idOf(await createToken(headers, 'one'))
    expect(await listIds()).toEqual(expect.arrayContaining([first, second]))
  })

  test('another body with the same x-ms-client-request-id is another token', async () => {
    const headers = { [ID]: randomUUID() }
    const first = idOf(await createToken(headers, 'one'))
    const second = idOf(await createToken(headers, 'two'))
    expect(await listIds()).toEqual(expect.arrayContaining([first, second]))
  })
})

describe('invitations', () => {
  const user_email = 'bob@example.test'
  const invite = (path: string, headers: Record<string, string>) =>
    call(ada.token, 'POST', `${path}/invitations`, { user_email }, headers)
  const revoke = (path: string) => call(ada.token, 'DELETE', `${path}/invitations`, { user_email })
  const countPending = async (path: string): Promise<number> =>
    (await call(ada.token, 'GET', `${path}/invitations`)).body.length
  const createOrganization = (name: string) =>
    call(ada.token, 'POST', '/v0.1/orgs', { name, display_name: name })

  test.each([
    [ID, 1],
    [KEY, 0],
  ])('%s: sent, revoked and sent again, %i is pending', async (header, pending) => {
    const name = `o-${randomUUID()}`
    const path = `/v0.1/orgs/${name}`
    await createOrganization(name)
    const headers = { [header]: randomUUID() }
    expect((await invite(path, headers)).status).toBe(204)
    expect((await revoke(path)).status).toBe(204)
    expect((await invite(path, headers)).status).toBe(204)
    expect(await countPending(path)).toBe(pending)
  })

  test('an app: sent, revoked and sent again with one trace id, it is pending', async () => {
    const { path } = await insertApp(database.db, ada)
    const headers = { [ID]: randomUUID() }
    const byEmail = `${path}/invitations/${user_email}`
    expect((await invite(path, headers)).status).toBe(204)
    expect((await call(ada.token, 'DELETE', byEmail)).status).toBe(204)
    expect((await invite(path, headers)).status).toBe(204)
    expect((await call(ada.token, 'DELETE', byEmail)).status).toBe(204)
  })

  test('the organization deleted and created again: the invitation is sent again', async () => {
    const name = `o-${randomUUID()}`
    const path = `/v0.1/orgs/${name}`
    const headers = { [ID]: randomUUID() }
    for (const _round of [1, 2]) {
      expect((await createOrganization(name)).status).toBe(201)
      expect((await invite(path, headers)).status).toBe(204)
      expect(await countPending(path)).toBe(1)
      expect((await call(ada.token, 'DELETE', path)).status).toBe(204)
    }
  })
})
