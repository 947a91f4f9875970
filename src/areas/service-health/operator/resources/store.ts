import { type Insertable, sql } from 'kysely'
import type { Trx } from '../../../../platform/db/connect.ts'
import type { ImpactedResource } from '../../../../platform/db/tables.ts'

type Row = Insertable<ImpactedResource>

const COLUMNS = [
  'subscription_id',
  'name',
  'target_resource_type',
  'target_resource_id',
  'target_region',
  'info',
] as const

/** What is there under a name already is replaced. */
export async function putResources(
  trx: Trx,
  trackingId: string,
  rows: readonly Row[],
): Promise<void> {
  const [ids, names, types, targets, regions, info] = COLUMNS.map((column) =>
    rows.map((row) => row[column]),
  )
  await sql`
    insert into impacted_resource
      (subscription_id, tracking_id, name, target_resource_type, target_resource_id, target_region, info)
    select subscription_id, ${trackingId}, name, type, target, region, info
      from unnest(${ids}::text[], ${names}::text[], ${types}::text[], ${targets}::text[],
                  ${regions}::text[], ${info}::jsonb[])
           as given (subscription_id, name, type, target, region, info)
    on conflict (subscription_id, tracking_id, name) do update
       set target_resource_type = excluded.target_resource_type,
           target_resource_id = excluded.target_resource_id,
           target_region = excluded.target_region,
           info = excluded.info`.execute(trx)
}

export async function removeResources(
  trx: Trx,
  trackingId: string,
  keys: readonly Pick<Row, 'subscription_id' | 'name'>[],
): Promise<void> {
  const ids = keys.map(({ subscription_id }) => subscription_id)
  const names = keys.map(({ name }) => name)
  await sql`
    delete from impacted_resource as resource
     using unnest(${ids}::text[], ${names}::text[]) as given (subscription_id, name)
     where resource.subscription_id = given.subscription_id
       and resource.tracking_id = ${trackingId}
       and resource.name = given.name`.execute(trx)
}
