import type { Db } from '../../../platform/db/connect.ts'
import { isSubRequest, type SubRequestKey, type SubRequestRow } from '../requests/store.ts'

export async function findSubRequest(
  db: Db,
  key: SubRequestKey,
): Promise<SubRequestRow | undefined> {
  return db.selectFrom('quota_sub_request').selectAll().where(isSubRequest(key)).executeTakeFirst()
}
