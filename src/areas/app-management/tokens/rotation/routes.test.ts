import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { caller, NEW_TOKEN } from '../../../../../test/support/http/http.ts'
import { useInstallation } from '../../../../../test/support/server/installation.ts'
import { insertToken } from '../../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../../test/support/world/world.ts'

const { database, server, clock } = useInstallation({ RATE_LIMITS: 'false' })
const call = caller(server)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const own = '/v0.1/api_tokens'

let ada: Person
beforeEach(async () => {
  clock.aheadMs = 0
  ada = await insertPerson(database.db)
})

type Token = Readonly<{ id: string; api_token: string }>
const create = async (path = own, body = {}): Promise<Token> =>
  (await call(ada.token, 'POST', path, { ...NEW_TOKEN, ...body })).body
const rotate = (token: string, id: string, body = {}, headers = {}, path = own) =>
  call(token, 'POST', `${path}/${id}/rotate`, body, headers)
const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const statusesOf = (...values: string[]) => Promise.all(values.map(statusOf))

describe('POST …/api_tokens/{id}/rotate', () => {
  test.each(['user', 'app', 'org'] as const)(
    '201: a %s token has two values for 24 h',
    async (kind) => {
      const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
      const app = await insertApp(database.db, org)
      const path = {
        user: own,
        app: `${app.path}/api_tokens`,
        org: `/v0.1/orgs/${org.name}/api_tokens`,
      }[kind]
      const before = await create(path)
      const { status, body } = await rotate(ada.token, before.id, {}, {}, path)
      expect([status, body.id, body.kind, body.created_by]).toEqual([
        201,
        before.id,
        kind,
        ada.name,
      ])
      expect(body.api_token).not.toBe(before.api_token)
      expect(await statusesOf(before.api_token, body.api_token)).toEqual([200, 200])
      clock.aheadMs = 24 * HOUR_MS - MINUTE_MS
      expect(await statusesOf(before.api_token, body.api_token)).toEqual([200, 200])
      clock.aheadMs = 24 * HOUR_MS + MINUTE_MS
      expect(await statusesOf(before.api_token, body.api_token)).toEqual([401, 200])
    },
  )

  test('201: the previous value ends sooner, or at once, on request', async () => {
    const before = await create()
    const hour = (await rotate(ada.token, before.id, { previous_valid_minutes: 60 })).body
    clock.aheadMs = HOUR_MS + MINUTE_MS
    expect(await statusesOf(before.api_token, hour.api_token)).toEqual([401, 200])
    const none = (await rotate(ada.token, before.id, { previous_valid_minutes: 0 })).body
    expect(none.previous_expires_at).toBeNull()
    expect(await statusesOf(hour.api_token, none.api_token)).toEqual([401, 200])
  })

  test('201: a previous value never outlives the token', async () => {
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString()
    const { id } = await create(own, { expires_at })
    const { body } = await rotate(ada.token, id)
    expect([body.expires_at, body.previous_expires_at]).toEqual([expires_at, expires_at])
  })

  test('201: rotated twice, the first value ends', async () => {
    const first = await create()
    const second = (await rotate(ada.token, first.id)).body
    const third = (await rotate(ada.token, first.id)).body
    const values = [first.api_token, second.api_token, third.api_token]
    expect(await statusesOf(...values)).toEqual([401, 200, 200])
  })

  test('201: a token rotates itself; its previous value does not', async () => {
    const first = await create()
    const second = (await rotate(first.api_token, 'current')).body
    const third = await rotate(first.api_token, 'current')
    expect([third.status, third.body.message]).toEqual([
      403,
      expect.stringContaining('previous value'),
    ])
    expect(await statusesOf(first.api_token, second.api_token)).toEqual([200, 200])
    expect((await rotate(second.api_token, 'current')).status).toBe(201)
  })

  test('403: a previous value that ends with its token', async () => {
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString()
    const { id, api_token } = await create(own, { expires_at })
    await rotate(ada.token, id)
    expect((await rotate(api_token, 'current')).status).toBe(403)
  })

  test('what a previous value creates ends with it, and it rotates nothing that does not', async () => {
    const before = await create()
    const other = await create()
    const { body } = await rotate(ada.token, before.id, { previous_valid_minutes: 60 })
    const made = await call(before.api_token, 'POST', own, NEW_TOKEN)
    expect([made.status, made.body.expires_at]).toEqual([201, body.previous_expires_at])
    const late = { ...NEW_TOKEN, expires_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() }
    expect((await call(before.api_token, 'POST', own, late)).status).toBe(400)
    expect((await rotate(before.api_token, other.id)).status).toBe(403)
    clock.aheadMs = HOUR_MS + MINUTE_MS
    expect(await statusesOf(made.body.api_token, body.api_token)).toEqual([401, 200])
  })

  test('it is one token: in the list, in the count and when it is revoked', async () => {
    const before = await create()
    const { body } = await rotate(ada.token, before.id)
    const listed = (await call(ada.token, 'GET', own)).body
    expect(listed.map(({ id }: Token) => id)).toEqual([ada.tokenId, before.id])
    expect(listed[1].value_start).toBe(body.api_token.slice(0, 30))
    const counted = database.db.selectFrom('account').select('token_count').where('id', '=', ada.id)
    expect(await counted.executeTakeFirst()).toEqual({ token_count: 2 })
    expect((await call(ada.token, 'DELETE', `${own}/${before.id}`)).status).toBe(204)
    expect(await statusesOf(before.api_token, body.api_token)).toEqual([401, 401])
  })

  test('the previous value revokes both', async () => {
    const before = await create()
    const { body } = await rotate(ada.token, before.id)
    expect((await call(before.api_token, 'DELETE', `${own}/current`)).status).toBe(204)
    expect(await statusesOf(before.api_token, body.api_token)).toEqual([401, 401])
  })

  test('a use of either value is the last use', async () => {
    const before = await create()
    await rotate(ada.token, before.id)
    await statusOf(before.api_token)
    await server.lastUsed.flush()
    const listed = (await call(ada.token, 'GET', own)).body
    expect(listed[1].last_used_at).not.toBeNull()
  })

  test('it is on record, without a value', async () => {
    const { id } = await create()
    const { body } = await rotate(ada.token, id)
    const rows = await database.db
      .selectFrom('audit')
      .select(['actor_id', 'token_id', 'action', 'after'])
      .where('scope_id', '=', ada.id)
      .where('action', '=', 'token.rotate')
      .execute()
    const after = { previousEnd: body.previous_expires_at }
    expect(rows).toEqual([
      { actor_id: ada.id, token_id: ada.tokenId, action: 'token.rotate', after },
    ])
  })
})

describe('who may not', () => {
  test('403: a Read-only token', async () => {
    const { api_token, id } = await create(own, { scope: ['viewer'] })
    expect((await rotate(api_token, id)).status).toBe(403)
    expect((await rotate(api_token, 'current')).status).toBe(403)
  })

  test('403: an app token', async () => {
    const { path } = await insertApp(database.db, { ...ada, kind: 'user' })
    const { api_token } = await create(`${path}/api_tokens`)
    expect((await rotate(api_token, 'current', {}, {}, `${path}/api_tokens`)).status).toBe(403)
  })

  test('403: a manager, a token that another manager created', async () => {
    const eve = await insertPerson(database.db)
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [eve.id]: 'manager' })
    const { id, api_token } = await create(`${app.path}/api_tokens`)
    const { status, body } = await rotate(eve.token, id, {}, {}, `${app.path}/api_tokens`)
    expect([status, body.message]).toEqual([
      403,
      expect.stringContaining('Only the user who created'),
    ])
    expect(await statusOf(api_token)).toBe(200)
  })

  test('403: a developer, a Full access token from when they were a manager', async () => {
    const eve = await insertPerson(database.db)
    const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [eve.id]: 'developer' })
    const of = { kind: 'app', homeId: ada.id, appId: app.id, createdBy: eve.id } as const
    const { id } = await insertToken(database.db, of)
    expect((await rotate(eve.token, id, {}, {}, `${app.path}/api_tokens`)).status).toBe(403)
  })

  test('404: somebody else', async () => {
    const eve = await insertPerson(database.db)
    expect((await rotate(eve.token, ada.tokenId)).status).toBe(404)
  })

  test('403: a token that expires, one that does not', async () => {
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString()
    const { api_token } = await create(own, { expires_at })
    expect((await rotate(api_token, ada.tokenId)).status).toBe(403)
    expect((await rotate(api_token, 'current')).status).toBe(201)
  })

  test('400: more than 24 hours, or less than none', async () => {
    for (const previous_valid_minutes of [1441, -1, 1.5]) {
      expect((await rotate(ada.token, ada.tokenId, { previous_valid_minutes })).status).toBe(400)
    }
  })
})

describe('repeated under one key', () => {
  test('within ten minutes, the value that nobody saw is replaced, and the previous one stays', async () => {
    const before = await create()
    const headers = { 'Idempotency-Key': randomUUID() }
    const unseen = (await rotate(ada.token, before.id, {}, headers)).body
    clock.aheadMs = 9 * MINUTE_MS
    const seen = (await rotate(ada.token, before.id, {}, headers)).body
    const values = [before.api_token, unseen.api_token, seen.api_token]
    expect(await statusesOf(...values)).toEqual([200, 401, 200])
    expect(seen.previous_expires_at).toBe(unseen.previous_expires_at)
  })

  test('a token that rotated itself asks again with its previous value', async () => {
    const before = await create()
    const headers = { 'Idempotency-Key': randomUUID() }
    const unseen = (await rotate(before.api_token, 'current', {}, headers)).body
    const seen = await rotate(before.api_token, 'current', {}, headers)
    expect(seen.status).toBe(201)
    const values = [before.api_token, unseen.api_token, seen.body.api_token]
    expect(await statusesOf(...values)).toEqual([200, 401, 200])
  })

  test('after another rotation, a previous value cannot ask again', async () => {
    const first = await create()
    const headers = { 'Idempotency-Key': randomUUID() }
    const second = (await rotate(first.api_token, 'current', {}, headers)).body
    const third = (await rotate(ada.token, first.id)).body
    expect((await rotate(second.api_token, 'current', {}, headers)).status).toBe(403)
    expect(await statusesOf(second.api_token, third.api_token)).toEqual([200, 200])
  })

  test('after ten minutes, it is another rotation', async () => {
    const before = await create()
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = (await rotate(ada.token, before.id, {}, headers)).body
    clock.aheadMs = 11 * MINUTE_MS
    const second = (await rotate(ada.token, before.id, {}, headers)).body
    const values = [before.api_token, first.api_token, second.api_token]
    expect(await statusesOf(...values)).toEqual([401, 200, 200])
  })
})

test('of two that rotate each other at once, the second has only a previous value', async () => {
  const [one, other] = [await create(), await create()]
  const answers = await Promise.all([
    rotate(one.api_token, other.id),
    rotate(other.api_token, one.id),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
})
