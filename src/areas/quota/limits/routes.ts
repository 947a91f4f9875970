import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import type { OpenPage } from '../../../platform/paging/page.ts'
import { operation } from '../operation.ts'
import { type Location, type QuotaScope, scopeOf } from '../rules.ts'
import { ApiVersionQuery } from '../wire.ts'
import { etagOfLimit } from './actions.ts'
import { readLimits, requireLimit } from './reading.ts'
import type { LimitRow } from './store.ts'
import { LimitQuery, QuotaLimit, QuotaLimitList } from './wire.ts'

export type LimitDeps = Readonly<{
  db: Db
  openPage: OpenPage
  vendorNamespace: string
  managementUrl: string
}>

const SCOPE = ['subscriptionId', 'providerId', 'location'] as const
export const OfScope = pathParams(...SCOPE)
export const OfResource = pathParams(...SCOPE, 'resourceName')
export const OfRequest = pathParams(...SCOPE, 'id')

export const scopePath = (vendorNamespace: string) =>
  `/subscriptions/:subscriptionId/providers/${vendorNamespace}.Capacity/resourceProviders/:providerId/locations/:location`

export function limitRoutes(app: Routes, deps: LimitDeps): void {
  const { db, vendorNamespace } = deps
  const path = `${scopePath(vendorNamespace)}/serviceLimits`
  app.get(
    path,
    operation('listLimits', 'read quota', {
      summary: 'List the limits and usage of a subscription for a provider in a location',
      params: OfScope,
      querystring: LimitQuery,
      answers: { 200: answer('The limits.', ref(QuotaLimitList)) },
    }),
    async ({ params, subscription, query, url }, reply) => {
      const scope = scopeOf(subscription.id, params)
      const asked = { list: 'limits', scope, params, query, url }
      const { etag, page } = await readLimits(deps, asked, (row) =>
        toLimit(row, scope, params, vendorNamespace),
      )
      reply.header('etag', etag)
      return page
    },
  )
  app.get(
    `${path}/:resourceName`,
    operation('getLimit', 'read quota', {
      summary: 'Get the limit and usage of a resource',
      params: OfResource,
      querystring: Type.Object(ApiVersionQuery),
      answers: { 200: answer('The limit.', ref(QuotaLimit)) },
    }),
    async ({ params, subscription }, reply) => {
      const scope = scopeOf(subscription.id, params)
      const row = await requireLimit(db, scope, params)
      reply.header('etag', etagOfLimit(row))
      return toLimit(row, scope, params, vendorNamespace)
    },
  )
}

function toLimit(
  row: LimitRow,
  { subscriptionId }: QuotaScope,
  { providerId, location }: Location,
  vendorNamespace: string,
): QuotaLimit {
  const { resourceName, displayName, currentLimit, currentValue, unit, resourceType, quotaPeriod } =
    row
  const capacity = `${vendorNamespace}.Capacity`
  const [at, scope, resource] = [providerId, location, resourceName].map(encodeURIComponent)
  return {
    id: `/subscriptions/${subscriptionId}/providers/${capacity}/resourceProviders/${at}/locations/${scope}/serviceLimits/${resource}`,
    name: resourceName,
    type: `${capacity}/ServiceLimits`,
    properties: {
      limit: currentLimit,
      currentValue,
      unit,
      name: { value: resourceName, localizedValue: displayName },
      ...(resourceType !== null && { resourceType }),
      ...(quotaPeriod !== null && { quotaPeriod }),
      properties: {},
    },
  }
}
