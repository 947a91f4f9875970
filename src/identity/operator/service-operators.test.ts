import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { forgeBearer, insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({ databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } })

let ada: Person
const bearers = { operator: '', service: '' }
const principalId = randomUUIDv7()
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', ada.id).execute()
  await insertPassword(db, ada.id)
  await insertClient(db, 'robot', ['client-credentials'], {
    principalId,
    secret: SECRET,
    shownTo: ada.id,
  })
  await insertClient(db, 'site', ['implicit'], { principalId: randomUUIDv7() })
  const sign = signer(ORIGIN, [server.url])
  bearers.operator = await sign.code('ada', 'portal', `${ORIGIN}/signed-in`, 'openid account')
  bearers.service = await sign.service('robot', SECRET)
})

const ask = (method: string, path: string, body?: unknown, bearer = bearers.operator) =>
  caller(server)(undefined, method, `/operator/v1${path}`, body, {
    Authorization: `Bearer ${bearer}`,
  })
const asService = (method: string, path: string, body?: unknown) =>
  ask(method, path, body, bearers.service)
const setOperator = (is_operator: boolean) => ask('PATCH', '/clients/robot', { is_operator })
const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }

describe('a service account', () => {
  test('403: is no operator until one makes it one, and no longer than that', async () => {
    expect((await asService('GET', '/accounts')).status).toBe(403)
    expect((await asService('POST', '/events', EVENT)).status).toBe(403)
    const { status, body } = await setOperator(true)
    expect([status, body.is_operator]).toEqual([200, true])
    expect((await asService('GET', '/accounts')).status).toBe(200)
    await setOperator(false)
    expect((await asService('GET', '/accounts')).status).toBe(403)
  })

  test('that is an operator publishes as an Application, and is on record', async () => {
    await setOperator(true)
    const { status, body } = await asService('POST', '/events', EVENT)
    expect(status).toBe(201)
    expect(body.event.systemData).toMatchObject({
      createdBy: 'robot',
      createdByType: 'Application',
      lastModifiedBy: 'robot',
      lastModifiedByType: 'Application',
    })
    const revised = await ask('POST', `/events/${body.trackingId}/updates`, { summary: 'More.' })
    expect(revised.body.event.systemData).toMatchObject({
      createdByType: 'Application',
      lastModifiedBy: 'ada',
      lastModifiedByType: 'User',
    })
    const { rows } = await sql<{ actor_kind: string; actor_id: string }>`
      select actor_kind, actor_id from audit where target = ${`event ${body.trackingId}`}
       order by id limit 1`.execute(database.db)
    expect(rows).toEqual([{ actor_kind: 'service-account', actor_id: principalId }])
  })

  test.each([
    ['is demoted', 'is_operator = false'],
    ['is disabled', 'disabled_at = now()'],
    ['gets another secret', "tokens_valid_after = now() + interval '1 hour'"],
  ])('403: and %s while a change of it waits, does not finish it', async (_how, change) => {
    await setOperator(true)
    const [answer] = await whileHolding(
      database.db,
      (trx) => sql`update oauth_client set ${sql.raw(change)} where id = 'robot'`.execute(trx),
      [() => asService('POST', '/events', EVENT)],
    )
    expect(answer?.status).toBe(403)
    await sql`update oauth_client set is_operator = true, disabled_at = null, tokens_valid_after = null
               where id = 'robot'`.execute(database.db)
  })

  test('204: and is an operator, ends a token of somebody, on record; 404 for none', async () => {
    await setOperator(true)
    const { id, token, tokenId } = await insertPerson(database.db)
    const path = `/accounts/${id}/tokens/${tokenId}`
    expect((await asService('DELETE', path)).status).toBe(204)
    expect((await caller(server)(token, 'GET', '/v0.1/user')).status).toBe(401)
    const { rows } = await sql`select actor_id from audit where target = ${`token ${tokenId}`}
      and action = 'token.revoke'`.execute(database.db)
    expect(rows).toEqual([{ actor_id: principalId }])
    expect((await asService('DELETE', path)).status).toBe(404)
  })

  test('401: a person does not become one through the client that is', async () => {
    await setOperator(true)
    const aud = ORIGIN
    const claims = { sub: ada.id, client_id: 'robot', aud, scope: 'user_impersonation' }
    const bearer = await forgeBearer(database.db, seal, ORIGIN, claims)
    expect((await ask('GET', '/accounts', undefined, bearer)).status).toBe(401)
  })
})

const MANAGEMENT = [
  'service-health',
  'quota',
  'quota-extension',
  'subscriptions',
  'notifications',
  'alert-rules',
]
test.each(MANAGEMENT)('the document of %s demands user_impersonation', (name) => {
  const document = JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8'))
  expect(document.security).toEqual([{ oauth2: ['user_impersonation'] }])
})
