import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { PageMarkers } from '../../../platform/http/page-marker.ts'
import { PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { ref } from '../../../platform/http/schema.ts'
import { eventNotFound, skipTokenInvalid } from '../errors.ts'
import { operation } from '../operation.ts'
import { once, readFilter, readStart, toNextLink } from '../query.ts'
import { toSubscriptionId } from '../rules.ts'
import { ApiVersionQuery } from '../wire.ts'
import { fetchDetails, findReader } from './actions.ts'
import { EVENT_FIELDS, type Reader, seenBy } from './rules.ts'
import * as store from './store.ts'
import { Event, EventList, ListQuery } from './wire.ts'

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

/** For long answers made of what was checked when it was published: writing them by schema takes longer. */
const asItIs = () => (answer: unknown) => JSON.stringify(answer)

export function eventRoutes(app: FastifyInstance, deps: EventDeps): void {
  const path = `providers/${deps.vendorNamespace}.ResourceHealth/events`
  const list = operation('listEvents', 'read events', {
    tag,
    summary: 'The events that concern a subscription',
    querystring: ListQuery,
    answer: { description: 'The events.', ...ref(EventList) },
  })
  app.get<OfSubscription>(
    `/subscriptions/:subscriptionId/${path}`,
    { ...list, serializerCompiler: asItIs },
    (request, reply) => answerList(deps, request, reply),
  )
  // An empty id has its own answer.
  app.get(`/subscriptions//${path}`, { ...list, schema: { hide: true } }, async () => ({
    value: [],
  }))
  app.get<OfEvent>(
    `/subscriptions/:subscriptionId/${path}/:trackingId`,
    operation('getEvent', 'read events', {
      tag,
      summary: 'An event that concerns a subscription',
      querystring: ListQuery,
      answer: { description: 'The event.', ...ref(Event) },
    }),
    async ({ params: { trackingId }, params, query }) => {
      const { db } = deps
      const reader = await findReader(db, subscriptionIn(params))
      const { queryStartTime, $filter } = once(query as ListQuery)
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
    operation('fetchEventDetails', 'read events', {
      tag,
      summary: 'An event with its sensitive details, for owners and contributors',
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The whole event.', ...ref(Event) },
    }),
    async ({ call, params, subscriptionRole }) => {
      const { row, reader } = await fetchDetails(
        deps.db,
        call,
        subscriptionRole,
        subscriptionIn(params),
        params.trackingId.toUpperCase(),
      )
      return toEvent(row, reader, deps)
    },
  )
}

export const subscriptionIn = ({ subscriptionId }: { subscriptionId: string }) =>
  toSubscriptionId(subscriptionId) ?? ''

async function answerList(
  deps: EventDeps,
  request: FastifyRequest<OfSubscription>,
  reply: FastifyReply,
) {
  const { db, clock, markers, managementUrl } = deps
  const { $filter, queryStartTime, $skipToken } = once(request.query as ListQuery)
  const filter = readFilter($filter, EVENT_FIELDS)
  const asked = readStart(queryStartTime)
  const subscriptionId = subscriptionIn(request.params)
  const listing = ['events', subscriptionId, $filter ?? '', queryStartTime ?? '']
  const place = $skipToken === undefined ? undefined : readPlace(markers.read($skipToken, listing))
  const start = place?.start ?? asked ?? new Date(clock().getTime() - DEFAULT_WINDOW_MS)
  const reader = await findReader(db, subscriptionId)
  const window = { keys: [...reader.keys], start, filter }
  const [rows, outside] = await Promise.all([
    store.listEvents(db, { ...window, after: place?.after, limit: PAGE_SIZE + 1 }),
    place ? undefined : store.countActiveBefore(db, window),
  ])
  if (outside !== undefined) reply.header('x-binnacle-active-outside-window', outside)
  return toPage(
    rows,
    (row) => toEvent(row, reader, deps),
    ({ last_update_time, tracking_id }) => {
      const next = { start: start.getTime(), time: last_update_time.getTime(), id: tracking_id }
      return toNextLink(request.raw.url ?? '', managementUrl, markers.write(next, listing))
    },
  )
}

/** Where the page before ended, and where the walk began: the window does not slide under it. */
function readPlace(marker: unknown): { start: Date; after: store.Place } {
  if (marker === undefined) throw skipTokenInvalid()
  const { start, time, id } = marker as { start: number; time: number; id: string }
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
