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

/** Every operator who can sign in, locked: two who disable each other must not both succeed. */
export function lockOperators(trx: Trx): Promise<{ id: string }[]> {
  return trx
    .selectFrom('account')
    .select('id')
    .where('is_operator', '=', true)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
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
