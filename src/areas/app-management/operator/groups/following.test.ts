import { beforeEach, describe, expect, test } from 'vitest'
import { lockOwner, whileHolding } from '../../../../../test/support/database/locks.ts'
import { caller } from '../../../../../test/support/http/http.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'
import { insertGroup, putIntoGroup } from '../../../../../test/support/world/groups.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../../test/support/world/world.ts'
import { signOutEverywhere } from '../../../../identity/sign-in/actions.ts'
import { systemRealTime } from '../../../../platform/time.ts'

const ISSUER = 'https://login.example.com'
const signIn = { id: 'login', name: 'login', clientId: 'binnacle' }
const health = useHealth({ TRUSTED_ISSUERS: JSON.stringify([{ issuer: ISSUER, signIn }]) })
const { callAsOperator } = health
const call = caller(health.server)

let founder: Person
let org: { id: string; name: string }
let crew: string
beforeEach(async () => {
  const { db } = health.database
  founder = await insertPerson(db)
  org = await insertOrganization(db, { [founder.id]: 'admin' })
  crew = await insertGroup(db, ISSUER, `crew of ${org.name}`, { [org.id]: 'member' })
})

/** Whom the issuer has made a member; who is in no group has not signed in since groups are remembered. */
const addMember = (...groups: string[]) => addMemberOf(org.id, groups)

async function addMemberOf(organization_id: string, groups: readonly string[]) {
  const { db } = health.database
  const { id } = await insertPerson(db)
  const seat = { organization_id, account_id: id, role: 'member' as const }
  await db
    .insertInto('organization_member')
    .values({ ...seat, joined_at: new Date(), granted_by_issuer: ISSUER })
    .execute()
  for (const group of groups) await putIntoGroup(db, group, id)
  return id
}

async function listMembers() {
  const rows = await health.database.db
    .selectFrom('organization_member')
    .select(['account_id', 'role'])
    .where('organization_id', '=', org.id)
    .where('granted_by_issuer', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]))
}

const pathOf = (group: string) => `/groups/${group}/organizations/${org.id}`

describe('the role of a group in an organization changes', () => {
  test('for whoever was in this group: others stay, signed out or without a group', async () => {
    const leads = await insertGroup(health.database.db, ISSUER, `leads of ${org.name}`)
    const [signedOut, unknown] = [await addMember(crew), await addMember()]
    await health.database.db
      .transaction()
      .execute((trx) => signOutEverywhere(trx, signedOut, systemRealTime))
    const other = await insertGroup(health.database.db, ISSUER, `other of ${org.name}`)
    const inOther = await addMember(other)
    const elsewhere = await insertOrganization(health.database.db)
    const stranger = await addMemberOf(elsewhere.id, [crew])
    const all = { [signedOut]: 'member', [unknown]: 'member', [inOther]: 'member' }
    for (const [group, role] of [
      [leads, 'admin'],
      [crew, 'member'],
    ] as const) {
      expect((await callAsOperator('PUT', pathOf(group), { role })).status).toBe(204)
      expect(await listMembers()).toEqual(all)
    }
    await callAsOperator('DELETE', pathOf(leads))
    expect(await listMembers()).toEqual(all)
    await callAsOperator('PUT', pathOf(crew), { role: 'collaborator' })
    expect(await listMembers()).toEqual({ ...all, [signedOut]: 'collaborator' })
    await callAsOperator('DELETE', `/groups/${crew}`)
    expect(await listMembers()).toEqual({ [unknown]: 'member', [inOther]: 'member' })
    const audit = await health.database.db
      .selectFrom('audit')
      .select('target')
      .where('scope_id', '=', org.id)
      .execute()
    expect(audit.map(({ target }) => target)).not.toContain(`account ${stranger}`)
  })

  test('for an admin too, while one whom somebody made an admin here stays', async () => {
    const { db } = health.database
    await putIntoGroup(db, crew, founder.id)
    const id = await addMember(crew)
    const seat = db.updateTable('organization_member').where('account_id', '=', id)
    await seat.set({ role: 'admin' }).execute()
    expect((await callAsOperator('PUT', pathOf(crew), { role: 'collaborator' })).status).toBe(204)
    expect(await listMembers()).toEqual({ [id]: 'collaborator' })
  })

  test('for many at once, with an audit row for each, off their apps and out of invitations', async () => {
    const { db } = health.database
    const people = [await addMember(crew), await addMember(crew), await addMember(crew)]
    const members = Object.fromEntries(people.map((id) => [id, 'developer' as const]))
    await insertApp(db, org, members)
    const elsewhere = await insertOrganization(db, { [people[0] ?? '']: 'member' })
    expect((await callAsOperator('DELETE', pathOf(crew))).status).toBe(204)
    expect(await listMembers()).toEqual({})
    const left = await db
      .selectFrom('app_member')
      .select('account_id')
      .where('owner_id', '=', org.id)
      .execute()
    expect(left).toEqual([])
    const stays = await db
      .selectFrom('organization_member')
      .select('account_id')
      .where('organization_id', '=', elsewhere.id)
      .execute()
    expect(stays).toHaveLength(1)
    const audit = await db
      .selectFrom('audit')
      .select('target')
      .where('scope_id', '=', org.id)
      .where('action', '=', 'organization.member.remove')
      .execute()
    expect(audit.map(({ target }) => target).toSorted()).toEqual(
      people.map((id) => `account ${id}`).toSorted(),
    )
  })

  test('409: nobody leaves an app that only they manage, even together', async () => {
    const people = [await addMember(crew), await addMember(crew)]
    const members = Object.fromEntries(people.map((id) => [id, 'manager' as const]))
    await insertApp(health.database.db, org, members)
    const admins = health.database.db.updateTable('account').where('id', '=', founder.id)
    await admins.set({ disabled_at: new Date() }).execute()
    expect((await callAsOperator('DELETE', pathOf(crew))).status).toBe(409)
    expect(Object.keys(await listMembers())).toHaveLength(2)
    await admins.set({ disabled_at: null }).execute()
    expect((await callAsOperator('DELETE', pathOf(crew))).status).toBe(204)
  })
})

test('an organization that is deleted meanwhile has no role of a group, and nobody waits for the other', async () => {
  const others = [
    await insertGroup(health.database.db, ISSUER, `others of ${org.name}`),
    await insertGroup(health.database.db, ISSUER, `more of ${org.name}`, { [org.id]: 'member' }),
  ] as const
  await addMember(crew)
  const [deleted, ...answers] = await whileHolding(health.database.db, lockOwner(org.id), [
    () => call(founder.token, 'DELETE', `/v0.1/orgs/${org.name}`),
    () => callAsOperator('PUT', pathOf(others[0]), { role: 'member' }),
    () => callAsOperator('DELETE', pathOf(others[1])),
    () => callAsOperator('DELETE', `/groups/${crew}`),
  ])
  expect(deleted?.status).toBe(204)
  for (const { status } of answers) expect([204, 404]).toContain(status)
})
