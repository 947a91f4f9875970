import type { Db } from '../../../platform/db/connect.ts'

/** The person or organization with a name, in any spelling. */
export async function findOwner(db: Db, name: string) {
  const row = await db
    .selectFrom('owner_name')
    .select(['owner_id', 'owner_kind'])
    .where('key', '=', name.toLowerCase())
    .executeTakeFirst()
  return row && { id: row.owner_id, kind: row.owner_kind }
}

/** The oldest one. */
export function findOrganizationId(db: Db) {
  return db.selectFrom('organization').select('id').orderBy('created_at').executeTakeFirst()
}
