import { Type } from 'typebox'
import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { PAGE_SIZE } from '../../../platform/paging/page.ts'
import { resourceNotFound } from '../errors.ts'
import { findEventFor, findReader } from '../events/actions.ts'
import type { EventDeps } from '../events/routes.ts'
import { operation } from '../operation.ts'
import { ApiVersionQuery } from '../wire.ts'
import { RESOURCE_FIELDS } from './rules.ts'
import * as store from './store.ts'
import { ImpactedResource, ImpactedResourceList, ResourceQuery } from './wire.ts'

const tag = 'impacted resources'

export function resourceRoutes(app: Routes, deps: EventDeps): void {
  const path = `/subscriptions/:subscriptionId/providers/${deps.vendorNamespace}.ResourceHealth/events/:trackingId/impactedResources`
  app.get(
    path,
    operation('listImpactedResources', 'read events', {
      tag,
      summary: 'List the resources of a subscription that an event affects',
      params: pathParams('subscriptionId', 'trackingId'),
      querystring: ResourceQuery,
      answer: { description: 'The resources.', ...ref(ImpactedResourceList) },
    }),
    async ({ params, subscription, query, url }) => {
      const { db, openPage, vendorNamespace } = deps
      const { $filter, $skipToken } = once(query)
      const filter = readFilter($filter, RESOURCE_FIELDS)
      const of = await findOf(deps, params, subscription)
      const scope = ['impacted resources', of.subscriptionId, of.trackingId, $filter]
      const page = openPage<{ name: string }>({ url, cursor: $skipToken, scope })
      const after = page.after?.name
      const rows = await store.listResources(db, of, { filter, after, limit: PAGE_SIZE + 1 })
      return page.answer(
        rows,
        (row) => toResource(row, vendorNamespace),
        ({ name }) => ({ name }),
      )
    },
  )
  app.get(
    `${path}/:name`,
    operation('getImpactedResource', 'read events', {
      tag,
      summary: 'Get a resource of a subscription that an event affects',
      params: pathParams('subscriptionId', 'trackingId', 'name'),
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The resource.', ...ref(ImpactedResource) },
    }),
    async ({ params, subscription }) => {
      const of = await findOf(deps, params, subscription)
      const row = await store.findResource(deps.db, of, params.name)
      if (!row) throw resourceNotFound(params.name)
      return toResource(row, deps.vendorNamespace)
    },
  )
}

/** Whose resources of which event are asked for, once it is known that the caller may see them. */
async function findOf(
  { db }: EventDeps,
  params: { trackingId: string },
  { id: subscriptionId, role }: Subscription,
) {
  const reader = await findReader(db, subscriptionId)
  const trackingId = params.trackingId.toUpperCase()
  await findEventFor(db, reader, role, trackingId)
  return { subscriptionId, trackingId }
}

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
