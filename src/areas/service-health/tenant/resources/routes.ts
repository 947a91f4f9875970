import { Type } from 'typebox'
import { type Call, principalOf } from '../../../../directory/caller.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../../platform/http/schema.ts'
import { requireAdvisory } from '../../events/actions.ts'
import type { EventDeps } from '../../events/event-pages.ts'
import { hasRestrictedResources } from '../../events/rules.ts'
import { operation } from '../../operation.ts'
import { findResource, listResourcePage } from '../../resources/resource-pages.ts'
import type { ResourcesOf } from '../../resources/store.ts'
import { ImpactedResource, ImpactedResourceList, ResourceQuery } from '../../resources/wire.ts'
import { ApiVersionQuery } from '../../wire.ts'
import { findTenant, findVisibleEvent, requireElevated } from '../actions.ts'

const tag = 'tenant level'
const right = 'read events of own subscriptions'
const OfEvent = pathParams('trackingId')
const answer = { description: 'The resources.', ...ref(ImpactedResourceList) }

/** The impacted resources of all subscriptions on which the caller has a role. */
export function tenantResourceRoutes(app: Routes, deps: EventDeps): void {
  const event = `/providers/${deps.vendorNamespace}.ResourceHealth/events/:trackingId`
  app.get(
    `${event}/impactedResources`,
    operation('listTenantImpactedResources', right, {
      tag,
      summary: 'List the resources of your subscriptions that an event affects',
      params: OfEvent,
      querystring: ResourceQuery,
      answer,
    }),
    ({ call, params, query, url }) => {
      const scope = scopeOf('impacted resources', call, params.trackingId)
      const findOf = () => findOfEvent(deps, call, params.trackingId)
      return listResourcePage(deps, { scope, query, url, findOf })
    },
  )
  app.get(
    `${event}/impactedResources/:name`,
    operation('getTenantImpactedResource', right, {
      tag,
      summary: 'Get a resource of your subscriptions that an event affects',
      params: pathParams('trackingId', 'name'),
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The resource.', ...ref(ImpactedResource) },
    }),
    async ({ call, params }) =>
      findResource(deps, await findOfEvent(deps, call, params.trackingId), params.name),
  )
  const advisory = operation('listTenantSecurityAdvisoryResources', right, {
    tag,
    summary: 'List the resources of your subscriptions that a security advisory affects',
    params: OfEvent,
    querystring: ResourceQuery,
    answer,
  })
  for (const method of ['POST', 'GET'] as const) {
    app.route({
      method,
      url: `${event}/listSecurityAdvisoryImpactedResources`,
      ...advisory,
      schema: { ...advisory.schema, hide: method === 'GET' },
      handler: ({ call, params, query, url }) => {
        const scope = scopeOf('advisory resources', call, params.trackingId)
        const findOf = () => findOfEvent(deps, call, params.trackingId, true)
        return listResourcePage(deps, { scope, query, url, findOf })
      },
    })
  }
}

const scopeOf = (list: string, { caller }: Call, trackingId: string) => [
  `tenant ${list}`,
  principalOf(caller),
  trackingId.toUpperCase(),
]

/** Of a security advisory, and of what is sensitive, only the resources whose details the caller may read. */
async function findOfEvent(
  { db }: EventDeps,
  call: Call,
  trackingId: string,
  isAdvisory = false,
): Promise<ResourcesOf> {
  const tenant = await findTenant(db, call)
  const { row, concerned } = await findVisibleEvent(db, tenant, trackingId.toUpperCase())
  if (isAdvisory) requireAdvisory(row)
  const readable = hasRestrictedResources(row.record) ? requireElevated(concerned) : concerned
  return { subscriptionIds: readable.map(({ id }) => id), trackingId: row.tracking_id }
}
