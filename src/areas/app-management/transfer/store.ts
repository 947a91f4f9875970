import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'

/** Whoever is a member of an app of an organization is a member of the organization. Tells who became one. */
export async function insertMembersOfApp(
  trx: Trx,
  { ownerId, appId }: { ownerId: string; appId: string },
  at: ProductTime,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    insert into organization_member (organization_id, account_id, role, joined_at, is_guest)
    select owner_id, account_id, 'member', ${at}, true from app_member
     where owner_id = ${ownerId} and app_id = ${appId}
    on conflict (organization_id, account_id) do nothing
    returning account_id`.execute(trx)
  return rows.map(({ account_id }) => account_id)
}

/** Guests on this app who are on no other of the organization, now that it belongs to another. Tells who they were. */
export async function deleteMembersOfApp(
  trx: Trx,
  { ownerId, appId }: { ownerId: string; appId: string },
  newOwnerId: string,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    delete from organization_member as seat
     where organization_id = ${ownerId} and is_guest
       and account_id in (select account_id from app_member
                           where owner_id = ${newOwnerId} and app_id = ${appId})
       and not exists (select from app_member as other
                        where other.owner_id = ${ownerId} and other.account_id = seat.account_id)
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
