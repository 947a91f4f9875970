import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { Footprint } from '../../../../platform/db/tables.ts'

export type FootprintRow = Selectable<Footprint>

/** Undefined when there is no such subscription. */
export async function listFootprint(
  db: Db,
  subscriptionId: string,
): Promise<Pick<FootprintRow, 'service' | 'region'>[] | undefined> {
  const rows = await db
    .selectFrom('subscription')
    .leftJoin('footprint', 'footprint.subscription_id', 'subscription.id')
    .select(['footprint.service', 'footprint.region'])
    .where('subscription.id', '=', subscriptionId)
    .orderBy('footprint.key')
    .execute()
  if (rows.length === 0) return undefined
  return rows.flatMap(({ service, region }) =>
    service === null || region === null ? [] : [{ service, region }],
  )
}

export async function insertServiceRegions(
  trx: Trx,
  rows: readonly Insertable<Footprint>[],
): Promise<void> {
  const [ids, keys, services, regions] = (
    ['subscription_id', 'key', 'service', 'region'] as const
  ).map((column) => rows.map((row) => row[column]))
  await sql`
    insert into footprint (subscription_id, key, service, region)
    select * from unnest(${ids}::text[], ${keys}::text[], ${services}::text[], ${regions}::text[])
    on conflict (subscription_id, key) do nothing`.execute(trx)
}

export async function deleteServiceRegions(
  trx: Trx,
  subscriptionId: string,
  keys: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('footprint')
    .where('subscription_id', '=', subscriptionId)
    .where('key', 'in', [...keys])
    .execute()
}

export async function clearFootprints(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('footprint')
    .where('subscription_id', 'in', [...ids])
    .execute()
}
