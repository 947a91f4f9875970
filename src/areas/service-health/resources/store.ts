import type { Selectable } from 'kysely'
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

type Of = Readonly<{ subscriptionId: string; trackingId: string }>

/** Those of one subscription alone, by name. */
export function listResources(
  db: Db,
  { subscriptionId, trackingId }: Of,
  page: Readonly<{ filter: ResourceFilter | undefined; after: string | undefined; limit: number }>,
): Promise<ResourceRow[]> {
  const { filter, after, limit } = page
  return db
    .selectFrom('impacted_resource')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('tracking_id', '=', trackingId)
    .where((row) => ifGiven(after, (given) => row('name', '>', given)))
    .where(ifGiven(filter, (given) => toCondition(given, RESOURCE_FIELDS, COLUMNS)))
    .orderBy('name')
    .limit(limit)
    .execute()
}

export function findResource(
  db: Db,
  { subscriptionId, trackingId }: Of,
  name: string,
): Promise<ResourceRow | undefined> {
  return db
    .selectFrom('impacted_resource')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('tracking_id', '=', trackingId)
    .where('name', '=', name)
    .executeTakeFirst()
}
