import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { addMs, type ProductClock } from '../../../platform/time.ts'
import { eventNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { readStart } from '../query.ts'
import { ApiVersionQuery } from '../wire.ts'
import { fetchDetails, findReader } from './actions.ts'
import { createEventCache, toListText, type Written, type WrittenEvents } from './event-cache.ts'
import { EVENT_FIELDS, type Reader, seenBy } from './rules.ts'
import * as store from './store.ts'
import { Event, EventList, EventQuery, ListQuery } from './wire.ts'

export type EventDeps = Readonly<{
  db: Db
  productTime: ProductClock
  openPage: OpenPage
  vendorNamespace: string
  mitigationSentinel: boolean
}>

const OfSubscription = pathParams('subscriptionId')
const OfEvent = pathParams('subscriptionId', 'trackingId')

const tag = 'events'
const DEFAULT_WINDOW_MS = 3 * DAY_MS
const SENTINEL = '0001-01-01T00:00:00'
const MOST_KEPT_CHARACTERS = 64 * 1024 * 1024

/** What was checked when it was published: writing it by schema takes longer, and one answer could differ from another. */
const asItIs = () => (answer: unknown) => JSON.stringify(answer)

export function eventRoutes(app: Routes, deps: EventDeps): void {
  const path = `providers/${deps.vendorNamespace}.ResourceHealth/events`
  const written = createEventCache(
    (row, reader) => toEvent(row, reader, deps),
    MOST_KEPT_CHARACTERS,
  )
  const list = operation('listEvents', 'read events', {
    tag,
    summary: 'List the events that affect a subscription',
    params: OfSubscription,
    querystring: ListQuery,
    answer: { description: 'The events.', ...ref(EventList) },
  })
  app.get(
    `/subscriptions/:subscriptionId/${path}`,
    { ...list, serializerCompiler: asItIs },
    ({ subscription, query, url }, reply) =>
      answerList({ ...deps, written }, { subscription, query, url }, reply),
  )
  // An empty id has its own answer.
  app.get(`/subscriptions//${path}`, { ...list, schema: { hide: true } }, async () => ({
    value: [],
  }))
  app.get(
    `/subscriptions/:subscriptionId/${path}/:trackingId`,
    {
      ...operation('getEvent', 'read events', {
        tag,
        summary: 'Get an event that affects a subscription',
        params: OfEvent,
        querystring: EventQuery,
        answer: { description: 'The event.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ params: { trackingId }, subscription, query }) => {
      const { db } = deps
      const reader = await findReader(db, subscription.id)
      const { queryStartTime, $filter } = once(query)
      const row = await store.findEvent(db, trackingId.toUpperCase(), {
        keys: [...reader.keys],
        start: readStart(queryStartTime),
        filter: readFilter($filter, EVENT_FIELDS),
      })
      if (!row) throw eventNotFound(trackingId)
      return toEvent(row, reader, deps)
    },
  )
  app.post(
    `/subscriptions/:subscriptionId/${path}/:trackingId/fetchEventDetails`,
    {
      ...operation('fetchEventDetails', 'read events', {
        tag,
        summary: 'Get an event with its sensitive details, for owners and contributors',
        params: OfEvent,
        querystring: Type.Object(ApiVersionQuery),
        answer: { description: 'The event with its sensitive details.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ call, params: { trackingId }, subscription }) => {
      const id = trackingId.toUpperCase()
      const { row, reader } = await fetchDetails(deps.db, call, subscription, id)
      return toEvent(row, reader, deps)
    },
  )
}

async function answerList(
  deps: EventDeps & { written: WrittenEvents },
  { subscription, query, url }: { subscription: Subscription; query: ListQuery; url: string },
  reply: FastifyReply,
) {
  const { db, productTime, openPage } = deps
  const { $filter, queryStartTime, $skipToken } = once(query)
  const filter = readFilter($filter, EVENT_FIELDS)
  const asked = readStart(queryStartTime)
  const scope = ['events', subscription.id, $filter, queryStartTime]
  const page = openPage<CursorFields>({ url, cursor: $skipToken, scope })
  const cursor = toCursor(page.after)
  const start = cursor?.start ?? asked ?? addMs(productTime(), -DEFAULT_WINDOW_MS)
  const reader = await findReader(db, subscription.id)
  const window = { keys: [...reader.keys], start, filter }
  const [found, outside] = await Promise.all([
    findPage(deps, { ...window, after: cursor?.after, limit: PAGE_SIZE + 1 }),
    cursor ? undefined : store.countActiveBefore(db, window),
  ])
  if (outside !== undefined) reply.header('x-binnacle-active-outside-window', outside)
  const last = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1] : undefined
  const link =
    last && page.linkAfter({ start: start.getTime(), time: last.written.time, id: last.id })
  const shown = found.slice(0, PAGE_SIZE).map(({ written }) => written)
  return reply.type('application/json; charset=utf-8').send(toListText(shown, reader, link))
}

/** Read in one statement unless each is written already: a page is as it was at one moment. */
async function findPage(
  { db, written }: { db: Db; written: WrittenEvents },
  page: Parameters<typeof store.listEventKeys>[1],
): Promise<{ id: string; written: Written }[]> {
  const eventKeys = await store.listEventKeys(db, page)
  const known = eventKeys.flatMap(({ tracking_id: id, last_update_time }) => {
    const found = written.find(id, last_update_time)
    return found ? [{ id, written: found }] : []
  })
  if (known.length === eventKeys.length) return known
  const rows = await store.listEvents(db, page)
  return rows.map((row) => ({ id: row.tracking_id, written: written.write(row) }))
}

/** Where the page before ended, and where the walk began: the window does not slide under it. */
type CursorFields = Readonly<{ start: number; time: number; id: string }>

function toCursor(
  cursor: CursorFields | undefined,
): { start: Date; after: store.EventCursor } | undefined {
  if (!cursor) return undefined
  const { start, time, id } = cursor
  return { start: new Date(start), after: { time: new Date(time), trackingId: id } }
}

function toEvent(row: store.EventRow, reader: Reader, deps: EventDeps): Event {
  const type = `/providers/${deps.vendorNamespace}.ResourceHealth/events`
  const properties = seenBy(row.record, row.audience, reader)
  const isOpen = deps.mitigationSentinel && properties.impactMitigationTime === undefined
  return {
    id: `${type}/${row.tracking_id}`,
    name: row.tracking_id,
    type,
    systemData: row.record.systemData,
    properties: isOpen ? { ...properties, impactMitigationTime: SENTINEL } : properties,
  }
}
