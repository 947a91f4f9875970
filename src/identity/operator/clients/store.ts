import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { OauthClient } from '../../../platform/db/tables.ts'

export type ClientRow = Selectable<OauthClient>

export function listClients(db: Db): Promise<ClientRow[]> {
  return db.selectFrom('oauth_client').selectAll().orderBy('id').execute()
}

export function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  return db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Held until the transaction ends: whoever asks for a token meanwhile waits. */
export function lockClient(trx: Trx, id: string): Promise<ClientRow | undefined> {
  return trx
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Nothing when the id is taken. */
export function insertClient(
  trx: Trx,
  client: Insertable<OauthClient>,
): Promise<ClientRow | undefined> {
  return trx
    .insertInto('oauth_client')
    .values(client)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function setClient(
  trx: Trx,
  id: string,
  change: Updateable<OauthClient>,
): Promise<ClientRow | undefined> {
  return trx
    .updateTable('oauth_client')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
