import { randomUUIDv7 } from 'node:crypto'
import type { TokenAccess } from '../src/platform/caller.ts'
import type { Db } from '../src/platform/db/connect.ts'
import type { AppRole, OrganizationRole } from '../src/platform/db/tables.ts'
import { insertAccount, insertToken } from './samples.ts'

let latestMs = 0

/** Later than any before: what is made within one millisecond would be listed in any order. */
function nextMoment(): Date {
  latestMs = Math.max(latestMs + 1, Date.now())
  return new Date(latestMs)
}

export async function insertOrganization(
  db: Db,
  members: Record<string, OrganizationRole> = {},
  name = `org-${randomUUIDv7()}`,
) {
  const id = randomUUIDv7()
  const now = nextMoment()
  await db
    .insertInto('organization')
    .values({ id, name, display_name: `The ${name}`, created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('owner_name')
    .values({ key: name.toLowerCase(), owner_id: id, owner_kind: 'org' })
    .execute()
  for (const [account_id, role] of Object.entries(members)) {
    const seat = { organization_id: id, account_id, role, joined_at: now }
    await db.insertInto('organization_member').values(seat).execute()
  }
  return { id, name }
}

/** An app of a person or an organization, with the members it is given. */
export async function insertApp(
  db: Db,
  owner: { id: string; name: string; kind?: 'user' | 'org' },
  members: Record<string, AppRole> = {},
  name = `app-${randomUUIDv7()}`,
) {
  const id = randomUUIDv7()
  const now = nextMoment()
  await db
    .insertInto('app')
    .values({
      owner_id: owner.id,
      id,
      owner_kind: owner.kind ?? 'org',
      name,
      name_key: name.toLowerCase(),
      display_name: `The ${name}`,
      os: 'Linux',
      platform: 'Custom',
      app_secret: randomUUIDv7(),
      created_at: now,
      updated_at: now,
    })
    .execute()
  for (const [account_id, role] of Object.entries(members)) {
    const member = { owner_id: owner.id, app_id: id, account_id, role, joined_at: now }
    await db.insertInto('app_member').values(member).execute()
  }
  return { id, ownerId: owner.id, name, path: `/v0.1/apps/${owner.name}/${name}` }
}

/** A person and a Full access user token of theirs, counted as the API would have. */
export async function insertPerson(db: Db, name?: string, access: TokenAccess = 'all') {
  const account = await insertAccount(db, name === undefined ? {} : { name })
  const token = await insertToken(db, { homeId: account.id, access })
  await db.updateTable('account').set({ token_count: 1 }).where('id', '=', account.id).execute()
  return { ...account, token: token.value, tokenId: token.id }
}

export type Person = Awaited<ReturnType<typeof insertPerson>>
