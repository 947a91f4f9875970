import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const stage = useOffboardingStage()
const { call, callAsOperator } = stage

async function prepare() {
  const { db } = stage.database
  const [eve, ada, guest] = [await insertPerson(db), await insertPerson(db), await insertPerson(db)]
  const org = await insertOrganization(db, { [ada.id]: 'admin', [eve.id]: 'admin' })
  const app = await insertApp(db, org, { [eve.id]: 'manager', [ada.id]: 'manager' })
  return { eve, ada, guest, org, app }
}

type World = Awaited<ReturnType<typeof prepare>>

const received = async ({ token }: Person) =>
  (await call(token, 'GET', '/v0.1/user/invitations')).body
const answer = ({ token }: Person, invitation: { token: string; type: string }, verdict: string) =>
  call(token, 'POST', `/v0.1/user/invitations/${invitation.type}s/${invitation.token}/${verdict}`)

const INVITATIONS = {
  app: {
    send: ({ app, guest }: World, by: Person, body: object = {}) =>
      call(by.token, 'POST', `${app.path}/invitations`, { user_email: guest.email, ...body }),
    sentence: 'Ask a manager of the app to invite you again',
  },
  org: {
    send: ({ org, guest }: World, by: Person, body: object = {}) =>
      call(by.token, 'POST', `/v0.1/orgs/${org.name}/invitations`, {
        user_email: guest.email,
        ...body,
      }),
    sentence: 'Ask an admin of the organization to invite you again',
  },
}

const removeEve = ({ ada, org, eve }: World) =>
  call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}/users/${eve.name}`)
const LOSSES = {
  'was removed': removeEve,
  'was demoted': async ({ ada, org, app, eve }: World) => {
    await call(ada.token, 'PATCH', `/v0.1/orgs/${org.name}/users/${eve.name}`, { role: 'member' })
    const permissions = { permissions: ['developer'] }
    return call(ada.token, 'PATCH', `${app.path}/users/${eve.email}`, permissions)
  },
  'is disabled': ({ eve }: World) =>
    callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true }),
}

describe.each(Object.entries(INVITATIONS))('an invitation to an %s', (_to, { send, sentence }) => {
  test.each(Object.entries(LOSSES))(
    'cannot be accepted once its sender %s, is not offered, and says what to do',
    async (_how, lose) => {
      const world = await prepare()
      await send(world, world.eve)
      const [invitation] = await received(world.guest)
      expect((await lose(world)).status).toBeLessThan(300)
      expect(await received(world.guest)).toEqual([])
      const { status, body } = await answer(world.guest, invitation, 'accept')
      expect([status, body.error.message]).toEqual([409, expect.stringContaining(sentence)])
      expect((await call(world.guest.token, 'GET', world.app.path)).status).toBe(404)
      expect((await answer(world.guest, invitation, 'reject')).status).toBe(204)
    },
  )

  test('is good again when somebody who may sends it again', async () => {
    const world = await prepare()
    await send(world, world.eve)
    await removeEve(world)
    expect((await send(world, world.ada)).status).toBe(204)
    const [invitation] = await received(world.guest)
    expect((await answer(world.guest, invitation, 'accept')).status).toBe(204)
  })

  test('its sender is removed while it is accepted: the answer waits and is 409', async () => {
    const world = await prepare()
    await send(world, world.eve)
    const [invitation] = await received(world.guest)
    const remove = async (trx: Trx) => {
      await sql`select from owner_name where owner_id = ${world.org.id} for update`.execute(trx)
      await sql`delete from app_member where account_id = ${world.eve.id}`.execute(trx)
      await sql`delete from organization_member where account_id = ${world.eve.id}`.execute(trx)
    }
    const accept = () => answer(world.guest, invitation, 'accept')
    const [{ status } = { status: 0 }] = await whileHolding(stage.database.db, remove, [accept])
    expect(status).toBe(409)
  })

  test('its sender is disabled while it is accepted: the answer waits and is 409', async () => {
    const world = await prepare()
    await send(world, world.eve)
    const [invitation] = await received(world.guest)
    const disable = async (trx: Trx) => {
      const name = JSON.stringify(['account', world.eve.id])
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
      await sql`update account set disabled_at = now() where id = ${world.eve.id}`.execute(trx)
    }
    const accept = () => answer(world.guest, invitation, 'accept')
    const [{ status } = { status: 0 }] = await whileHolding(stage.database.db, disable, [accept])
    expect(status).toBe(409)
  })
})

test('who changes an invitation answers for it from then on', async () => {
  const world = await prepare()
  const { app, guest, eve, ada } = world
  await INVITATIONS.app.send(world, ada)
  const input = { permissions: ['manager'] }
  await call(eve.token, 'PATCH', `${app.path}/invitations/${guest.email}`, input)
  const [invitation] = await received(guest)
  await removeEve(world)
  expect((await answer(guest, invitation, 'accept')).status).toBe(409)
})

test('a role that takes an admin needs one until it is accepted', async () => {
  const world = await prepare()
  const { org, eve, ada, guest } = world
  await INVITATIONS.app.send(world, eve, { role: 'collaborator' })
  const [invitation] = await received(guest)
  await call(ada.token, 'PATCH', `/v0.1/orgs/${org.name}/users/${eve.name}`, { role: 'member' })
  expect((await answer(guest, invitation, 'accept')).status).toBe(409)
})

describe('is_existing_user', () => {
  const listed = async (token: string, path: string) =>
    (await call(token, 'GET', `${path}/invitations`)).body[0].is_existing_user

  test('is false for somebody with whom the caller shares no organization', async () => {
    const world = await prepare()
    await INVITATIONS.app.send(world, world.ada)
    expect(await listed(world.ada.token, world.app.path)).toBe(false)
  })

  test('is true for somebody with whom the caller shares one; an app token knows its own only', async () => {
    const { db } = stage.database
    const world = await prepare()
    const { ada, guest, app, org } = world
    await insertOrganization(db, { [ada.id]: 'member', [guest.id]: 'member' })
    await INVITATIONS.app.send(world, ada)
    expect(await listed(ada.token, app.path)).toBe(true)
    const token = await stage.insertTokenOf(ada, { id: org.id, appId: app.id })
    expect(await listed(token.value, app.path)).toBe(false)
    const seat = { organization_id: org.id, account_id: guest.id, role: 'member' } as const
    await db
      .insertInto('organization_member')
      .values({ ...seat, joined_at: new Date() })
      .execute()
    expect(await listed(token.value, app.path)).toBe(true)
  })
})
