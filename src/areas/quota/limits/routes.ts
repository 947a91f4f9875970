import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import { once, readMarker, toNextLink } from '../../../platform/http/listing.ts'
import type { PageMarkers } from '../../../platform/http/page-marker.ts'
import { PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { resourcesUnknown } from '../errors.ts'
import { operation } from '../operation.ts'
import { keyOfName, placeOf } from '../rules.ts'
import { ApiVersionQuery } from '../wire.ts'
import { etagOfLimit, requireOffer } from './actions.ts'
import { findLimits, type LimitRow } from './store.ts'
import { LimitQuery, QuotaLimit, QuotaLimitList } from './wire.ts'

export type LimitDeps = Readonly<{
  db: Db
  markers: PageMarkers
  vendorNamespace: string
  managementUrl: string
}>

type Params = { providerId: string; location: string }
type OfPlace = { Params: Params; Querystring: LimitQuery }
type OfResource = { Params: Params & { resourceName: string } }

export const placePath = (vendorNamespace: string) =>
  `/subscriptions/:subscriptionId/providers/${vendorNamespace}.Capacity/resourceProviders/:providerId/locations/:location`

export function limitRoutes(app: FastifyInstance, deps: LimitDeps): void {
  const { db, markers, vendorNamespace, managementUrl } = deps
  const path = `${placePath(vendorNamespace)}/serviceLimits`
  app.get<OfPlace>(
    path,
    operation('listLimits', 'read quota', {
      summary: 'What a subscription may use of a provider in a location',
      querystring: LimitQuery,
      answers: { 200: answer('The limits.', ref(QuotaLimitList)) },
    }),
    async ({ params, subscriptionId, query, raw }, reply) => {
      const place = placeOf(subscriptionId, params)
      const listing = ['limits', ...Object.values(place)]
      const { $skiptoken } = once(query)
      const after = readMarker<{ key: string }>(markers, $skiptoken, listing)?.key
      const found = await findLimits(db, place, { after, limit: PAGE_SIZE + 1 })
      const { rows } = await requireOffer(db, params, found)
      reply.header('etag', etagOf(rows.map(etagOfLimit)))
      return toPage(
        rows,
        (row) => toLimit(row, subscriptionId, params, vendorNamespace),
        ({ key }) => toNextLink(raw.url ?? '', managementUrl, markers.write({ key }, listing)),
      )
    },
  )
  app.get<OfResource>(
    `${path}/:resourceName`,
    operation('getLimit', 'read quota', {
      summary: 'How much of a resource a subscription may use, and how much it uses',
      querystring: Type.Object(ApiVersionQuery),
      answers: { 200: answer('The limit.', ref(QuotaLimit)) },
    }),
    async ({ params, subscriptionId }, reply) => {
      const resourceKey = keyOfName(params.resourceName)
      const place = placeOf(subscriptionId, params)
      const found = await findLimits(db, place, { resourceKey, limit: 1 })
      const { provider, rows } = await requireOffer(db, params, found)
      const [row] = rows
      if (!row) throw resourcesUnknown([params.resourceName], provider)
      reply.header('etag', etagOfLimit(row))
      return toLimit(row, subscriptionId, params, vendorNamespace)
    },
  )
}

function toLimit(
  row: LimitRow,
  subscriptionId: string,
  { providerId, location }: Params,
  vendorNamespace: string,
): QuotaLimit {
  const { name, displayName, limit, currentValue, unit, resourceType, quotaPeriod } = row
  const capacity = `${vendorNamespace}.Capacity`
  const [at, place, resource] = [providerId, location, name].map(encodeURIComponent)
  return {
    id: `/subscriptions/${subscriptionId}/providers/${capacity}/resourceProviders/${at}/locations/${place}/serviceLimits/${resource}`,
    name,
    type: `${capacity}/ServiceLimits`,
    properties: {
      limit,
      currentValue,
      unit,
      name: { value: name, localizedValue: displayName },
      ...(resourceType !== null && { resourceType }),
      ...(quotaPeriod !== null && { quotaPeriod }),
      properties: {},
    },
  }
}
