import type { Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Account } from '../../../platform/db/tables.ts'

export type AccountRow = Selectable<Account>

/** In the order they came, from after one on; found by name or e-mail. */
export function listAccounts(
  db: Db,
  {
    after,
    search,
    limit,
  }: { after?: string | undefined; search?: string | undefined; limit: number },
): Promise<AccountRow[]> {
  return db
    .selectFrom('account')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(search !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('name', 'ilike', `%${escapeLike(search ?? '')}%`),
          row('email', 'ilike', `%${escapeLike(search ?? '')}%`),
        ]),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Every operator who can sign in, and these accounts, locked in one order: two operators who disable
 * each other must not both succeed.
 */
export function lockOperatorsAnd(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('account')
    .select(['id', 'is_operator', 'disabled_at'])
    .where((row) =>
      row.or([
        row.and([row('is_operator', '=', true), row('disabled_at', 'is', null)]),
        row('id', 'in', ids),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function lockAccounts(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export function setAccount(
  trx: Trx,
  id: string,
  change: Updateable<Account>,
): Promise<AccountRow | undefined> {
  return trx
    .updateTable('account')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
