import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { OauthClient } from '../../../platform/db/tables.ts'
import type { ProductTime } from '../../../platform/time.ts'

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

/** Who was shown a secret of a client that works, each once; null if it is not known who. */
export async function listSecretHolders(trx: Trx, id: string): Promise<(string | null)[]> {
  const row = await trx
    .selectFrom('oauth_client')
    .select(['secret_shown_to', 'previous_secret_hash', 'previous_secret_shown_to'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return []
  const holders = [row.secret_shown_to]
  if (row.previous_secret_hash) holders.push(row.previous_secret_shown_to)
  return [...new Set(holders)]
}

/** Those of which this account was shown a secret that works are no operators any more. */
export async function demoteClientsShownTo(
  trx: Trx,
  accountId: string,
  at: ProductTime,
): Promise<string[]> {
  const rows = await trx
    .updateTable('oauth_client')
    .set({ is_operator: false, updated_at: at })
    .where(({ or, eb }) =>
      or([eb('secret_shown_to', '=', accountId), eb('previous_secret_shown_to', '=', accountId)]),
    )
    .where('is_operator', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
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
