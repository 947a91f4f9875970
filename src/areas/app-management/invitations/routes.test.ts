import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
let now = new Date()
const server = useServer({ databaseUrl: database.url, productTime: () => now })
const call = caller(server)

let admin: Person
let guest: Person
let org: { id: string; name: string }
let app: Awaited<ReturnType<typeof insertApp>>
let orgPath: string
beforeEach(async () => {
  now = new Date()
  admin = await insertPerson(database.db)
  guest = await insertPerson(database.db)
  org = await insertOrganization(database.db, { [admin.id]: 'admin' })
  app = await insertApp(database.db, org)
  orgPath = `/v0.1/orgs/${org.name}`
})

const DAY_MS = 24 * 3_600_000
const status = async (...request: Parameters<typeof call>) => (await call(...request)).status
const received = async (person: Person) =>
  (await call(person.token, 'GET', '/v0.1/user/invitations')).body
const invite = (body: object = {}, path = app.path) =>
  status(admin.token, 'POST', `${path}/invitations`, { user_email: guest.email, ...body })

describe('to an address beyond ASCII', () => {
  test.each(['vi\u212ator@example.com', 'ada@ｅxample.com', 'ada@bücher.example'])(
    '400: %s gets no invitation',
    async (user_email) => {
      expect(await invite({ user_email })).toBe(400)
      expect(await invite({ user_email }, orgPath)).toBe(400)
    },
  )

  test('an account that has one from before does not see invitations to the ASCII address', async () => {
    const name = `vi\u212ator-${guest.name}`
    await database.db
      .updateTable('account')
      .set({ email: `${name}@example.com` })
      .where('id', '=', guest.id)
      .execute()
    await invite({ user_email: `${name.toLowerCase()}@example.com` })
    expect(await received(guest)).toEqual([])
    const { rows } = await sql<{ owner_id: string; answer_key: string }>`
      select owner_id, answer_key from invitation where owner_id = ${org.id}`.execute(database.db)
    const token = rows.map((row) => `${row.owner_id}${row.answer_key}`.replaceAll('-', ''))
    const path = `/v0.1/user/invitations/apps/${token}/accept`
    expect(await status(guest.token, 'POST', path)).toBe(404)
  })
})

describe('to an app', () => {
  test('the invited person finds it, accepts, and is a developer and member of the organization', async () => {
    expect(await invite()).toBe(204)
    const [invitation] = await received(guest)
    expect(invitation).toMatchObject({
      type: 'app',
      owner_name: org.name,
      app_name: app.name,
      permissions: ['developer'],
      role: 'member',
      invited_by: admin.name,
    })
    expect(await status(guest.token, 'GET', app.path)).toBe(404)
    const path = `/v0.1/user/invitations/apps/${invitation.token}`
    expect(await status(guest.token, 'POST', `${path}/accept`)).toBe(204)
    const { body } = await call(guest.token, 'GET', app.path)
    expect(body.member_permissions).toEqual(['developer'])
    expect(await status(guest.token, 'GET', orgPath)).toBe(200)
    expect(await received(guest)).toEqual([])
    expect(await status(guest.token, 'POST', `${path}/accept`)).toBe(404)
  })

  test('the inviter sees it, and never its token', async () => {
    await invite()
    const [{ token }] = await received(guest)
    const seen = [
      await call(admin.token, 'GET', `${app.path}/invitations`),
      await call(admin.token, 'GET', '/v0.1/invitations/sent'),
    ]
    expect(seen[0]?.body).toMatchObject([
      {
        email: guest.email,
        is_existing_user: false,
        invite_type: 'developer',
        app: { id: app.id },
      },
    ])
    expect(seen[1]?.body).toMatchObject([{ app: { id: app.id }, organization: null }])
    for (const { body } of seen) expect(JSON.stringify(body)).not.toContain(token.slice(32))
  })

  test('a token that was passed on opens nothing for somebody else', async () => {
    await invite()
    const [{ token }] = await received(guest)
    const other = await insertPerson(database.db)
    for (const verdict of ['accept', 'reject']) {
      const path = `/v0.1/user/invitations/apps/${token}/${verdict}`
      expect(await status(other.token, 'POST', path)).toBe(404)
    }
    expect(await status(guest.token, 'POST', `/v0.1/user/invitations/orgs/${token}/accept`)).toBe(
      404,
    )
  })

  test('a changed role is the one that comes of it', async () => {
    await invite()
    const path = `${app.path}/invitations/${guest.email}`
    expect(await status(admin.token, 'PATCH', path, { permissions: ['manager'] })).toBe(204)
    // Asked for again, it keeps what was chosen for it.
    expect(await status(admin.token, 'POST', path)).toBe(204)
    const [{ token, permissions }] = await received(guest)
    expect(permissions).toEqual(['manager'])
    await call(guest.token, 'POST', `/v0.1/user/invitations/apps/${token}/accept`)
    expect(await status(guest.token, 'PATCH', app.path, {})).toBe(200)
  })

  test('rejected, revoked and forgotten ones are gone', async () => {
    const accept = (token: string) =>
      status(guest.token, 'POST', `/v0.1/user/invitations/apps/${token}/accept`)
    await invite()
    const [first] = await received(guest)
    await call(guest.token, 'POST', `/v0.1/user/invitations/apps/${first.token}/reject`)
    expect(await accept(first.token)).toBe(404)
    await invite()
    const [second] = await received(guest)
    await call(admin.token, 'DELETE', `${app.path}/invitations/${guest.email}`)
    expect(await accept(second.token)).toBe(404)
    await invite()
    const [third] = await received(guest)
    now = new Date(now.getTime() + 30 * DAY_MS + 1)
    expect(await received(guest)).toEqual([])
    expect(await accept(third.token)).toBe(404)
    expect((await call(admin.token, 'GET', `${app.path}/invitations`)).body).toEqual([])
  })

  test('only an admin brings somebody into the organization as more than a member', async () => {
    const manager = await insertPerson(database.db)
    const members = { [manager.id]: 'manager' } as const
    const ours = await insertApp(database.db, org, members)
    const input = { user_email: guest.email, role: 'admin' }
    const path = `${ours.path}/invitations`
    expect(await status(manager.token, 'POST', path, input)).toBe(403)
    expect(await status(manager.token, 'POST', path, { ...input, role: 'member' })).toBe(204)
    expect(await status(admin.token, 'POST', path, input)).toBe(204)
    expect((await received(guest))[0].role).toBe('admin')
    // Renewing it would grant it again.
    const renewed = `${path}/${guest.email}`
    expect(await status(manager.token, 'POST', renewed)).toBe(403)
    expect(await status(admin.token, 'POST', renewed)).toBe(204)
  })
})

describe('who was removed', () => {
  test('finds no invitation that would let them back in', async () => {
    await database.db
      .insertInto('organization_member')
      .values({ organization_id: org.id, account_id: guest.id, role: 'member', joined_at: now })
      .execute()
    await invite()
    const [{ token }] = await received(guest)
    expect(await status(admin.token, 'DELETE', `${orgPath}/users/${guest.name}`)).toBe(204)
    expect(await received(guest)).toEqual([])
    const path = `/v0.1/user/invitations/apps/${token}/accept`
    expect(await status(guest.token, 'POST', path)).toBe(404)
    expect(await status(guest.token, 'GET', orgPath)).toBe(404)
  })
})

describe('two invitations of one person', () => {
  test('the higher role counts, whichever is accepted first, and is what is on record', async () => {
    await invite()
    await invite({ role: 'admin' }, orgPath)
    const all = await received(guest)
    const answer = async (type: string) => {
      const { token } = all.find((one: { type: string }) => one.type === type)
      return call(guest.token, 'POST', `/v0.1/user/invitations/${type}s/${token}/accept`)
    }
    await answer('app')
    const { headers } = await answer('org')
    const { body } = await call(guest.token, 'GET', `${orgPath}/users/${guest.name}`)
    expect(body.role).toBe('admin')
    const audited = await database.db
      .selectFrom('audit')
      .select('after')
      .where('request_id', '=', headers.get('x-ms-request-id'))
      .execute()
    expect(audited).toEqual([{ after: { organizationRole: 'admin' } }])
  })
})

describe('to an organization', () => {
  const listed = async () => (await call(admin.token, 'GET', `${orgPath}/invitations`)).body

  test('as a collaborator unless a role is named; accepted, it is that role', async () => {
    expect(await invite({}, orgPath)).toBe(204)
    expect(await listed()).toMatchObject([{ email: guest.email, role: 'collaborator' }])
    const path = `${orgPath}/invitations/${guest.email}`
    expect(await status(admin.token, 'PATCH', path, { role: 'admin' })).toBe(204)
    const [{ token, role, type }] = await received(guest)
    expect([role, type]).toEqual(['admin', 'org'])
    const answer = `/v0.1/user/invitations/orgs/${token}/accept`
    expect(await status(guest.token, 'POST', answer)).toBe(204)
    expect((await call(guest.token, 'GET', `${orgPath}/users/${guest.name}`)).body.role).toBe(
      'admin',
    )
    expect(await invite({}, orgPath)).toBe(409)
  })

  test('sent again, the one before is void', async () => {
    await invite({}, orgPath)
    const [before] = await received(guest)
    const path = `${orgPath}/invitations/${guest.email}/resend`
    expect(await status(admin.token, 'POST', path, { role: 'member' })).toBe(204)
    const [after] = await received(guest)
    expect(after.token).not.toBe(before.token)
    expect(after.role).toBe('member')
    const answer = (token: string) =>
      status(guest.token, 'POST', `/v0.1/user/invitations/orgs/${token}/accept`)
    expect([await answer(before.token), await answer(after.token)]).toEqual([404, 204])
  })

  test('revoked by address, or by the body of a DELETE', async () => {
    await invite({}, orgPath)
    const path = `${orgPath}/invitations`
    expect(await status(admin.token, 'POST', `${path}/${guest.email}/revoke`)).toBe(204)
    expect(await received(guest)).toEqual([])
    await invite({}, orgPath)
    const body = { user_email: guest.email.toUpperCase() }
    expect(await status(admin.token, 'DELETE', path, body)).toBe(204)
    expect(await received(guest)).toEqual([])
    expect(await status(admin.token, 'DELETE', path, body)).toBe(404)
    expect(await status(admin.token, 'POST', `${path}/${guest.email}/resend`)).toBe(404)
  })
})

test('who has no account yet can be invited, and is told apart', async () => {
  const email = 'somebody@elsewhere.example'
  await call(admin.token, 'POST', `${app.path}/invitations`, { user_email: email })
  const { body } = await call(admin.token, 'GET', `${app.path}/invitations`)
  expect(body).toMatchObject([{ email, is_existing_user: false }])
})

test('what somebody sent is no longer shown to them once they cannot see where it leads', async () => {
  await invite()
  const second = await insertPerson(database.db)
  await database.db
    .insertInto('organization_member')
    .values({ organization_id: org.id, account_id: second.id, role: 'admin', joined_at: now })
    .execute()
  await call(second.token, 'DELETE', `${orgPath}/users/${admin.name}`)
  expect((await call(admin.token, 'GET', '/v0.1/invitations/sent')).body).toEqual([])
})
