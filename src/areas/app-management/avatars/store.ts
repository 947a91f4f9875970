import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Picture } from '../../../platform/db/tables.ts'

/** The same bytes are the same picture. */
export async function putPicture(trx: Trx, picture: Insertable<Picture>): Promise<void> {
  await trx
    .insertInto('picture')
    .values(picture)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export function findPicture(db: Db, hash: Buffer) {
  return db
    .selectFrom('picture')
    .select(['content_type', 'bytes'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}
