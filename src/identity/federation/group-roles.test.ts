import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ADA, codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { insertTotp } from '../../../test/support/server/second-factor.ts'
import { insertGroup } from '../../../test/support/world/groups.ts'
import { insertApp, insertOrganization, insertPerson } from '../../../test/support/world/world.ts'

const { issuer, other, database, seal, signInAt, server, findIdentities } = await useFederation({
  signIn: { allowedDomains: ['crew.example'] },
})

let acme: { id: string; name: string }
let founder: { id: string }
beforeAll(async () => {
  founder = await insertPerson(database.db)
  acme = await insertOrganization(database.db, { [founder.id]: 'admin' }, 'acme')
  await insertGroup(database.db, issuer.url, 'engineering', { [acme.id]: 'member' })
  await insertGroup(database.db, issuer.url, 'leads', { [acme.id]: 'admin' })
})
let sub = ''
let position = 0
beforeEach(() => {
  position++
  sub = `person-${position}`
})

async function signInWith(claims: object): Promise<string> {
  const email = `${sub}@crew.example`
  issuer.signInAs({ ...ADA, email, sub, preferred_username: sub, ...claims })
  expect(codeOf(await signInAt())).toBeTruthy()
  const identity = (await findIdentities()).find(({ subject }) => subject === sub)
  return identity?.account_id ?? ''
}

type Line = Readonly<{ msg?: string; organization?: string; reason?: string }>
const logged = () => server.logLines.map((line): Line => JSON.parse(line))

const countOmissions = () =>
  logged().filter(({ msg }) => msg?.startsWith('the issuer left the groups out')).length

const roleOf = async (accountId: string) => {
  const row = await database.db
    .selectFrom('organization_member')
    .select('role')
    .where('organization_id', '=', acme.id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.role
}

test('roles follow the groups at each sign-in: given, changed, taken, each with an audit row', async () => {
  const id = await signInWith({ groups: ['engineering', 'others'] })
  expect(await roleOf(id)).toBe('member')
  await signInWith({ groups: ['engineering', 'leads'] })
  expect(await roleOf(id)).toBe('admin')
  await signInWith({ groups: ['engineering'] })
  expect(await roleOf(id)).toBe('member')
  await signInWith({ groups: ['engineering'] })
  // Issuers leave the claim out when somebody is in no group.
  await signInWith({})
  expect(await roleOf(id)).toBeUndefined()
  const rows = await database.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('scope_id', '=', acme.id)
    .where('target', '=', `account ${id}`)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['organization.member.add', null, { issuer: issuer.url, role: 'member' }],
    ['organization.member.change', { role: 'member' }, { issuer: issuer.url, role: 'admin' }],
    ['organization.member.change', { role: 'admin' }, { issuer: issuer.url, role: 'member' }],
    ['organization.member.remove', { role: 'member' }, { issuer: issuer.url }],
  ])
})

test.each([
  ['_claim_names', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
  ['hasgroups', { hasgroups: true }],
])('too many groups for a token (%s): nothing is given or taken', async (_name, omitted) => {
  const id = await signInWith({ groups: ['engineering'] })
  await signInWith(omitted)
  expect(await roleOf(id)).toBe('member')
  sub = `${sub}-new`
  expect(await roleOf(await signInWith(omitted))).toBeUndefined()
  expect(countOmissions()).toBeGreaterThanOrEqual(2)
})

test('that the groups were left out is logged too when a second factor follows', async () => {
  const id = await signInWith({ groups: ['engineering'] })
  await insertTotp(database.db, seal, id)
  const before = countOmissions()
  issuer.signInAs({ ...ADA, email: `${sub}@crew.example`, sub, hasgroups: true })
  expect((await signInAt()).text).toContain('confirm with your second factor')
  expect([countOmissions() - before, await roleOf(id)]).toEqual([1, 'member'])
})

test('a role that somebody gave here is neither raised nor taken', async () => {
  const id = await signInWith({})
  await database.db
    .insertInto('organization_member')
    .values({
      organization_id: acme.id,
      account_id: id,
      role: 'collaborator',
      joined_at: new Date(),
    })
    .execute()
  await signInWith({ groups: ['leads'] })
  expect(await roleOf(id)).toBe('collaborator')
  await signInWith({ groups: [] })
  expect(await roleOf(id)).toBe('collaborator')
})

test('whoever is not let in any more loses the roles of groups that they have left', async () => {
  const id = await signInWith({ groups: ['engineering'] })
  issuer.signInAs({ ...ADA, sub, email: `${sub}@elsewhere.example` })
  const refused = await signInAt()
  expect([refused.status, refused.text.includes('DomainNotAllowed')]).toEqual([403, true])
  expect(await roleOf(id)).toBeUndefined()
})

test('an address of an allowed domain that is not verified lets nobody in, at no sign-in', async () => {
  await signInWith({})
  issuer.signInAs({ ...ADA, sub, email: `${sub}@crew.example`, email_verified: false })
  const refused = await signInAt()
  expect([refused.status, refused.text.includes('EmailNotVerified')]).toEqual([403, true])
})

test('another issuer does not take what this one gave', async () => {
  const id = await signInWith({ groups: ['engineering'] })
  await database.db
    .insertInto('account_identity')
    .values({ issuer: other.url, subject: `${sub}-there`, account_id: id })
    .execute()
  other.signInAs({ ...ADA, sub: `${sub}-there`, email: `${sub}@crew.example` })
  expect(codeOf(await signInAt(server, 'other'))).toBeTruthy()
  expect(await roleOf(id)).toBe('member')
})

test('the last admin and the last manager of an app stay, and the log says why', async () => {
  const id = await signInWith({ groups: ['leads'] })
  const setFounder = (role: 'admin' | 'member') =>
    database.db
      .updateTable('organization_member')
      .set({ role })
      .where('organization_id', '=', acme.id)
      .where('account_id', '=', founder.id)
      .execute()
  await setFounder('member')
  await signInWith({ groups: [] })
  expect(await roleOf(id)).toBe('admin')
  await setFounder('admin')
  await signInWith({ groups: ['engineering'] })
  await insertApp(database.db, acme, { [id]: 'manager' })
  await setFounder('member')
  await signInWith({ groups: [] })
  expect(await roleOf(id)).toBe('member')
  await setFounder('admin')
  const reasons = logged().filter(({ organization }) => organization === 'acme')
  expect(reasons.map(({ reason }) => String(reason).replace(/^\S+ /, ''))).toEqual([
    expect.stringContaining('is the last admin'),
    expect.stringContaining('is the last manager of'),
  ])
})
