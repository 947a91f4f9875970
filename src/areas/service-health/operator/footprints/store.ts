import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { Footprint } from '../../../../platform/db/tables.ts'

export type FootprintRow = Selectable<Footprint>

/** Locked in the order of their ids, so that two loads cannot wait for each other. */
export async function lockSubscriptions(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

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

export async function addPlaces(trx: Trx, rows: readonly Insertable<Footprint>[]): Promise<void> {
  const [ids, keys, services, regions] = (
    ['subscription_id', 'key', 'service', 'region'] as const
  ).map((column) => rows.map((row) => row[column]))
  await sql`
    insert into footprint (subscription_id, key, service, region)
    select * from unnest(${ids}::text[], ${keys}::text[], ${services}::text[], ${regions}::text[])
    on conflict (subscription_id, key) do nothing`.execute(trx)
}

export async function removePlaces(
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

/** Those of them that are there. */
export async function listKnown(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as named (id) join subscription using (id)`.execute(db)
  return rows.map(({ id }) => id)
}
