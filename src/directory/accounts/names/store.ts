import { sql } from 'kysely'
import { isUniqueViolation } from '../../../platform/db/conflict.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { OwnerKind } from '../../../platform/db/tables.ts'
import type { ProductTime } from '../../../platform/time.ts'

/** False when somebody else has the name, in any spelling. */
export async function claimName(
  trx: Trx,
  name: string,
  ownerId: string,
  ownerKind: OwnerKind,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('owner_name')
    .values({ key: name.toLowerCase(), owner_id: ownerId, owner_kind: ownerKind })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False when somebody else has the name. The owner's old name is free from then on. */
export async function changeName(trx: Trx, ownerId: string, name: string): Promise<boolean> {
  try {
    await trx
      .updateTable('owner_name')
      .set({ key: name.toLowerCase() })
      .where('owner_id', '=', ownerId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export type FreedName = Readonly<{
  ownerId: string
  freedBy: string
  /** Who can take it back besides the owner. */
  adminIds: readonly string[]
  at: ProductTime
}>

export async function putFreedName(trx: Trx, name: string, freed: FreedName): Promise<void> {
  const { ownerId, freedBy, adminIds, at } = freed
  const row = { owner_id: ownerId, freed_by: freedBy, admin_ids: [...adminIds], freed_at: at }
  await trx
    .insertInto('freed_name')
    .values({ key: name.toLowerCase(), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export function findFreedName(trx: Trx, name: string) {
  return trx
    .selectFrom('freed_name')
    .select(['owner_id', 'freed_by', 'admin_ids', 'freed_at'])
    .where('key', '=', name.toLowerCase())
    .executeTakeFirst()
}

export async function countKeptNames(
  trx: Trx,
  ownerId: string,
  since: ProductTime,
): Promise<number> {
  const { kept } = await trx
    .selectFrom('freed_name')
    .select((expression) => expression.fn.countAll<bigint>().as('kept'))
    .where('owner_id', '=', ownerId)
    .where('freed_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(kept)
}

/** So many at most; answers how many. */
export async function deleteNamesFreedBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from freed_name where key in (
      select key from freed_name where freed_at < ${before}
       order by freed_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** False when it was not kept. */
export async function deleteFreedName(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('freed_name')
    .where('key', '=', name.toLowerCase())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** As whoever changes what the owner has does. */
export async function lockName(trx: Trx, ownerId: string): Promise<void> {
  await trx
    .selectFrom('owner_name')
    .select('key')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .execute()
}

export async function releaseName(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('owner_name').where('owner_id', '=', ownerId).execute()
}
