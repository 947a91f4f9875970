import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'

/** Whoever is a member of an app of an organization is a member of the organization. Tells who became one. */
export async function insertMembersOfApp(
  trx: Trx,
  { ownerId, appId }: { ownerId: string; appId: string },
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    insert into organization_member (organization_id, account_id, role, joined_at)
    select owner_id, account_id, 'member', ${at} from app_member
     where owner_id = ${ownerId} and app_id = ${appId}
    on conflict (organization_id, account_id) do nothing
    returning account_id`.execute(trx)
  return rows.map(({ account_id }) => account_id)
}

/** The person of this name, when it is a person's. */
export async function findPerson(trx: Trx, name: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('owner_name')
    .select('owner_id')
    .where('key', '=', name.toLowerCase())
    .where('owner_kind', '=', 'user')
    .executeTakeFirst()
  return row?.owner_id
}
