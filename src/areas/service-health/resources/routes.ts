import { Type } from 'typebox'
import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { resourcesForbidden } from '../errors.ts'
import { findEventFor, findReader, requireAdvisory } from '../events/actions.ts'
import type { EventDeps } from '../events/event-pages.ts'
import { hasRestrictedResources } from '../events/rules.ts'
import { operation } from '../operation.ts'
import { maySeeDetails } from '../rules.ts'
import { ApiVersionQuery } from '../wire.ts'
import { findResource, listResourcePage } from './resource-pages.ts'
import { ImpactedResource, ImpactedResourceList, ResourceQuery } from './wire.ts'

const tag = 'impacted resources'
const OfEvent = pathParams('subscriptionId', 'trackingId')
const answer = { description: 'The resources.', ...ref(ImpactedResourceList) }

export function resourceRoutes(app: Routes, deps: EventDeps): void {
  const event = `/subscriptions/:subscriptionId/providers/${deps.vendorNamespace}.ResourceHealth/events/:trackingId`
  app.get(
    `${event}/impactedResources`,
    operation('listImpactedResources', 'read events', {
      tag,
      summary: 'List the resources of a subscription that an event affects',
      params: OfEvent,
      querystring: ResourceQuery,
      answer,
    }),
    ({ params, subscription, query, url }) => {
      const scope = ['impacted resources', subscription.id, params.trackingId.toUpperCase()]
      const findOf = () => findOfEvent(deps, params, subscription)
      return listResourcePage(deps, { scope, query, url, findOf })
    },
  )
  app.get(
    `${event}/impactedResources/:name`,
    operation('getImpactedResource', 'read events', {
      tag,
      summary: 'Get a resource of a subscription that an event affects',
      params: pathParams('subscriptionId', 'trackingId', 'name'),
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The resource.', ...ref(ImpactedResource) },
    }),
    async ({ params, subscription }) =>
      findResource(deps, await findOfEvent(deps, params, subscription), params.name),
  )
  const advisory = operation('listSecurityAdvisoryResources', 'read security advisory resources', {
    tag,
    summary: 'List the resources of a subscription that a security advisory affects',
    params: OfEvent,
    querystring: ResourceQuery,
    answer,
  })
  // Published clients send POST for the first page, and GET for its nextLink.
  for (const method of ['POST', 'GET'] as const) {
    app.route({
      method,
      url: `${event}/listSecurityAdvisoryImpactedResources`,
      ...advisory,
      schema: { ...advisory.schema, hide: method === 'GET' },
      handler: ({ params, subscription, query, url }) => {
        const scope = ['advisory resources', subscription.id, params.trackingId.toUpperCase()]
        const findOf = () => findOfEvent(deps, params, subscription, true)
        return listResourcePage(deps, { scope, query, url, findOf })
      },
    })
  }
}

/** Whose resources of which event are asked for, once it is known that the caller may see them. */
async function findOfEvent(
  { db }: EventDeps,
  params: { trackingId: string },
  { id, role }: Subscription,
  isAdvisory = false,
) {
  const reader = await findReader(db, id)
  const trackingId = params.trackingId.toUpperCase()
  const row = await findEventFor(db, reader, role, trackingId)
  if (isAdvisory) requireAdvisory(row)
  if (hasRestrictedResources(row.record) && !maySeeDetails(role)) throw resourcesForbidden()
  return { subscriptionIds: [id], trackingId }
}
