import { beforeAll, expect, test } from 'vitest'
import { tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  makeApp,
  type Person,
} from '../../../test/support/world/world.ts'
import type { AppRole } from '../../platform/db/tables.ts'
import { systemProductTime } from '../../platform/time.ts'
import * as apps from './apps/store.ts'
import * as members from './members/store.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const people = {} as Record<'ada' | 'bob' | 'dan' | 'eve' | 'guest' | 'zoe', Person>
const organizations = {} as Record<'one' | 'two' | 'three', { id: string; name: string }>
let a: { ownerId: string; appId: string }

/** Three organizations and their apps, of which some have the same id; everybody is something else in each of them, and Dan is disabled. */
beforeAll(async () => {
  const { db } = database
  for (const name of ['ada', 'bob', 'dan', 'eve', 'guest', 'zoe'] as const)
    people[name] = await insertPerson(db, name)
  const { ada, bob, dan, eve, guest, zoe } = people
  await db
    .updateTable('account')
    .set({ disabled_at: new Date() })
    .where('id', '=', dan.id)
    .execute()
  const addOrganization = async (
    name: keyof typeof organizations,
    seats: Parameters<typeof insertOrganization>[1],
  ) => {
    organizations[name] = await insertOrganization(db, seats, name)
    return organizations[name]
  }
  const two = await addOrganization('two', {
    [guest.id]: 'admin',
    [bob.id]: 'admin',
    [ada.id]: 'member',
    [eve.id]: 'member',
  })
  const one = await addOrganization('one', {
    [ada.id]: 'admin',
    [dan.id]: 'admin',
    [bob.id]: 'collaborator',
    [zoe.id]: 'member',
  })
  const three = await addOrganization('three', {
    [dan.id]: 'admin',
    [bob.id]: 'collaborator',
    [zoe.id]: 'member',
  })
  const { id } = await insertApp(
    db,
    one,
    { [bob.id]: 'manager', [eve.id]: 'developer', [dan.id]: 'manager' },
    'a',
  )
  await insertApp(db, one, { [bob.id]: 'viewer', [guest.id]: 'manager' }, 'b')
  a = { ownerId: one.id, appId: id }
  const addTwin = async (id: string, roles: Record<string, AppRole>) => {
    const { rows } = makeApp(two)
    const app_member = Object.entries(roles).map(([account_id, role]) => {
      return { owner_id: two.id, app_id: id, account_id, role, joined_at: new Date() }
    })
    await insertRows(db, { app: rows.app.map((row) => ({ ...row, id })), app_member })
  }
  await addTwin(id, { [eve.id]: 'manager', [guest.id]: 'viewer', [bob.id]: 'developer' })
  const of = (roles: Partial<Record<keyof typeof people, AppRole>>) =>
    Object.fromEntries(
      Object.entries(roles).map(([name, role]) => [people[name as 'ada'].id, role]),
    )
  const d = await insertApp(db, three, of({ bob: 'manager', eve: 'developer' }), 'd')
  await addTwin(d.id, of({ zoe: 'manager' }))
  await insertApp(db, three, of({ bob: 'manager', eve: 'manager' }), 'e')
  await insertApp(db, three, of({ bob: 'viewer', dan: 'manager' }), 'f')
  await insertApp(db, three, of({ eve: 'manager' }), 'g')
  for (const [name, one] of Object.entries({ ...people, ...organizations })) names.set(one.id, name)
  names.set(id, 'a')
})

test('users of an app are who is a member of it, and the admins of its organization', async () => {
  const { db } = database
  const users = await members.listAppUsers(db, a, { most: 10 })
  expect(users.map(({ name, permission }) => [name, permission])).toEqual([
    ['ada', 'manager'],
    ['bob', 'manager'],
    ['dan', 'manager'],
    ['eve', 'developer'],
  ])
  const { ada, bob, dan, eve, guest } = people
  expect(await members.listAppUserIds(db, a)).toEqual([ada.id, bob.id, dan.id, eve.id])
  const some = await members.listAppUsers(db, a, { ids: [bob.id, guest.id] })
  expect(some.map(({ name }) => name)).toEqual(['bob'])
})

test('what somebody is on an app is told of that person and that app', async () => {
  const { db } = database
  const { ada, bob, dan, guest } = people
  const find = async ({ email }: Person) => {
    const { accountId, appRole, organizationRole } =
      (await members.findAppUser(db, a, email)) ?? expect.unreachable()
    return [names.get(accountId), appRole, organizationRole]
  }
  expect(await find(bob)).toEqual(['bob', 'manager', 'collaborator'])
  expect(await find(ada)).toEqual(['ada', null, 'admin'])
  expect(await find(guest)).toEqual(['guest', null, null])
  const { ownerId, appId } = a
  const standing = async ({ id }: Person) => {
    const resolved = { ownerId, ownerKind: 'org', appId } as const
    const { appRole, organizationRole, isDisabled } =
      (await store.findStanding(db, id, resolved)) ?? expect.unreachable()
    return [appRole, organizationRole, isDisabled]
  }
  expect(await standing(bob)).toEqual(['manager', 'collaborator', false])
  expect(await standing(dan)).toEqual(['manager', 'admin', true])
  expect(await standing(guest)).toEqual([null, null, false])
  const target = async ({ id }: Person, owner: string, app: string) => {
    const found = await store.findTarget(db, { accountId: id, owner, app })
    return [names.get(found?.ownerId ?? ''), found?.organizationRole, found?.appId, found?.appRole]
  }
  expect(await target(bob, 'one', 'a')).toEqual(['one', 'collaborator', appId, 'manager'])
  expect(await target(guest, 'one', 'a')).toEqual(['one', null, appId, null])
  expect(await target(ada, 'one', 'a')).toEqual(['one', 'admin', appId, null])
  expect(await target(bob, 'one', 'none')).toEqual(['one', 'collaborator', null, null])
  expect(await target(bob, 'three', 'a')).toEqual(['three', 'collaborator', null, null])
})

test('another one who can manage is enabled, and manages the same app or organization', async () => {
  const { bob, ada, dan } = people
  await database.db.transaction().execute(async (trx) => {
    expect(await members.countOtherManagers(trx, a, bob.id)).toBe(1)
    expect(await members.countOtherManagers(trx, a, ada.id)).toBe(1)
    expect(await members.countOtherManagers(trx, a, dan.id)).toBe(2)
    expect(await members.countOtherAdmins(trx, organizations.one.id, [ada.id])).toBe(0)
    expect(await members.countOtherAdmins(trx, organizations.one.id, [dan.id])).toBe(1)
    const alone = members.listAppsManagedAlone(trx, organizations.three.id, [bob.id])
    expect(await alone).toEqual(['d'])
  })
})

test('users of an organization are who has a seat in it', async () => {
  const { db } = database
  const { ada, bob, dan, guest, zoe } = people
  const { id } = organizations.one
  const users = await members.listOrgUsers(db, id, { most: 4 })
  expect(users.map(({ name, role }) => [name, role])).toEqual([
    ['ada', 'admin'],
    ['bob', 'collaborator'],
    ['dan', 'admin'],
    ['zoe', 'member'],
  ])
  expect(await members.listOrgUserIds(db, id)).toEqual([ada.id, bob.id, dan.id, zoe.id])
  const some = await members.listOrgUsers(db, id, { ids: [bob.id, guest.id] })
  expect(some.map(({ name }) => name)).toEqual(['bob'])
  expect((await members.findOrgUser(db, id, 'bob'))?.role).toBe('collaborator')
  expect(await members.findOrgUser(db, id, 'guest')).toBe(undefined)
  expect(await members.isOrgUser(db, id, bob.email)).toBe(true)
  expect(await members.isOrgUser(db, id, guest.email)).toBe(false)
  expect(await members.isMemberOfOrganization(db, id, bob.id)).toBe(true)
  expect(await members.isMemberOfOrganization(db, id, guest.id)).toBe(false)
})

test('a change of an app leaves the one with the same id alone', async () => {
  const { db } = database
  const change = (by: Parameters<typeof tryChange>[2]) => tryChange(db, names, by)
  const { ownerId, appId } = a
  const { bob } = people
  const gone = ['bob', 'dan', 'eve'].map((name) => `- app_member one, a, ${name}`)
  expect(await change((trx) => apps.setApp(trx, a, { description: 'new' }))).toEqual([
    '~ app one, a',
  ])
  expect(await change((trx) => members.setAppRole(trx, a, bob.id, 'developer'))).toEqual([
    '~ app_member one, a, bob',
  ])
  expect(await change((trx) => members.deleteMembersOfApps(trx, ownerId, appId, [bob.id]))).toEqual(
    ['- app_member one, a, bob'],
  )
  expect(await change((trx) => apps.deleteAppMembers(trx, ownerId, appId))).toEqual(gone)
  const deleted = await change(async (trx) => {
    await apps.deleteAppMembers(trx, ownerId, appId)
    await apps.deleteApps(trx, ownerId, appId)
  })
  expect(deleted).toEqual(['- app one, a', ...gone])
  const moved = await change((trx) =>
    apps.moveApp(trx, a, organizations.three.id, systemProductTime()),
  )
  expect(moved).toEqual([
    '+ app three, a',
    ...['bob', 'dan', 'eve'].map((name) => `+ app_member three, a, ${name}`),
    '- app one, a',
    ...gone,
  ])
})

test('a change of a member of an organization leaves other seats alone', async () => {
  const { bob } = people
  const change = (by: Parameters<typeof tryChange>[2]) => tryChange(database.db, names, by)
  const { id } = organizations.one
  expect(await change((trx) => members.setOrganizationRole(trx, id, bob.id, 'member'))).toEqual([
    '~ organization_member one, bob',
  ])
  expect(await change((trx) => members.deleteMembersOfOrganization(trx, id, [bob.id]))).toEqual([
    '- organization_member one, bob',
  ])
})

test('a token is found by its home and its id', async () => {
  const { ada, bob } = people
  await database.db.transaction().execute(async (trx) => {
    const find = async (homeId: string, id: string) => {
      const presented = { homeId, id, access: 'all', createdBy: homeId } as const
      const row = await store.lockToken(trx, presented)
      return [row?.created_by, await store.findTokenCreator(trx, presented)]
    }
    expect(await find(ada.id, ada.tokenId)).toEqual([ada.id, ada.id])
    expect(await find(ada.id, bob.tokenId)).toEqual([undefined, undefined])
    expect(await find(ada.id, ada.id)).toEqual([undefined, undefined])
  })
})
