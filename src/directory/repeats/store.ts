import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { ProductTime } from '../../platform/time.ts'

type Key = Readonly<{ scope_id: string; digest: Buffer }>
type KeyUse = Readonly<{ body_digest: Buffer; created_id: string; created_at: ProductTime }>

/**
 * False when the key was used since `since`. Whoever sends the same key at the same time waits here
 * until the first has committed or failed.
 */
export async function claimKey(
  trx: Trx,
  key: Key,
  use: KeyUse,
  since: ProductTime,
): Promise<boolean> {
  const row = await trx
    .insertInto('request_key')
    .values({ ...key, ...use })
    .onConflict((conflict) =>
      conflict
        .columns(['scope_id', 'digest'])
        .doUpdateSet(use)
        .where('request_key.created_at', '<=', since),
    )
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

export function findKey(trx: Trx, { scope_id, digest }: Key) {
  return trx
    .selectFrom('request_key')
    .select(['body_digest', 'created_id'])
    .where('scope_id', '=', scope_id)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
}

export async function setCreated(
  trx: Trx,
  { scope_id, digest }: Key,
  created: Pick<KeyUse, 'created_id' | 'created_at'>,
): Promise<void> {
  await trx
    .updateTable('request_key')
    .set(created)
    .where('scope_id', '=', scope_id)
    .where('digest', '=', digest)
    .execute()
}

/** So many at most; answers how many. */
export async function deleteKeys(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_key where (scope_id, digest) in (
      select scope_id, digest from request_key where created_at < ${before}
       order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
