import type { Db } from '../../platform/db/connect.ts'

/** Always in one order, in which their mails are counted: fixed lock order prevents deadlock. */
export const listOperators = (db: Db, limit: number) =>
  db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('is_operator', '=', true)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
