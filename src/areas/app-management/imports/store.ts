import type { Db } from '../../../platform/db/connect.ts'

export async function hasApp(db: Db, ownerId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('app')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name_key', '=', name.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}
