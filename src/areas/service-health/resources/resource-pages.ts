import type { Db } from '../../../platform/db/connect.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { resourceNotFound } from '../errors.ts'
import { RESOURCE_FIELDS } from './rules.ts'
import * as store from './store.ts'
import type { ImpactedResource, ResourceQuery } from './wire.ts'

type Deps = Readonly<{ db: Db; openPage: OpenPage; vendorNamespace: string }>

type Asked = Readonly<{
  /** The list and whose it is: a cursor is valid there alone. */
  scope: readonly string[]
  query: ResourceQuery
  url: string
  /** Found once the query is known to be readable. */
  findOf: () => Promise<store.ResourcesOf>
}>

type Position = Readonly<{ name: string; subscriptionId: string }>

export async function listResourcePage(
  { db, openPage, vendorNamespace }: Deps,
  { scope, query, url, findOf }: Asked,
) {
  const { $filter, $skipToken } = once(query)
  const filter = readFilter($filter, RESOURCE_FIELDS)
  const page = openPage<Position>({ url, cursor: $skipToken, scope: [...scope, $filter] })
  const of = await findOf()
  const position = { filter, after: page.after, limit: PAGE_SIZE + 1 }
  const rows = await store.listResources(db, of, position)
  return page.answer(
    rows,
    (row) => toResource(row, vendorNamespace),
    ({ name, subscription_id: subscriptionId }) => ({ name, subscriptionId }),
  )
}

export async function findResource(
  { db, vendorNamespace }: Deps,
  of: store.ResourcesOf,
  name: string,
): Promise<ImpactedResource> {
  const row = await store.findResource(db, of, name)
  if (!row) throw resourceNotFound(name)
  return toResource(row, vendorNamespace)
}

/** Its id names the subscription on every level: a name is unique only there. */
function toResource(row: store.ResourceRow, vendorNamespace: string): ImpactedResource {
  const type = `${vendorNamespace}.ResourceHealth/events/impactedResources`
  return {
    id: `/subscriptions/${row.subscription_id}/providers/${vendorNamespace}.ResourceHealth/events/${row.tracking_id}/impactedResources/${row.name}`,
    name: row.name,
    type,
    properties: {
      ...(row.target_resource_type !== null && { targetResourceType: row.target_resource_type }),
      ...(row.target_resource_id !== null && { targetResourceId: row.target_resource_id }),
      ...(row.target_region !== null && { targetRegion: row.target_region }),
      info: row.info as { key: string; value: string }[],
    },
  }
}
