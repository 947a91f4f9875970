import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caller } from '../../../../test/support/http/http.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const health = useHealth()
const call = caller(health.server)

let founder: Person
let manager: Person
let guest: Person
let org: { id: string; name: string }
let app: { path: string }
beforeAll(() => health.addSubscription('guarded', {}))
beforeEach(async () => {
  const { db } = health.database
  founder = await insertPerson(db)
  manager = await insertPerson(db)
  guest = await insertPerson(db)
  org = await insertOrganization(db, { [founder.id]: 'admin', [manager.id]: 'collaborator' })
  app = await insertApp(db, org, { [manager.id]: 'manager' })
  const path = `/subscriptions/guarded/roles/${org.id}`
  await health.callAsOperator('PUT', path, { role: 'owner' })
})

async function acceptAll(person: Person) {
  const { body } = await call(person.token, 'GET', '/v0.1/user/invitations')
  for (const { type, token } of body) {
    const path = `/v0.1/user/invitations/${type}s/${token}/accept`
    expect((await call(person.token, 'POST', path, {})).status).toBe(204)
  }
}

async function invite(token: string, path: string, person: Person, role?: string) {
  const { email: user_email } = await health.database.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const answer = await call(token, 'POST', `${path}/invitations`, { user_email, role })
  expect(answer.status).toBeLessThan(300)
  await acceptAll(person)
}

/** Whether somebody is in the organization, and whether that opens the subscription. */
async function standingOf(person: Person) {
  const inOrg = await call(founder.token, 'GET', `/v0.1/orgs/${org.name}/users/${person.name}`)
  const { body } = await health.callAsOperator('GET', `/accounts/${person.id}/subscriptions`)
  return [inOrg.body.role, body.value.length === 1]
}

describe('a role of an organization is not for guests of its apps', () => {
  test('whom somebody invites to an app, or a token of the app', async () => {
    await invite(manager.token, app.path, guest)
    expect(await standingOf(guest)).toEqual(['member', false])
    const description = { description: 'ci', scope: ['all'] }
    const made = await call(manager.token, 'POST', `${app.path}/api_tokens`, description)
    const second = await insertPerson(health.database.db)
    await invite(made.body.api_token, app.path, second)
    expect(await standingOf(second)).toEqual(['member', false])
  })

  test('who comes with an app that is transferred', async () => {
    const own = { ...founder, kind: 'user' } as const
    const moved = await insertApp(health.database.db, own, { [guest.id]: 'manager' })
    await call(founder.token, 'POST', `${moved.path}/transfer/${org.name}`)
    expect(await standingOf(guest)).toEqual(['member', false])
  })

  test('until an admin invites them to the organization, or sets their role', async () => {
    await invite(manager.token, app.path, guest)
    const path = `/v0.1/orgs/${org.name}/users/${guest.name}`
    await call(founder.token, 'PATCH', path, { role: 'member' })
    expect(await standingOf(guest)).toEqual(['member', true])
    const second = await insertPerson(health.database.db)
    await invite(founder.token, app.path, second, 'admin')
    expect(await standingOf(second)).toEqual(['admin', true])
  })

  test('a member who is invited to an app stays one', async () => {
    await invite(founder.token, `/v0.1/orgs/${org.name}`, guest, 'member')
    await invite(manager.token, app.path, guest)
    expect(await standingOf(guest)).toEqual(['member', true])
  })

  test('whom an issuer made a member stays so by the word of the issuer', async () => {
    const { db } = health.database
    const seat = { organization_id: org.id, account_id: guest.id, role: 'member' as const }
    const granted_by_issuer = 'https://login.example.com'
    await db
      .insertInto('organization_member')
      .values({ ...seat, joined_at: new Date(), granted_by_issuer })
      .execute()
    await invite(manager.token, app.path, guest)
    expect(await standingOf(guest)).toEqual(['member', false])
  })

  test('the seat of a guest goes with the app that they are on', async () => {
    await invite(manager.token, app.path, guest)
    const away = await insertPerson(health.database.db)
    const other = await insertApp(health.database.db, org, { [manager.id]: 'manager' })
    await invite(manager.token, other.path, away)
    const next = await insertOrganization(health.database.db, { [founder.id]: 'admin' })
    const third = await insertOrganization(health.database.db)
    const idle = await insertPerson(health.database.db)
    await insertApp(health.database.db, next, { [idle.id]: 'viewer' })
    const seat = { role: 'member' as const, joined_at: new Date(), is_guest: true }
    await health.database.db
      .insertInto('organization_member')
      .values([
        { ...seat, organization_id: third.id, account_id: guest.id },
        { ...seat, organization_id: org.id, account_id: idle.id },
      ])
      .execute()
    const moved = await call(founder.token, 'POST', `${app.path}/transfer/${next.name}`)
    expect(moved.status).toBe(200)
    expect(await Promise.all([guest, idle, away].map(standingOf))).toEqual([
      [undefined, false],
      ['member', false],
      ['member', false],
    ])
    const elsewhere = await call(guest.token, 'GET', `/v0.1/orgs/${third.name}`)
    expect(elsewhere.status).toBe(200)
  })
})
