import { beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { insertOrganization } from '../../test/support/world/world.ts'
import { readConfig } from '../settings.ts'
import { runMoveGroupRoles } from './move-group-roles.ts'

const database = useDatabase()
const ISSUER = 'https://login.example.com'
const signIn = { id: 'example', name: 'Example', clientId: 'binnacle' }
const groupRoles = [
  { group: '/crew', organization: 'Acme', role: 'member' },
  { group: '/crew', organization: 'acme', role: 'admin' },
  { group: '/leads', organization: 'globex', role: 'collaborator' },
  { group: '/leads', organization: 'missing', role: 'admin' },
]
const envOf = (issuers: object[]) => ({
  DATABASE_URL: database.url,
  TRUSTED_ISSUERS: JSON.stringify(issuers),
})
const env = () => envOf([{ issuer: ISSUER, signIn: { ...signIn, groupRoles } }])

beforeAll(async () => {
  await insertOrganization(database.db, {}, 'acme')
  await insertOrganization(database.db, {}, 'globex')
})

let exitCode: typeof process.exitCode
async function move(settings: Record<string, string>): Promise<string> {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await runMoveGroupRoles(settings)
  exitCode = process.exitCode
  process.exitCode = undefined
  const said = error.mock.calls.flat().join('\n')
  error.mockRestore()
  return said
}

const listRoles = () =>
  database.db
    .selectFrom('group_organization_role as given')
    .innerJoin('issuer_group', 'issuer_group.id', 'given.group_id')
    .innerJoin('organization', 'organization.id', 'given.organization_id')
    .select(['issuer_group.issuer', 'issuer_group.value', 'organization.name', 'given.role'])
    .orderBy('organization.name')
    .execute()

test('groupRoles in the setting stops the start, and the message names the command', () => {
  expect(() => readConfig(env())).toThrow('Run "binnacle move-group-roles"')
  expect(() => readConfig(envOf([{ issuer: ISSUER, signIn }]))).not.toThrow()
})

test('each line is moved or said to be wrong, with an audit row; again, what is there stays', async () => {
  const first = await move(env())
  expect(first.split('\n')).toEqual([
    'admin of acme for the group /crew: moved',
    'admin of missing for the group /leads: no such organization',
    'collaborator of globex for the group /leads: moved',
    'member of Acme for the group /crew: there already',
    'Now remove groupRoles from TRUSTED_ISSUERS.',
  ])
  const moved = [
    { issuer: ISSUER, value: '/crew', name: 'acme', role: 'admin' },
    { issuer: ISSUER, value: '/leads', name: 'globex', role: 'collaborator' },
  ]
  expect([await listRoles(), exitCode]).toEqual([moved, 1])
  await database.db.updateTable('group_organization_role').set({ role: 'member' }).execute()
  expect(await move(env())).not.toContain(': moved')
  expect(await listRoles()).toEqual(moved.map((row) => ({ ...row, role: 'member' })))
  const audit = await database.db.selectFrom('audit').select(['action', 'actor_id']).execute()
  const row = { action: 'group.set-organization-role', actor_id: 'move-group-roles' }
  expect(audit).toEqual([row, row])
})

test('a setting without groupRoles has nothing to move', async () => {
  expect(await move(envOf([{ issuer: ISSUER, signIn }]))).toContain('nothing to move')
  expect(exitCode).toBeUndefined()
  expect(await move({ DATABASE_URL: database.url })).toContain('nothing to move')
})
