import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { once, readFilter, readMarker, toNextLink } from '../../../platform/http/listing.ts'
import type { PageMarkers } from '../../../platform/http/page-marker.ts'
import { PAGE_SIZE } from '../../../platform/http/paging.ts'
import { ref } from '../../../platform/http/schema.ts'
import { eventNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { readStart } from '../query.ts'
import { ApiVersionQuery } from '../wire.ts'
import { fetchDetails, findReader } from './actions.ts'
import { EVENT_FIELDS, type Reader, seenBy } from './rules.ts'
import * as store from './store.ts'
import { Event, EventList, EventQuery, ListQuery } from './wire.ts'
import { keepWritten, toListText, type Written, type WrittenEvents } from './written.ts'

export type EventDeps = Readonly<{
  db: Db
  clock: Clock
  markers: PageMarkers
  vendorNamespace: string
  managementUrl: string
  mitigationSentinel: boolean
}>

type OfSubscription = { Params: { subscriptionId: string } }
type OfEvent = { Params: { subscriptionId: string; trackingId: string } }

const tag = 'events'
const DEFAULT_WINDOW_MS = 3 * 24 * 3_600_000
const SENTINEL = '0001-01-01T00:00:00'
const MOST_KEPT_CHARACTERS = 64 * 1024 * 1024

/** What was checked when it was published: writing it by schema takes longer, and one answer could differ from another. */
const asItIs = () => (answer: unknown) => JSON.stringify(answer)

export function eventRoutes(app: FastifyInstance, deps: EventDeps): void {
  const path = `providers/${deps.vendorNamespace}.ResourceHealth/events`
  const written = keepWritten((row, reader) => toEvent(row, reader, deps), MOST_KEPT_CHARACTERS)
  const list = operation('listEvents', 'read events', {
    tag,
    summary: 'The events that concern a subscription',
    querystring: ListQuery,
    answer: { description: 'The events.', ...ref(EventList) },
  })
  app.get<OfSubscription>(
    `/subscriptions/:subscriptionId/${path}`,
    { ...list, serializerCompiler: asItIs },
    (request, reply) => answerList({ ...deps, written }, request, reply),
  )
  // An empty id has its own answer.
  app.get(`/subscriptions//${path}`, { ...list, schema: { hide: true } }, async () => ({
    value: [],
  }))
  app.get<OfEvent>(
    `/subscriptions/:subscriptionId/${path}/:trackingId`,
    {
      ...operation('getEvent', 'read events', {
        tag,
        summary: 'An event that concerns a subscription',
        querystring: EventQuery,
        answer: { description: 'The event.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ params: { trackingId }, subscriptionId, query }) => {
      const { db } = deps
      const reader = await findReader(db, subscriptionId)
      const { queryStartTime, $filter } = once(query as EventQuery)
      const row = await store.findEvent(db, trackingId.toUpperCase(), {
        keys: [...reader.keys],
        start: readStart(queryStartTime),
        filter: readFilter($filter, EVENT_FIELDS),
      })
      if (!row) throw eventNotFound(trackingId)
      return toEvent(row, reader, deps)
    },
  )
  app.post<OfEvent>(
    `/subscriptions/:subscriptionId/${path}/:trackingId/fetchEventDetails`,
    {
      ...operation('fetchEventDetails', 'read events', {
        tag,
        summary: 'An event with its sensitive details, for owners and contributors',
        querystring: Type.Object(ApiVersionQuery),
        answer: { description: 'The whole event.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ call, params: { trackingId }, subscriptionId, subscriptionRole: role }) => {
      const id = trackingId.toUpperCase()
      const { row, reader } = await fetchDetails(deps.db, call, role, subscriptionId, id)
      return toEvent(row, reader, deps)
    },
  )
}

async function answerList(
  deps: EventDeps & { written: WrittenEvents },
  request: FastifyRequest<OfSubscription>,
  reply: FastifyReply,
) {
  const { db, clock, markers, managementUrl } = deps
  const { $filter, queryStartTime, $skipToken } = once(request.query as ListQuery)
  const filter = readFilter($filter, EVENT_FIELDS)
  const asked = readStart(queryStartTime)
  const { subscriptionId } = request
  const listing = ['events', subscriptionId, $filter ?? '', queryStartTime ?? '']
  const place = toPlace(readMarker<Marker>(markers, $skipToken, listing))
  const start = place?.start ?? asked ?? new Date(clock().getTime() - DEFAULT_WINDOW_MS)
  const reader = await findReader(db, subscriptionId)
  const window = { keys: [...reader.keys], start, filter }
  const [found, outside] = await Promise.all([
    findPage(deps, { ...window, after: place?.after, limit: PAGE_SIZE + 1 }),
    place ? undefined : store.countActiveBefore(db, window),
  ])
  if (outside !== undefined) reply.header('x-binnacle-active-outside-window', outside)
  const last = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1] : undefined
  const next: Marker | undefined = last && {
    start: start.getTime(),
    time: last.written.time,
    id: last.id,
  }
  const link =
    next && toNextLink(request.raw.url ?? '', managementUrl, markers.write(next, listing))
  const shown = found.slice(0, PAGE_SIZE).map(({ written }) => written)
  return reply.type('application/json; charset=utf-8').send(toListText(shown, reader, link))
}

/** Read in one statement unless each is written already: a page is as it was at one moment. */
async function findPage(
  { db, written }: { db: Db; written: WrittenEvents },
  page: Parameters<typeof store.listPlaces>[1],
): Promise<{ id: string; written: Written }[]> {
  const places = await store.listPlaces(db, page)
  const known = places.flatMap(({ tracking_id: id, last_update_time }) => {
    const found = written.find(id, last_update_time)
    return found ? [{ id, written: found }] : []
  })
  if (known.length === places.length) return known
  const rows = await store.listEvents(db, page)
  return rows.map((row) => ({ id: row.tracking_id, written: written.write(row) }))
}

/** Where the page before ended, and where the walk began: the window does not slide under it. */
type Marker = Readonly<{ start: number; time: number; id: string }>

function toPlace(marker: Marker | undefined): { start: Date; after: store.Place } | undefined {
  if (!marker) return undefined
  const { start, time, id } = marker
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
