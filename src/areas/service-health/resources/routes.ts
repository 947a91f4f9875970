import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { once, readFilter, readMarker, toNextLink } from '../../../platform/http/listing.ts'
import { PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { ref } from '../../../platform/http/schema.ts'
import { resourceNotFound } from '../errors.ts'
import { findEventFor, findReader } from '../events/actions.ts'
import type { EventDeps } from '../events/routes.ts'
import { operation } from '../operation.ts'
import { ApiVersionQuery } from '../wire.ts'
import { RESOURCE_FIELDS } from './rules.ts'
import * as store from './store.ts'
import * as wire from './wire.ts'
import { ImpactedResource, ImpactedResourceList, type ResourceQuery } from './wire.ts'

type OfEvent = { Params: { subscriptionId: string; trackingId: string } }
type OfResource = { Params: OfEvent['Params'] & { name: string } }

const tag = 'impacted resources'

export function resourceRoutes(app: FastifyInstance, deps: EventDeps): void {
  const path = `/subscriptions/:subscriptionId/providers/${deps.vendorNamespace}.ResourceHealth/events/:trackingId/impactedResources`
  app.get<OfEvent>(
    path,
    operation('listImpactedResources', 'read events', {
      tag,
      summary: 'The resources of a subscription that an event hits',
      querystring: wire.ResourceQuery,
      answer: { description: 'The resources.', ...ref(ImpactedResourceList) },
    }),
    (request) => answerList(deps, request),
  )
  app.get<OfResource>(
    `${path}/:name`,
    operation('getImpactedResource', 'read events', {
      tag,
      summary: 'A resource of a subscription that an event hits',
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The resource.', ...ref(ImpactedResource) },
    }),
    async (request) => {
      const row = await store.findResource(
        deps.db,
        await findOf(deps, request),
        request.params.name,
      )
      if (!row) throw resourceNotFound(request.params.name)
      return toResource(row, deps.vendorNamespace)
    },
  )
}

type Asked = Pick<FastifyRequest<OfEvent>, 'params' | 'subscriptionId' | 'subscriptionRole'>

/** Whose resources of which event are asked for, once it is known that the caller may see them. */
async function findOf({ db }: EventDeps, { params, subscriptionId, subscriptionRole }: Asked) {
  const reader = await findReader(db, subscriptionId)
  const trackingId = params.trackingId.toUpperCase()
  await findEventFor(db, reader, subscriptionRole, trackingId)
  return { subscriptionId, trackingId }
}

async function answerList(deps: EventDeps, request: FastifyRequest<OfEvent>) {
  const { db, markers, managementUrl, vendorNamespace } = deps
  const { $filter, $skipToken } = once(request.query as ResourceQuery)
  const filter = readFilter($filter, RESOURCE_FIELDS)
  const of = await findOf(deps, request)
  const listing = ['impacted resources', of.subscriptionId, of.trackingId, $filter ?? '']
  const after = readMarker<{ name: string }>(markers, $skipToken, listing)?.name
  const rows = await store.listResources(db, of, { filter, after, limit: PAGE_SIZE + 1 })
  return toPage(
    rows,
    (row) => toResource(row, vendorNamespace),
    ({ name }) =>
      toNextLink(request.raw.url ?? '', managementUrl, markers.write({ name }, listing)),
  )
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
