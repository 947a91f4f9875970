import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { QuotaEndpoint, QuotaProvider, QuotaResource } from '../../../../platform/db/tables.ts'

export type ResourceRow = Selectable<QuotaResource>

export function findProvider(db: Db, key: string) {
  return db
    .selectFrom('quota_provider')
    .leftJoin('quota_endpoint', 'quota_endpoint.provider_key', 'quota_provider.key')
    .select(['quota_provider.key', 'quota_provider.name', 'quota_provider.locations'])
    .select('quota_endpoint.url as endpoint')
    .where('quota_provider.key', '=', key)
    .executeTakeFirst()
}

/** Whoever else would change the provider waits. */
export async function lockProvider(trx: Trx, key: string): Promise<void> {
  await trx
    .selectFrom('quota_provider')
    .select('key')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}

export function listResources(db: Db, providerKey: string): Promise<ResourceRow[]> {
  return db
    .selectFrom('quota_resource')
    .selectAll()
    .where('provider_key', '=', providerKey)
    .orderBy('key')
    .execute()
}

export async function upsertProvider(trx: Trx, provider: Insertable<QuotaProvider>): Promise<void> {
  await trx
    .insertInto('quota_provider')
    .values(provider)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(provider))
    .execute()
}

/** False when the provider is there already. */
export async function insertProvider(
  trx: Trx,
  provider: Insertable<QuotaProvider>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('quota_provider')
    .values(provider)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteProvider(trx: Trx, key: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('quota_provider')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function clearResources(trx: Trx, providerKey: string): Promise<void> {
  await trx.deleteFrom('quota_resource').where('provider_key', '=', providerKey).execute()
}

export async function insertResources(
  trx: Trx,
  rows: readonly Insertable<QuotaResource>[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('quota_resource')
    .values([...rows])
    .execute()
}

/** Held until the transaction ends. */
export function lockEndpoint(
  trx: Trx,
  providerKey: string,
): Promise<Selectable<QuotaEndpoint> | undefined> {
  return trx
    .selectFrom('quota_endpoint')
    .selectAll()
    .where('provider_key', '=', providerKey)
    .forUpdate()
    .executeTakeFirst()
}

export async function setEndpoint(trx: Trx, endpoint: Insertable<QuotaEndpoint>): Promise<void> {
  await trx
    .insertInto('quota_endpoint')
    .values(endpoint)
    .onConflict((conflict) => conflict.column('provider_key').doUpdateSet(endpoint))
    .execute()
}

export async function deleteEndpoint(trx: Trx, providerKey: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('quota_endpoint')
    .where('provider_key', '=', providerKey)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
