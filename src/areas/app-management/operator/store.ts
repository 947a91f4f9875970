import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { Organization } from '../../../platform/db/tables.ts'

type OrganizationRow = Selectable<Organization>

export function listOrganizations(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organization')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function hasAccount(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
