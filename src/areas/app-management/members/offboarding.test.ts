import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const stage = useOffboardingStage()
const { call, callAsOperator } = stage

/** An app of an organization, with a manager who created a Full access token for it and one who did not. */
async function prepare() {
  const { db } = stage.database
  const [eve, ada, bob] = [await insertPerson(db), await insertPerson(db), await insertPerson(db)]
  const org = await insertOrganization(db, {
    [ada.id]: 'admin',
    [eve.id]: 'member',
    [bob.id]: 'member',
  })
  const app = await insertApp(db, org, { [eve.id]: 'manager', [bob.id]: 'developer' })
  const token = (await stage.insertTokenOf(eve, { id: org.id, appId: app.id })).value
  const email = `${randomUUIDv7()}@example.com`
  return { eve, ada, bob, org, app, token, email }
}

type Stage = Awaited<ReturnType<typeof prepare>>

/** Everything by which somebody becomes more on an app. */
const GRANTS = {
  'inviting somebody': ({ token, app, email }: Stage) =>
    call(token, 'POST', `${app.path}/invitations`, { user_email: email }),
  'inviting somebody by e-mail': ({ token, app, email }: Stage) =>
    call(token, 'POST', `${app.path}/invitations/${email}`),
  'changing an invitation': async ({ token, app, ada, email }: Stage) => {
    await call(ada.token, 'POST', `${app.path}/invitations`, { user_email: email })
    return call(token, 'PATCH', `${app.path}/invitations/${email}`, { permissions: ['manager'] })
  },
  'changing a role': ({ token, app, bob }: Stage) =>
    call(token, 'PATCH', `${app.path}/users/${bob.email}`, { permissions: ['manager'] }),
}

const LOSSES = {
  'was removed from the app': ({ ada, app, eve }: Stage) =>
    call(ada.token, 'DELETE', `${app.path}/users/${eve.email}`),
  'was removed from the organization': async ({ ada, org, eve }: Stage) =>
    call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}/users/${eve.name}`),
  'is a developer now': ({ ada, app, eve }: Stage) =>
    call(ada.token, 'PATCH', `${app.path}/users/${eve.email}`, { permissions: ['developer'] }),
  'is disabled': ({ eve }: Stage) =>
    callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true, revoke_tokens: 'own' }),
}

describe('membership that a Full access app token grants', () => {
  test.each(Object.entries(GRANTS))(
    '%s works while its creator is a manager',
    async (_w, grant) => {
      expect((await grant(await prepare())).status).toBe(204)
    },
  )

  test.each(Object.entries(GRANTS))(
    '%s works for an admin of the organization',
    async (_w, grant) => {
      const world = await prepare()
      const { ada, org, app } = world
      const token = (await stage.insertTokenOf(ada, { id: org.id, appId: app.id })).value
      expect((await grant({ ...world, token })).status).toBe(204)
    },
  )

  describe.each(Object.entries(LOSSES))('403: its creator %s', (_how, lose) => {
    test.each(Object.entries(GRANTS))('%s', async (_what, grant) => {
      const world = await prepare()
      expect((await lose(world)).status).toBeLessThan(300)
      const { status, body } = await grant(world)
      expect([status, body.code]).toEqual([403, 'Forbidden'])
      expect(body.message).toContain('creator of this app token')
    })
  })

  test('403: its creator is removed while the request is under way', async () => {
    const world = await prepare()
    const remove = (trx: Trx) =>
      sql`with locked as (select from owner_name where owner_id = ${world.org.id} for update)
          delete from app_member where account_id = ${world.eve.id}
             and (select count(*) from locked) > 0`.execute(trx)
    const send = () => GRANTS['changing a role'](world)
    const [answer] = await whileHolding(stage.database.db, remove, [send])
    expect(answer?.status).toBe(403)
  })

  test('removing a member and revoking an invitation work without the creator', async () => {
    const world = await prepare()
    const { token, app, ada, bob, email } = world
    await call(ada.token, 'POST', `${app.path}/invitations`, { user_email: email })
    await LOSSES['was removed from the organization'](world)
    expect((await call(token, 'DELETE', `${app.path}/invitations/${email}`)).status).toBe(204)
    expect((await call(token, 'DELETE', `${app.path}/users/${bob.email}`)).status).toBe(204)
    expect((await call(token, 'PATCH', app.path, { description: 'still' })).status).toBe(200)
  })
})

describe('removing a member', () => {
  const read = async (token: string, path: string) => (await call(token, 'GET', path)).status

  test('from an app, with revoke_tokens, ends the tokens they created for it and no other', async () => {
    const { eve, ada, org, app, token } = await prepare()
    const other = await insertApp(stage.database.db, org, { [eve.id]: 'manager' })
    const elsewhere = await stage.insertTokenOf(eve, { id: org.id, appId: other.id })
    const adas = await stage.insertTokenOf(ada, { id: org.id, appId: app.id })
    const path = `${app.path}/users/${eve.email}?revoke_tokens=true`
    const { status, headers } = await call(ada.token, 'DELETE', path)
    expect([status, headers.get('x-binnacle-revoked-tokens')]).toEqual([204, '1'])
    expect(headers.get('x-binnacle-tokens-left')).toBeNull()
    expect(await read(token, app.path)).toBe(401)
    expect(await read(elsewhere.value, other.path)).toBe(200)
    expect(await read(adas.value, app.path)).toBe(200)
    expect(await read(eve.token, '/v0.1/user')).toBe(200)
    const { body } = await callAsOperator('GET', `/accounts/${eve.id}`)
    expect(body.token_count).toBe(2)
  })

  test('from an organization, with revoke_tokens, ends all they created there', async () => {
    const { eve, ada, org, app, token } = await prepare()
    const orgToken = await stage.insertTokenOf(eve, { id: org.id })
    const path = `/v0.1/orgs/${org.name}/users/${eve.name}?revoke_tokens=true`
    const { status, headers } = await call(ada.token, 'DELETE', path)
    expect([status, headers.get('x-binnacle-revoked-tokens')]).toEqual([204, '2'])
    expect(await read(token, app.path)).toBe(401)
    expect(await read(orgToken.value, `/v0.1/orgs/${org.name}`)).toBe(401)
    expect(await read(eve.token, '/v0.1/user')).toBe(200)
  })

  test('without it, the tokens stay and are counted', async () => {
    const { eve, ada, app, token } = await prepare()
    const { headers } = await call(ada.token, 'DELETE', `${app.path}/users/${eve.email}`)
    expect(headers.get('x-binnacle-tokens-left')).toBe('1')
    expect(headers.get('x-binnacle-revoked-tokens')).toBeNull()
    expect(await read(token, app.path)).toBe(200)
  })

  test('with the very token that ends by it: once and no more', async () => {
    const { eve, app, token } = await prepare()
    const path = `${app.path}/users/${eve.email}?revoke_tokens=true`
    expect((await call(token, 'DELETE', path)).status).toBe(204)
    expect((await call(token, 'DELETE', path)).status).toBe(401)
  })
})
