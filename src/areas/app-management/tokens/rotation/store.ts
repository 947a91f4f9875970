import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { inScope, type TokenKey, type TokenScope } from '../store.ts'

/** Held until the transaction ends: whoever revokes or uses it to grant something waits. */
export function lockToRotate(trx: Trx, scope: TokenScope) {
  return trx
    .selectFrom('api_token')
    .selectAll()
    .where((row) => row.and(inScope(scope)))
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type TokenToRotate = NonNullable<Awaited<ReturnType<typeof lockToRotate>>>

/** Without another token, the one that it was rotated with before stays: that may have leaked. */
export async function setValue(
  trx: Trx,
  { homeId, id }: TokenKey,
  {
    rotatedWith,
    ...value
  }: Readonly<{ hash: Buffer; secretStart: string; rotatedWith: TokenKey | null }>,
): Promise<void> {
  await trx
    .updateTable('api_token')
    .set({
      hash: value.hash,
      secret_start: value.secretStart,
      ...(rotatedWith && {
        rotated_with_home_id: rotatedWith.homeId,
        rotated_with_id: rotatedWith.id,
      }),
    })
    .where('home_id', '=', homeId)
    .where('id', '=', id)
    .execute()
}

export async function insertPreviousValue(
  trx: Trx,
  { homeId, id }: TokenKey,
  { hash, goodUntil }: Readonly<{ hash: Buffer; goodUntil: Date }>,
): Promise<void> {
  await trx
    .insertInto('previous_token_value')
    .values({ home_id: homeId, hash, token_id: id, good_until: goodUntil })
    .execute()
}

export async function findPreviousEnd(trx: Trx, { homeId, id }: TokenKey): Promise<Date | null> {
  const row = await trx
    .selectFrom('previous_token_value')
    .select('good_until')
    .where('home_id', '=', homeId)
    .where('token_id', '=', id)
    .executeTakeFirst()
  return row?.good_until ?? null
}

export async function deletePreviousValue(trx: Trx, { homeId, id }: TokenKey): Promise<void> {
  await trx
    .deleteFrom('previous_token_value')
    .where('home_id', '=', homeId)
    .where('token_id', '=', id)
    .execute()
}

/** So many at most; answers how many. */
export async function deletePreviousValues(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from previous_token_value where (home_id, hash) in (
      select home_id, hash from previous_token_value where good_until < ${before}
       order by good_until limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
