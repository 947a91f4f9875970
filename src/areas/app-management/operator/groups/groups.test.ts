import { beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../../test/support/database/locks.ts'
import { useDeclaredSchemas } from '../../../../../test/support/http/schema-check.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'
import { insertGroup, putIntoGroup } from '../../../../../test/support/world/groups.ts'
import { insertOrganization, insertPerson } from '../../../../../test/support/world/world.ts'
import type { OrganizationRole } from '../../../../platform/db/tables.ts'

const ISSUER = 'https://login.example.com'
const OTHER = 'https://other.example.com'
const trusted = (issuer: string, id: string) => ({
  issuer,
  signIn: { id, name: id, clientId: 'binnacle' },
})
const withoutSignIn = {
  issuer: 'https://tokens.example.com',
  managementAudience: 'm',
  accountAudience: 'a',
  clients: { portal: 'p' },
}
const health = useHealth({
  TRUSTED_ISSUERS: JSON.stringify([
    trusted(ISSUER, 'login'),
    trusted(OTHER, 'other'),
    withoutSignIn,
  ]),
})
const misfit = useDeclaredSchemas('openapi/operator.json')
const { callAsOperator } = health

let org: { id: string; name: string }
let founder: { id: string }
beforeAll(async () => {
  founder = await insertPerson(health.database.db)
  org = await insertOrganization(health.database.db, { [founder.id]: 'admin' })
})

/** Somebody who is in these groups, and a member because of them. */
async function addMember(role: OrganizationRole, groups: readonly string[], issuer = ISSUER) {
  const { db } = health.database
  const { id } = await insertPerson(db)
  const seat = { organization_id: org.id, account_id: id, role, joined_at: new Date() }
  await db
    .insertInto('organization_member')
    .values({ ...seat, granted_by_issuer: issuer })
    .execute()
  // Long ago: roles of groups in organizations stay until the next sign-in.
  for (const group of groups) await putIntoGroup(db, group, id, -600)
  return id
}

async function roleOf(accountId: string) {
  const row = await health.database.db
    .selectFrom('organization_member')
    .select('role')
    .where('organization_id', '=', org.id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.role
}

const pathOf = (group: string) => `/groups/${group}/organizations/${org.id}`

async function listAudit(scopeId: string) {
  const rows = await health.database.db
    .selectFrom('audit')
    .select(['action', 'target', 'actor_kind'])
    .where('scope_id', '=', scopeId)
    .orderBy('id')
    .execute()
  return rows.map(({ action, target }) => `${action} ${target}`)
}

describe('POST /operator/v1/groups', () => {
  test('201: it can have roles from then on; 409 a second time, 400 for an issuer without sign-in', async () => {
    const input = { issuer: ISSUER, value: '/crew', display_name: 'The crew' }
    const { status, body } = await callAsOperator('POST', '/groups', input)
    expect(misfit('createGroup', status, body)).toBeUndefined()
    expect([status, body]).toEqual([201, { id: expect.any(String), ...input, members: 0 }])
    const again = await callAsOperator('POST', '/groups', input)
    expect([again.status, again.body.error.message]).toEqual([
      409,
      expect.stringContaining(body.id),
    ])
    const elsewhere = await callAsOperator('POST', '/groups', { issuer: OTHER, value: '/crew' })
    expect([elsewhere.status, elsewhere.body.display_name]).toEqual([201, '/crew'])
    for (const issuer of [withoutSignIn.issuer, 'https://unknown.example.com'])
      expect((await callAsOperator('POST', '/groups', { issuer, value: 'x' })).status).toBe(400)
    expect(await listAudit(body.id)).toEqual([`group.create group ${body.id}`])
  })
})

describe('GET /operator/v1/groups', () => {
  test('counts whoever is in a group now and is not disabled', async () => {
    const { db } = health.database
    const group = await insertGroup(db, ISSUER, 'counted')
    const people = [await insertPerson(db), await insertPerson(db), await insertPerson(db)]
    for (const { id } of people) await putIntoGroup(db, group, id)
    await putIntoGroup(db, group, people[0]?.id ?? '', -1)
    const gone = db.updateTable('account').set({ disabled_at: new Date() })
    await gone.where('id', '=', people[1]?.id ?? '').execute()
    const { status, body } = await callAsOperator('GET', '/groups')
    expect(misfit('listGroups', status, body)).toBeUndefined()
    expect(body.value.find((one: { id: string }) => one.id === group).members).toBe(1)
  })

  test('has 100 a page, each once', async () => {
    for (let n = 0; n < 103; n++) await insertGroup(health.database.db, ISSUER, `many-${n}`)
    const first = await callAsOperator('GET', '/groups')
    const second = await callAsOperator('GET', first.body.nextLink.replace(/^.*\/operator\/v1/, ''))
    const ids = [...first.body.value, ...second.body.value].map((one) => one.id)
    const { length } = await health.database.db.selectFrom('issuer_group').select('id').execute()
    expect([first.body.value.length, new Set(ids).size]).toEqual([100, Math.min(200, length)])
  })
})

describe('roles of groups in organizations', () => {
  test('are listed by organization', async () => {
    const { db } = health.database
    const group = await insertGroup(db, ISSUER, 'listed')
    expect((await callAsOperator('PUT', pathOf(group), { role: 'member' })).status).toBe(204)
    expect((await callAsOperator('PUT', pathOf(group), { role: 'admin' })).status).toBe(204)
    const { status, body } = await callAsOperator('GET', `/groups/${group}/organizations`)
    expect(misfit('listGroupOrganizations', status, body)).toBeUndefined()
    const row = { organization_id: org.id, name: org.name, role: 'admin' }
    expect(body).toEqual({ value: [row] })
    const other = await insertGroup(db, ISSUER, 'not listed')
    expect((await callAsOperator('GET', `/groups/${other}/organizations`)).body).toEqual({
      value: [],
    })
    await callAsOperator('DELETE', `/groups/${group}`)
    expect((await callAsOperator('GET', `/groups/${group}/organizations`)).status).toBe(404)
  })

  test('404: an organization, a group or a role that does not exist', async () => {
    const group = await insertGroup(health.database.db, ISSUER, 'nowhere')
    const role = { role: 'member' }
    const missing = '019a8b6e-0000-7000-8000-000000000000'
    const statuses = [
      await callAsOperator('PUT', `/groups/${group}/organizations/${missing}`, role),
      await callAsOperator('PUT', `/groups/${group}/organizations/x`, role),
      await callAsOperator('PUT', `/groups/${missing}/organizations/${org.id}`, role),
      await callAsOperator('PUT', `/groups/x/organizations/${org.id}`, role),
      await callAsOperator('DELETE', pathOf(group)),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 404])
  })

  test('204: what only the group gave is gone at once, what another gives stays', async () => {
    const { db } = health.database
    const another = await insertOrganization(db, { [founder.id]: 'admin' })
    const crew = await insertGroup(db, ISSUER, 'crew', {
      [org.id]: 'member',
      [another.id]: 'admin',
    })
    const elsewhere = await insertGroup(db, OTHER, 'crew', { [org.id]: 'admin' })
    const leads = await insertGroup(db, ISSUER, 'leads', { [org.id]: 'admin' })
    const both = await addMember('admin', [crew, leads])
    const onlyLead = await addMember('admin', [leads])
    const onlyCrew = await addMember('member', [crew])
    await putIntoGroup(db, elsewhere, onlyCrew)
    const ofOther = await addMember('admin', [], OTHER)
    const seat = { organization_id: another.id, account_id: ofOther, joined_at: new Date() }
    await db
      .insertInto('organization_member')
      .values({ ...seat, role: 'member', granted_by_issuer: ISSUER })
      .execute()
    expect((await callAsOperator('DELETE', pathOf(leads))).status).toBe(204)
    expect([await roleOf(both), await roleOf(onlyLead), await roleOf(onlyCrew)]).toEqual([
      'member',
      undefined,
      'member',
    ])
    expect([await roleOf(ofOther), await roleOf(founder.id)]).toEqual(['admin', 'admin'])
    const audit = (await listAudit(org.id)).slice(-3)
    expect(audit[0]).toBe(`group.remove-organization-role group ${leads}`)
    expect(audit.slice(1).toSorted()).toEqual([
      `organization.member.change account ${both}`,
      `organization.member.remove account ${onlyLead}`,
    ])
    await callAsOperator('PUT', pathOf(crew), { role: 'collaborator' })
    expect([await roleOf(both), await roleOf(onlyCrew)]).toEqual(['collaborator', 'collaborator'])
    await callAsOperator('DELETE', pathOf(crew))
    expect([await roleOf(both), await roleOf(onlyCrew)]).toEqual([undefined, undefined])
    const { body } = await callAsOperator('GET', `/groups/${crew}/organizations`)
    const left = { organization_id: another.id, name: another.name, role: 'admin' }
    expect(body.value).toEqual([left])
    const inAnother = await db
      .selectFrom('organization_member')
      .select('role')
      .where('organization_id', '=', another.id)
      .execute()
    expect(inAnother).toHaveLength(2)
  })

  test('409: the last admin stays, and with them the role of the group', async () => {
    const { db } = health.database
    const alone = await insertGroup(db, ISSUER, 'alone', { [org.id]: 'admin' })
    const admin = await addMember('admin', [alone])
    const seat = db.updateTable('organization_member').where('organization_id', '=', org.id)
    await seat.where('account_id', '<>', admin).set({ role: 'member' }).execute()
    const refused = await callAsOperator('DELETE', pathOf(alone))
    expect([refused.status, await roleOf(admin)]).toEqual([409, 'admin'])
    expect((await callAsOperator('DELETE', `/groups/${alone}`)).status).toBe(409)
    await seat.where('account_id', '=', founder.id).set({ role: 'admin' }).execute()
    expect((await callAsOperator('DELETE', pathOf(alone))).status).toBe(204)
    expect(await roleOf(admin)).toBeUndefined()
  })
})

describe('DELETE /operator/v1/groups/{group_id}', () => {
  test('204: with its roles on subscriptions and in organizations; others stay', async () => {
    const { db } = health.database
    const [group, other] = [
      await insertGroup(db, ISSUER, 'leaving', { [org.id]: 'member' }),
      await insertGroup(db, ISSUER, 'staying', { [org.id]: 'member' }),
    ]
    const [member, stays] = [await addMember('member', [group]), await addMember('member', [other])]
    await health.addSubscription('left', {})
    for (const id of [group, other])
      await callAsOperator('PUT', `/subscriptions/left/roles/${id}`, { role: 'reader' })
    expect((await callAsOperator('DELETE', `/groups/${group}`)).status).toBe(204)
    const { body } = await callAsOperator('GET', '/subscriptions/left/roles')
    expect(body.value.map((one: { principal_id: string }) => one.principal_id)).toEqual([other])
    expect([await roleOf(member), await roleOf(stays)]).toEqual([undefined, 'member'])
    expect((await listAudit('left')).at(-1)).toBe(`subscription.remove-role principal ${group}`)
    expect((await callAsOperator('DELETE', `/groups/${group}`)).status).toBe(404)
    const late = await callAsOperator('PUT', `/subscriptions/left/roles/${group}`, {
      role: 'reader',
    })
    expect(late.status).toBe(404)
  })

  test('a role that is given meanwhile is not given to nobody', async () => {
    const { db } = health.database
    const group = await insertGroup(db, ISSUER, 'raced')
    await health.addSubscription('raced', {})
    await callAsOperator('PUT', `/subscriptions/raced/roles/${group}`, { role: 'reader' })
    const hold = (trx: typeof db) =>
      trx
        .selectFrom('subscription_member')
        .select('role')
        .where('principal_id', '=', group)
        .forUpdate()
        .execute()
    const [removed, given] = await whileHolding(db, hold, [
      () => callAsOperator('DELETE', `/groups/${group}`),
      () =>
        callAsOperator('PUT', `/subscriptions/raced/roles/${group.toUpperCase()}`, {
          role: 'owner',
        }),
    ])
    const { body } = await callAsOperator('GET', '/subscriptions/raced/roles')
    expect(removed?.status).toBe(204)
    expect([204, 404]).toContain(given?.status)
    expect(body.value).toEqual([])
  })
})
