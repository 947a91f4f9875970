import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import { ADA, codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { insertGroup, putIntoGroup } from '../../../test/support/world/groups.ts'
import { databaseTime } from '../../platform/db/database-time.ts'
import { systemRealTime } from '../../platform/time.ts'
import { signOutEverywhere } from '../sign-in/actions.ts'

const { issuer, other, database, signInAt, findIdentities } = await useFederation({
  env: { ISSUER_SESSION_HOURS: '3' },
  signIn: { allowedDomains: ['crew.example'] },
})

let elsewhere: string
beforeAll(async () => {
  const { db } = database
  await insertGroup(db, issuer.url, 'crew')
  await insertGroup(db, issuer.url, 'leads')
  elsewhere = await insertGroup(db, other.url, 'crew')
})
let sub = ''
let position = 0
beforeEach(() => {
  position++
  sub = `person-${position}`
})

async function signInWith(claims: object): Promise<string> {
  issuer.signInAs({ ...ADA, email: `${sub}@crew.example`, sub, preferred_username: sub, ...claims })
  expect(codeOf(await signInAt())).toBeTruthy()
  return findAccountId()
}

async function findAccountId(): Promise<string> {
  const identity = (await findIdentities()).find(({ subject }) => subject === sub)
  return identity?.account_id ?? ''
}

/** Each group with the minutes that are left, by the clock of the database. */
async function groupsOf(accountId: string) {
  const { rows } = await sql<{ value: string; minutes: number }>`
    select issuer_group.value,
           round(extract(epoch from account_group.ends_at - now()) / 60)::integer as minutes
      from account_group join issuer_group on issuer_group.id = account_group.group_id
     where account_group.account_id = ${accountId} and issuer_group.issuer = ${issuer.url}
       and account_group.ends_at > now()
     order by 1`.execute(database.db)
  return rows.map(({ value, minutes }) => [value, minutes])
}

const isIn = async (groupId: string, accountId: string) => {
  const row = await database.db
    .selectFrom('account_group')
    .select('ends_at')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .where('ends_at', '>', databaseTime)
    .executeTakeFirst()
  return row !== undefined
}

/** As if the last sign-in had been a while ago. */
const age = (accountId: string) =>
  sql`update account_group set ends_at = now() + interval '10 minutes' where account_id = ${accountId}`.execute(
    database.db,
  )

test('a sign-in replaces the registered groups of this issuer, for as long as its session lasts', async () => {
  const own = sub
  sub = `${own}-too`
  const bystander = await signInWith({ groups: ['crew'] })
  sub = own
  const id = await signInWith({ groups: ['crew', 'others'] })
  expect(await isIn(elsewhere, id)).toBe(false)
  await putIntoGroup(database.db, elsewhere, id)
  expect(await groupsOf(id)).toEqual([['crew', 180]])
  await age(id)
  await signInWith({ groups: ['crew', 'leads', 'a\0b'] })
  expect(await groupsOf(id)).toEqual([
    ['crew', 180],
    ['leads', 180],
  ])
  await signInWith({ groups: ['leads'] })
  expect([await groupsOf(id), await isIn(elsewhere, id)]).toEqual([[['leads', 180]], true])
  await signInWith({})
  expect([await groupsOf(id), await isIn(elsewhere, id)]).toEqual([[], true])
  expect(await groupsOf(bystander)).toEqual([['crew', 180]])
})

test('groups that the issuer leaves out change nothing', async () => {
  const id = await signInWith({ groups: ['crew'] })
  await age(id)
  await signInWith({ hasgroups: true })
  expect(await groupsOf(id)).toEqual([['crew', 10]])
})

test('whoever is refused loses the groups that they have left, and nothing lasts longer', async () => {
  const id = await signInWith({ groups: ['crew', 'leads'] })
  await age(id)
  issuer.signInAs({ ...ADA, sub, email: `${sub}@elsewhere.example`, groups: ['crew'] })
  expect((await signInAt()).status).toBe(403)
  expect(await groupsOf(id)).toEqual([['crew', 10]])
})

test('signing out everywhere ends those of the account at every issuer, and of nobody else', async () => {
  const stays = await signInWith({ groups: ['crew'] })
  sub = `${sub}-too`
  const id = await signInWith({ groups: ['crew'] })
  await putIntoGroup(database.db, elsewhere, id)
  await database.db.transaction().execute((trx) => signOutEverywhere(trx, id, systemRealTime))
  expect([await groupsOf(id), await isIn(elsewhere, id)]).toEqual([[], false])
  expect(await groupsOf(stays)).toEqual([['crew', 180]])
  await putIntoGroup(database.db, elsewhere, id, -60)
  const endOf = () =>
    database.db
      .selectFrom('account_group')
      .select('ends_at')
      .where('account_id', '=', id)
      .where('group_id', '=', elsewhere)
      .executeTakeFirstOrThrow()
  const before = await endOf()
  await database.db.transaction().execute((trx) => signOutEverywhere(trx, id, systemRealTime))
  // It stays that they were in it, and until when: roles in organizations go by it.
  expect(await endOf()).toEqual(before)
})

test('a sign-in that is overtaken by signing out everywhere brings no group back', async () => {
  const id = await signInWith({ groups: ['crew'] })
  const [page] = await whileHolding(
    database.db,
    (trx) => signOutEverywhere(trx, id, systemRealTime),
    [() => signInAt()],
  )
  expect([page?.status, await groupsOf(id)]).toEqual([403, []])
})

test('a group that was registered after the sign-in counts from the next one', async () => {
  const id = await signInWith({ groups: ['late'] })
  await insertGroup(database.db, issuer.url, 'late')
  expect(await groupsOf(id)).toEqual([])
  await signInWith({ groups: ['late'] })
  expect(await groupsOf(id)).toEqual([['late', 180]])
})
