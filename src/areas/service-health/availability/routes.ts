import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { operation } from '../operation.ts'
import {
  CHILD_PATH,
  GROUP_PATH,
  OfChild,
  OfResource,
  RESOURCE_PATH,
  toResourceId,
} from '../paths.ts'
import { getStatus, listHistory, listStatusPage, type StatusDeps } from './reading.ts'
import { STATUS_FIELDS, type StatusKind } from './rules.ts'
import { AvailabilityStatus, AvailabilityStatusList, StatusListQuery, StatusQuery } from './wire.ts'

const right = 'read availability'
const ofList = {
  tag: 'availability',
  querystring: StatusListQuery,
  answer: { description: 'The states.', ...ref(AvailabilityStatusList) },
}
/** The history of a resource is one page. */
const ofHistory = { ...ofList, querystring: StatusQuery }
const ofOne = {
  tag: 'availability',
  querystring: StatusQuery,
  answer: { description: 'The state.', ...ref(AvailabilityStatus) },
}

export function availabilityRoutes(app: Routes, deps: StatusDeps): void {
  const provider = `${deps.vendorNamespace}.ResourceHealth`
  const kind = { provider, noun: 'availabilityStatuses' }
  app.get(
    `/subscriptions/:subscriptionId/providers/${provider}/availabilityStatuses`,
    operation('listAvailabilityStatuses', right, {
      ...ofList,
      summary: 'List the states of the named resources of a subscription',
      params: pathParams('subscriptionId'),
    }),
    ({ subscription, query, url }) =>
      listStatusPage(
        deps,
        { subscription, query, url },
        `/subscriptions/${subscription.id}/`,
        kind,
      ),
  )
  app.get(
    `${GROUP_PATH}/providers/${provider}/availabilityStatuses`,
    operation('listGroupAvailabilityStatuses', right, {
      ...ofList,
      summary: 'List the states of the named resources of a resource group',
      params: pathParams('subscriptionId', 'resourceGroup'),
    }),
    ({ subscription, params, query, url }) => {
      const prefix = `/subscriptions/${subscription.id}/resourceGroups/${params.resourceGroup}/`
      return listStatusPage(deps, { subscription, query, url }, prefix, kind)
    },
  )
  app.get(
    `${RESOURCE_PATH}/providers/${provider}/childResources`,
    operation('listChildResources', right, {
      ...ofList,
      summary: 'List the states of the named child resources of a resource',
      params: OfResource,
    }),
    ({ subscription, params, query, url }) => {
      const prefix = `${toResourceId(subscription.id, params)}/`
      return listStatusPage(deps, { subscription, query, url }, prefix, kind)
    },
  )
  historyRoutes(app, deps, kind, ofResource)
  // Published clients ask for a child resource under either name.
  historyRoutes(app, deps, { provider, noun: 'childAvailabilityStatuses' }, ofChild)
  historyRoutes(app, deps, kind, { ...ofChild, hide: true })
}

const ofResource = {
  base: RESOURCE_PATH,
  params: OfResource,
  list: 'listResourceAvailability',
  get: 'getResourceAvailability',
  of: 'a resource',
  hide: false,
}
const ofChild = {
  base: CHILD_PATH,
  params: OfChild,
  list: 'listChildAvailability',
  get: 'getChildAvailability',
  of: 'a child resource',
  hide: false,
}

/** The filter of one resource is read, so that a misspelt one is noticed; it leaves nothing out. */
const checkFilter = (query: StatusQuery) => readFilter(once(query).$filter, STATUS_FIELDS)

function historyRoutes(
  app: Routes,
  deps: StatusDeps,
  kind: StatusKind,
  { base, params, list, get, of, hide }: typeof ofResource | typeof ofChild,
): void {
  const path = `${base}/providers/${kind.provider}/${kind.noun}`
  const listOperation = operation(list, right, {
    ...ofHistory,
    summary: `List the current and earlier states of ${of}`,
    params,
  })
  app.get(
    path,
    { ...listOperation, schema: { ...listOperation.schema, hide } },
    ({ subscription, params: named, query }) => {
      checkFilter(query)
      return listHistory(deps, subscription, toResourceId(subscription.id, named), kind)
    },
  )
  const getting = operation(get, right, {
    ...ofOne,
    summary: `Get the current state of ${of}`,
    params,
  })
  app.get(
    `${path}/current`,
    { ...getting, schema: { ...getting.schema, hide } },
    ({ subscription, params: named, query }) => {
      checkFilter(query)
      return getStatus(deps, subscription, toResourceId(subscription.id, named), kind)
    },
  )
}
