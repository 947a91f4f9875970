import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockOwner, whileHolding } from '../../../../test/support/database/locks.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  fillApps,
  fillInvitations,
  insertInvitation,
} from '../../../../test/support/world/crowds.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../test/support/world/world.ts'

const CAPS = {
  appsPerOwner: 3,
  appsPerAccount: 4,
  members: 2,
  organizationsPerAccount: 2,
  invitationsPerOwner: 2,
  invitationsPerRecipient: 2,
  freedNameDays: 90,
}
const limits = { caps: CAPS }
const database = useDatabase()
const call = caller(useServer({ databaseUrl: database.url, limits }))
const callSecond = caller(useServer({ databaseUrl: database.url, limits }))

const NEW_APP = { display_name: 'New', os: 'Linux', platform: 'Custom' }
let apps = 0
const newApp = () => ({ ...NEW_APP, name: `new-${++apps}` })
const accept = (to: 'app' | 'org', token: string) => `/v0.1/user/invitations/${to}s/${token}/accept`

describe('apps', () => {
  test('409: one more than an owner may have, by creation or by transfer; what is there stays and goes', async () => {
    const { db } = database
    const ada = await insertPerson(db)
    const org = await insertOrganization(db, { [ada.id]: 'admin' })
    await fillApps(db, org, 5)
    const path = `/v0.1/orgs/${org.name}/apps`
    const refused = await call(ada.token, 'POST', path, newApp())
    expect([refused.status, refused.body.error.code]).toEqual([409, 'Conflict'])
    expect(refused.body.error.message).toContain(
      'This owner already has 3 apps, which is the limit.',
    )
    const own = await insertApp(db, { ...ada, kind: 'user' })
    expect((await call(ada.token, 'POST', `${own.path}/transfer/${org.name}`)).status).toBe(409)
    expect((await call(ada.token, 'GET', path)).body).toHaveLength(5)
    for (const name of ['App-1', 'App-2', 'App-3']) {
      expect((await call(ada.token, 'DELETE', `/v0.1/apps/${org.name}/${name}`)).status).toBe(204)
    }
    expect((await call(ada.token, 'POST', path, newApp())).status).toBe(201)
  })

  test('two apps at once for the last place of an owner: both wait for its lock, one is made', async () => {
    const { db } = database
    const [ada, bob] = [await insertPerson(db), await insertPerson(db)]
    const org = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' })
    await fillApps(db, org, 2)
    const path = `/v0.1/orgs/${org.name}/apps`
    const answers = await whileHolding(db, lockOwner(org.id), [
      () => call(ada.token, 'POST', path, newApp()),
      () => callSecond(bob.token, 'POST', path, newApp()),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('409: more than an account may reach, when it creates or joins; its organizations grow all the same', async () => {
    const { db } = database
    const [ada, bob] = [await insertPerson(db), await insertPerson(db)]
    const org = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'admin' })
    await fillApps(db, org, 2)
    const theirs = await insertApp(db, { ...bob, kind: 'user' }, { [ada.id]: 'viewer' })
    const own = newApp()
    expect((await call(ada.token, 'POST', '/v0.1/apps', own)).status).toBe(201)
    const refused = await call(ada.token, 'POST', '/v0.1/apps', newApp())
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('access to at most 4 apps')
    const more = await insertApp(db, { ...bob, kind: 'user' })
    const token = await insertInvitation(db, { ownerId: bob.id, appId: more.id, email: ada.email })
    expect((await call(ada.token, 'POST', accept('app', token))).status).toBe(409)
    // The organization's growth is not refused for one member's reach.
    const path = `/v0.1/orgs/${org.name}/apps`
    expect((await call(ada.token, 'POST', path, newApp())).status).toBe(201)
    expect((await call(ada.token, 'GET', '/v0.1/apps')).body).toHaveLength(5)
    expect((await call(ada.token, 'DELETE', `${theirs.path}/users/${ada.email}`)).status).toBe(204)
    expect((await call(ada.token, 'DELETE', `/v0.1/apps/${ada.name}/${own.name}`)).status).toBe(204)
    expect((await call(ada.token, 'POST', accept('app', token))).status).toBe(204)
  })

  test('409: becoming an admin of an organization with more apps than the account may reach', async () => {
    const { db } = database
    const [ada, bob] = [await insertPerson(db), await insertPerson(db)]
    const org = await insertOrganization(db, { [bob.id]: 'admin' })
    await fillApps(db, org, 5)
    const invited = { ownerId: org.id, email: ada.email }
    const admin = await insertInvitation(db, { ...invited, role: 'admin' })
    expect((await call(ada.token, 'POST', accept('org', admin))).status).toBe(409)
    await sql`update invitation set organization_role = 'member' where owner_id = ${org.id}`.execute(
      db,
    )
    expect((await call(ada.token, 'POST', accept('org', admin))).status).toBe(204)
  })

  test('two joins at once for the last place of an account: both wait for its lock, one is let in', async () => {
    const { db } = database
    const ada = await insertPerson(db)
    await fillApps(db, { ...ada, kind: 'user' }, 3)
    const joins = await Promise.all(
      [call, callSecond].map(async (onNode) => {
        const owner = { ...(await insertPerson(db)), kind: 'user' as const }
        const app = await insertApp(db, owner)
        const invited = { ownerId: owner.id, appId: app.id, email: ada.email }
        const path = accept('app', await insertInvitation(db, invited))
        return () => onNode(ada.token, 'POST', path)
      }),
    )
    const answers = await whileHolding(
      db,
      (trx) =>
        sql`select pg_advisory_xact_lock(hashtextextended(
              ${JSON.stringify(['growth of account', ada.id])}, 0))`.execute(trx),
      joins,
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })
})

describe('members and organizations', () => {
  test('409: joining a full app or organization; a member who is there already may be given more', async () => {
    const { db } = database
    const people = [await insertPerson(db), await insertPerson(db), await insertPerson(db)] as const
    const [ada, bob, eve] = people
    const org = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' })
    const app = await insertApp(db, org)
    const invite = (email: string, appId?: string) =>
      insertInvitation(db, { ownerId: org.id, email, ...(appId && { appId }) })
    const refused = await call(eve.token, 'POST', accept('org', await invite(eve.email)))
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('This organization has 2 members')
    const joined = await call(bob.token, 'POST', accept('app', await invite(bob.email, app.id)))
    expect(joined.status).toBe(204)

    const own = await insertApp(
      db,
      { ...ada, kind: 'user' },
      { [bob.id]: 'viewer', [people[2].id]: 'viewer' },
    )
    const late = await insertPerson(db)
    const invited = { ownerId: ada.id, appId: own.id, email: late.email }
    const full = await call(late.token, 'POST', accept('app', await insertInvitation(db, invited)))
    expect(full.status).toBe(409)
    expect(full.body.error.message).toContain('This app has 2 members')
  })

  test('409: a transfer that would bring in more members than the organization may have', async () => {
    const { db } = database
    const [ada, bob, eve] = [
      await insertPerson(db),
      await insertPerson(db),
      await insertPerson(db),
    ] as const
    const org = await insertOrganization(db, { [ada.id]: 'admin' })
    const members = { [bob.id]: 'viewer', [eve.id]: 'viewer' } as const
    const app = await insertApp(db, { ...ada, kind: 'user' }, members)
    const answer = await call(ada.token, 'POST', `${app.path}/transfer/${org.name}`)
    expect(answer.status).toBe(409)
    expect((await call(ada.token, 'GET', app.path)).status).toBe(200)
  })

  test('409: one organization more than an account may be in', async () => {
    const { db } = database
    const [ada, bob] = [await insertPerson(db), await insertPerson(db)]
    await insertOrganization(db, { [ada.id]: 'admin' })
    await insertOrganization(db, { [ada.id]: 'member' })
    const refused = await call(ada.token, 'POST', '/v0.1/orgs', { name: 'one-too-many' })
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('a member of 2 organizations')
    const org = await insertOrganization(db, { [bob.id]: 'admin' })
    const token = await insertInvitation(db, { ownerId: org.id, email: ada.email })
    expect((await call(ada.token, 'POST', accept('org', token))).status).toBe(409)
    const app = await insertApp(db, { ...ada, kind: 'user' })
    expect((await call(ada.token, 'POST', `${app.path}/transfer_to_org`)).status).toBe(409)
  })
})

test('an app that goes through many organizations does not fill up those of its members', async () => {
  const { db } = database
  const [ada, viewer] = [await insertPerson(db), await insertPerson(db)]
  const app = await insertApp(db, { ...ada, kind: 'user' }, { [viewer.id]: 'viewer' })
  let path = app.path
  for (let step = 1; step <= 4; step++) {
    const { name } = await insertOrganization(db, { [ada.id]: 'admin' })
    expect((await call(ada.token, 'POST', `${path}/transfer/${name}`)).status).toBe(200)
    path = `/v0.1/apps/${name}/${app.name}`
  }
  expect((await call(viewer.token, 'GET', '/v0.1/orgs')).body).toHaveLength(1)
  expect((await call(viewer.token, 'POST', '/v0.1/orgs', { name: 'viewers-own' })).status).toBe(201)
})

describe('invitations', () => {
  test('409: more open ones than an owner may have; expired ones make room, renewing needs none', async () => {
    const { db } = database
    const ada = await insertPerson(db)
    const app = await insertApp(db, { ...ada, kind: 'user' })
    await fillInvitations(db, app, ada.id, 2)
    const invite = (email: string) =>
      call(ada.token, 'POST', `${app.path}/invitations`, { user_email: email })
    const refused = await invite('new@example.com')
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('2 open invitations')
    expect((await invite('i1@example.com')).status).toBe(204)
    await sql`update invitation set expires_at = now() where email_key = 'i2@example.com'`.execute(
      db,
    )
    expect((await invite('new@example.com')).status).toBe(204)
    expect((await invite('newer@example.com')).status).toBe(409)
  })

  test('invitations of a sender who is disabled or removed leave room for others', async () => {
    const { db } = database
    const [rogue, owner, eve, victim] = [
      await insertPerson(db),
      await insertPerson(db),
      await insertPerson(db),
      await insertPerson(db),
    ] as const
    const member = { [owner.id]: 'admin', [rogue.id]: 'admin' } as const
    const [left, kept] = [
      await insertOrganization(db, member),
      await insertOrganization(db, member),
    ]
    const send = (from: { token: string }, target: { name: string }) =>
      call(from.token, 'POST', `/v0.1/orgs/${target.name}/invitations`, {
        user_email: victim.email,
      })
    const received = async () => (await call(victim.token, 'GET', '/v0.1/user/invitations')).body
    const elsewhere = [
      await insertOrganization(db, { [eve.id]: 'admin' }),
      await insertOrganization(db, { [eve.id]: 'admin' }),
    ] as const
    expect([(await send(rogue, left)).status, (await send(rogue, kept)).status]).toEqual([204, 204])
    expect((await send(eve, elsewhere[0])).status).toBe(409)

    await call(owner.token, 'DELETE', `/v0.1/orgs/${left.name}/users/${rogue.name}`)
    expect(await received()).toHaveLength(1)
    expect((await send(eve, elsewhere[0])).status).toBe(204)
    expect((await send(eve, elsewhere[1])).status).toBe(409)
    await sql`update account set disabled_at = now() where id = ${rogue.id}`.execute(db)
    expect((await send(eve, elsewhere[1])).status).toBe(204)
    expect(await received()).toHaveLength(2)
  })

  test('409: more open ones than one e-mail may have, whoever sends them', async () => {
    const { db } = database
    const email = 'popular@example.com'
    const send = async () => {
      const ada = await insertPerson(db)
      const org = await insertOrganization(db, { [ada.id]: 'admin' })
      const path = `/v0.1/orgs/${org.name}/invitations`
      return call(ada.token, 'POST', path, { user_email: email.toUpperCase() })
    }
    expect([(await send()).status, (await send()).status]).toEqual([204, 204])
    const refused = await send()
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('has 2 open invitations')
    await sql`update invitation set expires_at = now() where ctid in (
      select ctid from invitation where email_key = ${email} limit 1)`.execute(db)
    expect((await send()).status).toBe(204)
  })
})
