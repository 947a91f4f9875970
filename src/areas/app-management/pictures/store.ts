import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Picture } from '../../../platform/db/tables.ts'

/** The same bytes are the same picture. Its row is locked either way: nobody deletes it until this transaction ends. */
export async function putPicture(trx: Trx, picture: Insertable<Picture>): Promise<void> {
  await trx
    .insertInto('picture')
    .values(picture)
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ content_type: picture.content_type }),
    )
    .execute()
}

export function findPicture(db: Db, hash: Buffer) {
  return db
    .selectFrom('picture')
    .select(['content_type', 'bytes'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Locks those of the pictures that nobody else is about to show. */
export async function lockPictures(trx: Trx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await trx
    .selectFrom('picture')
    .select('hash')
    .where('hash', 'in', hashes)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Those of the locked pictures that no app and no organization shows. */
export async function deleteUnused(trx: Trx, hashes: readonly Buffer[]): Promise<void> {
  await sql`
    delete from picture where hash = any(${hashes}::bytea[])
       and not exists (select from app where icon_url is not null
                          and right(icon_url, 64) = encode(picture.hash, 'hex'))
       and not exists (select from organization where avatar_url is not null
                          and right(avatar_url, 64) = encode(picture.hash, 'hex'))`.execute(trx)
}

/** The next in the order of their hashes, of those made before. */
export async function listPictures(
  db: Db,
  { after, before, limit }: { after: Buffer; before: Date; limit: number },
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('picture')
    .select('hash')
    .where('hash', '>', after)
    .where('created_at', '<', before)
    .orderBy('hash')
    .limit(limit)
    .execute()
  return rows.map(({ hash }) => hash)
}
