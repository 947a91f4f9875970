import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { explaining } from '../../../../test/support/database/explaining.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { fillApps } from '../../../../test/support/world/crowds.ts'
import { insertRows } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  makeApp,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { openSharedReads } from '../../../platform/db/shared-read.ts'
import { findApp, findApps, listAppKeys, listApps } from './store.ts'

const database = useDatabase()
let ada: Person
let eve: Person

/** Of 50,000 apps she reaches 400: her own, those of her organization, and some of others. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db)
  await fillApps(db, { ...ada, kind: 'user' }, 150)
  await fillApps(db, await insertOrganization(db, { [ada.id]: 'admin' }), 200)
  for (let owners = 0; owners < 50; owners++) {
    const owner = await insertOrganization(db)
    await fillApps(db, owner, 991)
    await insertApp(db, owner, { [ada.id]: 'viewer' })
  }
  // Of an organization that she does not administer, she reaches no app that she is no member of.
  eve = await insertPerson(db)
  const closed = await insertOrganization(db, { [ada.id]: 'collaborator', [eve.id]: 'admin' })
  await insertApp(db, closed, { [eve.id]: 'manager' })
  await sql`analyze`.execute(db)
}, 120_000)

test.each([
  ['all keys', (db: Db, accountId: string) => listAppKeys(db, { accountId }, 'name')],
  ['the first apps', (db: Db, accountId: string) => listApps(db, { accountId }, accountId, 201)],
])('%s of an account are read without looking at every app', async (_what, read) => {
  const lines = await read(database.db.withPlugin(explaining), ada.id)
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toContain('Index')
  expect(plan).not.toMatch(/Seq Scan on app\b/)
})

test('every app an account reaches is listed once, in order of creation', async () => {
  const keys = await listAppKeys(database.db, { accountId: ada.id }, 'name')
  expect(keys).toHaveLength(400)
  expect(new Set(keys.map(({ appId }) => appId)).size).toBe(400)
})

test('apps that are read together are what each is when read alone, in the order of the keys', async () => {
  const { db, url } = database
  const roles = { [ada.id]: 'collaborator', [eve.id]: 'admin' } as const
  const organization = await insertOrganization(db, roles)
  const members = { [ada.id]: 'developer', [eve.id]: 'manager' } as const
  const shared = await insertApp(db, organization, members)
  const beside = await insertApp(db, organization, { [ada.id]: 'viewer' })
  const own = await insertApp(db, { ...ada, kind: 'user' })
  // The app of another organization with the same id.
  const other = await insertOrganization(db)
  const { rows } = makeApp(other)
  const key = { owner_id: other.id, app_id: shared.id, account_id: ada.id }
  await insertRows(db, {
    app: rows.app.map((row) => ({ ...row, id: shared.id })),
    app_member: [{ ...key, role: 'manager', joined_at: new Date() }],
  })
  const keys = [
    { ownerId: organization.id, appId: shared.id, accountId: ada.id },
    { ownerId: ada.id, appId: own.id, accountId: null },
    { ownerId: ada.id, appId: shared.id, accountId: ada.id },
    { ownerId: ada.id, appId: own.id, accountId: ada.id },
  ]
  const reads = openSharedReads(url)
  onTestFinished(() => reads.close())
  const together = await Promise.all(keys.map(reads.define(findApps)))
  const alone = await Promise.all(keys.map((key) => findApp(db, key, key.accountId)))
  expect(together).toEqual(alone)
  expect(together[0]).toMatchObject({ app_role: 'developer', organization_role: 'collaborator' })
  expect(together[2]).toBeUndefined()
  const listed = await listApps(db, { ownerId: organization.id }, ada.id, 10)
  expect(
    listed.map(({ id, app_role, organization_role }) => [id, app_role, organization_role]),
  ).toEqual([
    [shared.id, 'developer', 'collaborator'],
    [beside.id, 'viewer', 'collaborator'],
  ])
})

test('apps are read together by their keys alone, whatever their number', async () => {
  const plan = await database.db.connection().execute(async (db) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    await sql.raw(`prepare apps as ${findApps.sql}`).execute(db)
    const { rows } = await sql<object>`explain execute apps('{}', '{}', '{}')`.execute(db)
    await sql`reset plan_cache_mode`.execute(db)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toMatch(/Index Cond: \(\(owner_id = asked.owner_id\) AND \(id = asked.app_id\)\)/)
  expect(plan).not.toContain('Seq Scan on app')
})
