import type { Db } from '../../../platform/db/connect.ts'

/** There is one: that of another process stays. */
export async function insertLinkKey(db: Db, sealed_key: Buffer, created_at: Date): Promise<void> {
  await db
    .insertInto('mail_link_key')
    .values({ id: 1, sealed_key, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findLinkKey(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('mail_link_key').select('sealed_key').executeTakeFirstOrThrow()
  return row.sealed_key
}
