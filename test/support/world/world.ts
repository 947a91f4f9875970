import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { AppRole, OrganizationRole, TokenAccess } from '../../../src/platform/db/tables.ts'
import { insertAccountWithToken, insertRows, type Rows } from './samples.ts'

let latestMs = 0

/** Later than any before: what is made within one millisecond would be listed in any order. */
function nextMoment(): Date {
  latestMs = Math.max(latestMs + 1, Date.now())
  return new Date(latestMs)
}

export async function insertOrganization(
  db: Db,
  members?: Record<string, OrganizationRole>,
  name?: string,
) {
  const { rows, organization } = makeOrganization(members, name)
  await insertRows(db, rows)
  return organization
}

export function makeOrganization(
  members: Record<string, OrganizationRole> = {},
  name = `org-${randomUUIDv7()}`,
) {
  const id = randomUUIDv7()
  const now = nextMoment()
  const rows: Rows = {
    organization: [{ id, name, display_name: `The ${name}`, created_at: now, updated_at: now }],
    owner_name: [{ key: name.toLowerCase(), owner_id: id, owner_kind: 'org' }],
    organization_member: Object.entries(members).map(([account_id, role]) => {
      return { organization_id: id, account_id, role, joined_at: now }
    }),
  }
  return { rows, organization: { id, name } }
}

/** An app of a person or an organization, with the members it is given. */
export async function insertApp(
  db: Db,
  owner: AppOwner,
  members?: Record<string, AppRole>,
  name?: string,
) {
  const { rows, app } = makeApp(owner, members, name)
  await insertRows(db, rows)
  return app
}

type AppOwner = { id: string; name: string; kind?: 'user' | 'org' }

export function makeApp(
  owner: AppOwner,
  members: Record<string, AppRole> = {},
  name = `app-${randomUUIDv7()}`,
) {
  const id = randomUUIDv7()
  const now = nextMoment()
  const app = {
    owner_id: owner.id,
    id,
    owner_kind: owner.kind ?? ('org' as const),
    name,
    name_key: name.toLowerCase(),
    display_name: `The ${name}`,
    os: 'Linux',
    platform: 'Custom',
    app_secret: randomUUIDv7(),
    created_at: now,
    updated_at: now,
  }
  const app_member = Object.entries(members).map(([account_id, role]) => {
    return { owner_id: owner.id, app_id: id, account_id, role, joined_at: now }
  })
  const path = `/v0.1/apps/${owner.name}/${name}`
  return { rows: { app: [app], app_member }, app: { id, ownerId: owner.id, name, path } }
}

/** A person and a Full access user token of theirs, counted as the API would have. */
export const insertPerson = (db: Db, name?: string, access: TokenAccess = 'all') =>
  insertAccountWithToken(db, { ...(name !== undefined && { name }), access })

export type Person = Awaited<ReturnType<typeof insertPerson>>
