import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { type Columns, toCondition } from '../../../platform/db/filter.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { ImpactedResource } from '../../../platform/db/tables.ts'
import { RESOURCE_FIELDS, type ResourceField, type ResourceFilter } from './rules.ts'

export type ResourceRow = Selectable<ImpactedResource>

const COLUMNS: Columns<ResourceField> = {
  targetRegion: 'impacted_resource.target_region',
  targetResourceType: 'impacted_resource.target_resource_type',
  targetResourceId: 'impacted_resource.target_resource_id',
}

/** One event, and the subscriptions whose resources may be shown. */
export type ResourcesOf = Readonly<{ subscriptionIds: readonly string[]; trackingId: string }>

export type ResourceCursor = Readonly<{ subscriptionId: string; name: string }>

/** By subscription and name. Each subscription is read by the primary key and gives at most a page. */
export async function listResources(
  db: Db,
  { subscriptionIds, trackingId }: ResourcesOf,
  page: Readonly<{
    filter: ResourceFilter | undefined
    after: ResourceCursor | undefined
    limit: number
  }>,
): Promise<ResourceRow[]> {
  const { filter, after, limit } = page
  const beyond = ifGiven(
    after,
    ({ subscriptionId, name }) =>
      sql<boolean>`(asked.id > ${subscriptionId} or asked.id = ${subscriptionId} and name > ${name})`,
  )
  const fits = ifGiven(filter, (given) => toCondition(given, RESOURCE_FIELDS, COLUMNS))
  const { rows } = await sql<ResourceRow>`
    select found.*
      from unnest(${subscriptionIds}::text[]) as asked (id)
     cross join lateral (
           select * from impacted_resource
            where subscription_id = asked.id and tracking_id = ${trackingId}
              and ${beyond} and ${fits}
            order by name
            limit ${limit}) as found
     order by found.subscription_id, found.name
     limit ${limit}`.execute(db)
  return rows
}

/** Of several subscriptions with a resource of this name, that of the first. */
export async function findResource(
  db: Db,
  { subscriptionIds, trackingId }: ResourcesOf,
  name: string,
): Promise<ResourceRow | undefined> {
  const { rows } = await sql<ResourceRow>`
    select impacted_resource.*
      from unnest(${subscriptionIds}::text[]) as asked (id)
      join impacted_resource on impacted_resource.subscription_id = asked.id
     where tracking_id = ${trackingId} and name = ${name}
     order by subscription_id
     limit 1`.execute(db)
  return rows[0]
}
