import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import { isSubRequest, type SubRequestKey, type SubRequestRow } from '../requests/store.ts'

export type Endpoint = Readonly<{ url: string; sealedSecrets: readonly Buffer[] }>

export async function findEndpoint(db: Db, providerKey: string): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom('quota_endpoint')
    .select(['url', 'sealed_secret', 'sealed_previous_secret'])
    .where('provider_key', '=', providerKey)
    .executeTakeFirst()
  if (!row) return undefined
  const secrets = [row.sealed_secret, row.sealed_previous_secret]
  return { url: row.url, sealedSecrets: secrets.filter((sealed) => sealed !== null) }
}

/** Written down before the provider is called: from now on it may know. */
export async function markSent(
  trx: Trx,
  key: SubRequestKey,
  at: ProductTime,
): Promise<SubRequestRow | undefined> {
  return trx
    .updateTable('quota_sub_request')
    .set({ sent_at: sql`coalesce(sent_at, ${at})`, tries: sql`tries + 1` })
    .where(isSubRequest(key))
    .where('state', '=', 'InProgress')
    .where('granted_limit', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setLastError(db: Db, key: SubRequestKey, lastError: string): Promise<void> {
  await db
    .updateTable('quota_sub_request')
    .set({ last_error: lastError })
    .where(isSubRequest(key))
    .execute()
}
