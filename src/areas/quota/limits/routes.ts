import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import { once } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { resourcesUnknown } from '../errors.ts'
import { operation } from '../operation.ts'
import { keyOfName, type Location, type QuotaScope, scopeOf } from '../rules.ts'
import { ApiVersionQuery } from '../wire.ts'
import { etagOfLimit, validateProviderLimits } from './actions.ts'
import { findLimits, type LimitRow } from './store.ts'
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
  const { db, openPage, vendorNamespace } = deps
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
      const { $skiptoken: cursor } = once(query)
      const cursorScope = ['limits', ...Object.values(scope)]
      const page = openPage<{ key: string }>({ url, cursor, scope: cursorScope })
      const found = await findLimits(db, scope, { after: page.after?.key, limit: PAGE_SIZE + 1 })
      const { rows } = await validateProviderLimits(db, params, found)
      reply.header('etag', etagOf(rows.map(etagOfLimit)))
      return page.answer(
        rows,
        (row) => toLimit(row, scope, params, vendorNamespace),
        ({ resourceKey: key }) => ({ key }),
      )
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
      const resourceKey = keyOfName(params.resourceName)
      const scope = scopeOf(subscription.id, params)
      const found = await findLimits(db, scope, { resourceKey, limit: 1 })
      const { provider, rows } = await validateProviderLimits(db, params, found)
      const [row] = rows
      if (!row) throw resourcesUnknown([params.resourceName], provider)
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
