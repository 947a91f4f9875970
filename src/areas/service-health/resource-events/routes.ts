import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import { foldCase } from '../../../platform/fold-case.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { ref } from '../../../platform/http/schema.ts'
import { asItIs } from '../../../platform/http/serialization.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { PAGE_SIZE } from '../../../platform/paging/page.ts'
import { addMs } from '../../../platform/time.ts'
import { findReader } from '../events/actions.ts'
import { DEFAULT_WINDOW_MS, type EventDeps } from '../events/event-pages.ts'
import { EVENT_FIELDS, toEvent } from '../events/rules.ts'
import { EventList, ListQuery } from '../events/wire.ts'
import { operation } from '../operation.ts'
import { CHILD_PATH, OfChild, OfResource, RESOURCE_PATH, toResourceId } from '../paths.ts'
import { readStart } from '../query.ts'
import { maySeeDetails } from '../rules.ts'
import { listResourceEvents } from './store.ts'

type Asked = Readonly<{ query: ListQuery; url: string; subscription: Subscription }>
type Position = Readonly<{ start: number; time: number; id: string }>

const right = 'read events'
const about = {
  tag: 'events',
  querystring: ListQuery,
  answer: { description: 'The events.', ...ref(EventList) },
}

export function resourceEventRoutes(app: Routes, deps: EventDeps): void {
  const path = `/providers/${deps.vendorNamespace}.ResourceHealth/events`
  const list = operation('listResourceEvents', right, {
    ...about,
    summary: 'List the events that affect a resource',
    params: OfResource,
  })
  app.get(
    `${RESOURCE_PATH}${path}`,
    { ...list, serializerCompiler: asItIs },
    ({ subscription, params, query, url }) =>
      listPage(deps, { subscription, query, url }, toResourceId(subscription.id, params)),
  )
  const listOfChild = operation('listChildResourceEvents', right, {
    ...about,
    summary: 'List the events that affect a child resource',
    params: OfChild,
  })
  app.get(
    `${CHILD_PATH}${path}`,
    { ...listOfChild, serializerCompiler: asItIs },
    ({ subscription, params, query, url }) =>
      listPage(deps, { subscription, query, url }, toResourceId(subscription.id, params)),
  )
}

/** A resource that no event names has an empty list, as one that does not exist. */
async function listPage(deps: EventDeps, { query, url, subscription }: Asked, resourceId: string) {
  const { $filter, queryStartTime, $skipToken } = once(query)
  const filter = readFilter($filter, EVENT_FIELDS)
  const asked = readStart(queryStartTime)
  const key = foldCase(resourceId)
  const scope = ['resource events', subscription.id, key, $filter, queryStartTime]
  const page = deps.openPage<Position>({ url, cursor: $skipToken, scope })
  const start = page.after
    ? new Date(page.after.start)
    : (asked ?? addMs(deps.productTime(), -DEFAULT_WINDOW_MS))
  const reader = await findReader(deps.db, subscription.id)
  const rows = await listResourceEvents(deps.db, {
    subscriptionId: subscription.id,
    key,
    keys: [...reader.keys],
    seesRestricted: maySeeDetails(subscription.role),
    start,
    includesActive: asked === undefined,
    filter,
    after: page.after && { time: new Date(page.after.time), trackingId: page.after.id },
    limit: PAGE_SIZE + 1,
  })
  return page.answer(
    rows,
    (row) => toEvent(row, reader, deps),
    ({ last_update_time: time, tracking_id: id }) => ({
      start: start.getTime(),
      time: time.getTime(),
      id,
    }),
  )
}
