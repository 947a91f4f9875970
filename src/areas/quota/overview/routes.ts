import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import { once } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { addMs, type ProductClock } from '../../../platform/time.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { requestNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { HISTORY_MS } from '../requests/history/rules.ts'
import { VersionQuery } from '../requests/wire.ts'
import { keyOfLocation } from '../rules.ts'
import { OWN_PATH } from '../wire.ts'
import { toRecord } from './records.ts'
import * as store from './store.ts'
import {
  type LocatedLimit,
  LocatedLimitList,
  OverviewQuery,
  RequestRecord,
  RequestRecordList,
} from './wire.ts'

type Deps = Readonly<{ db: Db; openPage: OpenPage; productTime: ProductClock }>

/** A catalogue has many locations: in pages of 100, a person would wait for twenty of them. */
const LIMITS_PER_PAGE = 500
const OfSubscription = pathParams('subscriptionId')
const OURS = '(specific to Binnacle, not in the published API)'

export function overviewRoutes(app: Routes, deps: Deps): void {
  allLimitsRoute(app, deps)
  requestRoutes(app, deps)
}

function allLimitsRoute(app: Routes, { db, openPage }: Deps): void {
  app.get(
    `${OWN_PATH}/limits`,
    operation('listAllLimits', 'read quota', {
      summary: `List the limits and usage of a subscription in all locations of all providers ${OURS}`,
      params: OfSubscription,
      querystring: OverviewQuery,
      answers: { 200: answer('The limits.', ref(LocatedLimitList)) },
    }),
    async ({ subscription, query, url }) => {
      const cursor = once(query).$skiptoken
      const scope = ['all limits', subscription.id]
      const page = openPage<store.LimitPosition>({ url, cursor, scope })
      const locations = (await store.listProviders(db)).flatMap(toLocations)
      const asked = { after: page.after, limit: LIMITS_PER_PAGE + 1 }
      const rows = await store.listLimits(db, subscription.id, locations, asked)
      return page.answer(rows, toLimit, positionOf, LIMITS_PER_PAGE)
    },
  )
}

const toLocations = (provider: {
  key: string
  name: string
  locations: readonly string[]
}): store.ProviderLocation[] =>
  provider.locations.map((location) => ({
    provider: provider.name,
    providerKey: provider.key,
    location,
    locationKey: keyOfLocation(location),
  }))

const positionOf = ({ providerKey, locationKey, resourceKey }: store.LocatedLimitRow) => ({
  providerKey,
  locationKey,
  resourceKey,
})

const toLimit = (row: store.LocatedLimitRow): LocatedLimit => ({
  provider: row.provider,
  location: row.location,
  resource: row.resource,
  displayName: row.displayName,
  unit: row.unit,
  limit: row.limit,
  currentValue: row.currentValue,
})

function requestRoutes(app: Routes, { db, openPage, productTime }: Deps): void {
  app.get(
    `${OWN_PATH}/requests`,
    operation('listAllQuotaRequests', 'read quota', {
      summary: `List the quota requests of a subscription from the past year, latest first ${OURS}`,
      params: OfSubscription,
      querystring: OverviewQuery,
      answers: { 200: answer('The requests.', ref(RequestRecordList)) },
    }),
    async ({ subscription, query, url }) => {
      const cursor = once(query).$skiptoken
      const scope = ['all quota requests', subscription.id]
      const page = openPage<{ id: string }>({ url, cursor, scope })
      const rows = await store.listRecords(db, subscription.id, {
        since: addMs(productTime(), -HISTORY_MS),
        after: page.after?.id,
        limit: PAGE_SIZE + 1,
      })
      return page.answer(rows, toRecord, ({ id }) => ({ id }))
    },
  )
  app.get(
    `${OWN_PATH}/requests/:id`,
    operation('getQuotaRequestRecord', 'read quota', {
      summary: `Get a quota request with its steps and their times ${OURS}`,
      params: pathParams('subscriptionId', 'id'),
      querystring: VersionQuery,
      answers: { 200: answer('The request.', ref(RequestRecord)) },
    }),
    async ({ params, subscription }) => {
      const found = isUuid(params.id.toLowerCase())
        ? await store.findRecord(db, subscription.id, params.id.toLowerCase())
        : undefined
      if (!found) throw requestNotFound(params.id)
      return toRecord(found)
    },
  )
}
