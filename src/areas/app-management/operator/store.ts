import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { Organization } from '../../../platform/db/tables.ts'

type OrganizationRow = Selectable<Organization>

export function listOrganizations(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organization')
    .selectAll()
    .where((row) => ifGiven(after, (given) => row('id', '>', given)))
    .orderBy('id')
    .limit(limit)
    .execute()
}
