import { Type } from 'typebox'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { asItIs } from '../../../platform/http/serialization.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import type { EventDeps, ListEvents } from '../events/event-pages.ts'
import { sendPage } from '../events/routes.ts'
import { EVENT_FIELDS, toEvent } from '../events/rules.ts'
import { Event, EventList, EventQuery, ListQuery } from '../events/wire.ts'
import { operation } from '../operation.ts'
import { readStart } from '../query.ts'
import { ApiVersionQuery } from '../wire.ts'
import { fetchTenantDetails, findTenant, findVisibleEvent, finishReader } from './actions.ts'
import { readerOfTenant } from './rules.ts'

const tag = 'tenant level'
const right = 'read events of own subscriptions'
const OfEvent = pathParams('trackingId')

/** Events by the address that their `id` is: of all subscriptions on which the caller has a role. */
export function tenantEventRoutes(app: Routes, deps: EventDeps, listEvents: ListEvents): void {
  const { db, vendorNamespace } = deps
  const path = `/providers/${vendorNamespace}.ResourceHealth/events`
  app.get(
    path,
    {
      ...operation('listTenantEvents', right, {
        tag,
        summary: 'List the events that affect a subscription on which you have a role',
        querystring: ListQuery,
        answer: { description: 'The events.', ...ref(EventList) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ call, query, url, walPosition }, reply) => {
      const tenant = await findTenant(db, call)
      const readDb = deps.readDb(walPosition)
      const page = await listEvents({
        db: readDb,
        owner: ['tenant', tenant.principalId],
        query,
        url,
        findReader: async () => readerOfTenant(tenant),
        finishReader: (reader, shown) => finishReader(readDb, tenant, reader, shown),
      })
      return sendPage(reply, page)
    },
  )
  app.get(
    `${path}/:trackingId`,
    {
      ...operation('getTenantEvent', right, {
        tag,
        summary: 'Get an event that affects a subscription on which you have a role',
        params: OfEvent,
        querystring: EventQuery,
        answer: { description: 'The event.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ call, params: { trackingId }, query }) => {
      const { queryStartTime, $filter } = once(query)
      const start = readStart(queryStartTime)
      const filter = readFilter($filter, EVENT_FIELDS)
      const tenant = await findTenant(db, call)
      const id = trackingId.toUpperCase()
      const { row, reader } = await findVisibleEvent(db, tenant, id, { start, filter })
      return toEvent(row, reader, deps)
    },
  )
  app.post(
    `${path}/:trackingId/fetchEventDetails`,
    {
      ...operation('fetchTenantEventDetails', right, {
        tag,
        summary: 'Get an event with its sensitive details, for owners and contributors',
        params: OfEvent,
        querystring: Type.Object(ApiVersionQuery),
        answer: { description: 'The event with its sensitive details.', ...ref(Event) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ call, params: { trackingId } }) => {
      const { row, reader } = await fetchTenantDetails(db, call, trackingId.toUpperCase())
      return toEvent(row, reader, deps)
    },
  )
}
