import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { OrganizationRole } from '../../../src/platform/db/tables.ts'

/** A group of an issuer, with its roles in organizations by their id. */
export async function insertGroup(
  db: Db,
  issuer: string,
  value: string,
  roles: Readonly<Record<string, OrganizationRole>> = {},
): Promise<string> {
  const id = randomUUIDv7()
  const group = { id, issuer, value, display_name: `The ${value}`, created_at: new Date() }
  await db.insertInto('issuer_group').values(group).execute()
  for (const [organization_id, role] of Object.entries(roles)) {
    const given = { group_id: id, organization_id, role }
    await db.insertInto('group_organization_role').values(given).execute()
  }
  return id
}

/** As if the account had just signed in at the issuer, or so many minutes ago that its session ends then. */
export async function putIntoGroup(
  db: Db,
  groupId: string,
  accountId: string,
  minutesLeft = 60,
): Promise<void> {
  await sql`
    insert into account_group (group_id, account_id, ends_at)
    values (${groupId}, ${accountId}, now() + ${minutesLeft} * interval '1 minute')
    on conflict (group_id, account_id) do update set ends_at = excluded.ends_at`.execute(db)
}
