import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { asItIs } from '../../../platform/http/serialization.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { eventNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { readStart } from '../query.ts'
import { ApiVersionQuery } from '../wire.ts'
import { fetchDetails, findReader } from './actions.ts'
import type { EventDeps, EventPage, ListEvents } from './event-pages.ts'
import { EVENT_FIELDS, toEvent } from './rules.ts'
import * as store from './store.ts'
import { Event, EventList, EventQuery, ListQuery } from './wire.ts'

const OfSubscription = Type.Object({ subscriptionId: Type.String({ minLength: 1 }) })
const OfEvent = pathParams('subscriptionId', 'trackingId')

const tag = 'events'

export function sendPage(reply: FastifyReply, { text, activeOutside }: EventPage) {
  if (activeOutside !== undefined) reply.header('x-binnacle-active-outside-window', activeOutside)
  return reply.type('application/json; charset=utf-8').send(text)
}

export function eventRoutes(app: Routes, deps: EventDeps, listEvents: ListEvents): void {
  const path = `providers/${deps.vendorNamespace}.ResourceHealth/events`
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
    async ({ subscription: { id }, query, url, walPosition }, reply) => {
      const db = deps.readDb(walPosition)
      const page = await listEvents({
        db,
        owner: [id],
        query,
        url,
        findReader: () => findReader(db, id),
      })
      return sendPage(reply, page)
    },
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
      const reader = await findReader(deps.db, subscription.id)
      const { queryStartTime, $filter } = once(query)
      const row = await store.findEvent(deps.db, trackingId.toUpperCase(), {
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
