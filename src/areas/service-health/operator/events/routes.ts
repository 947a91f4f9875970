import { type TSchema, Type } from 'typebox'
import type { Call } from '../../../../directory/caller.ts'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import { RequestKeyHeaders } from '../../../../directory/repeats/wire.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../../platform/paging/page.ts'
import { eventNotFound } from '../../errors.ts'
import { changeResources } from '../resources/actions.ts'
import { ResourceChange } from '../resources/wire.ts'
import {
  findPublished,
  type Published,
  publishEvent,
  reviseEvent,
  toAudience,
  toImpact,
  toPublished,
} from './actions.ts'
import { type Change, type Creation, toStoredProperties } from './rules.ts'
import * as store from './store.ts'
import {
  AudienceInput,
  EventReopening,
  EventResolution,
  EventReview,
  EventRevisionList,
  EventUpdate,
  FalsePositive,
  NewEvent,
  OperatorEvent,
  OperatorEventList,
} from './wire.ts'

const PATH = '/operator/v1/events'
const tag = 'events'

type Deps = Readonly<{ db: Db; openPage: OpenPage; vendorNamespace: string }>
const OfEvent = pathParams('tracking_id')

export function operatorEventRoutes(app: Routes, deps: Deps): void {
  readingRoutes(app, deps)
  publishingRoutes(app, deps)
  revisionRoutes(app, deps)
  resourceRoutes(app, deps.db)
}

function readingRoutes(app: Routes, { db, openPage, vendorNamespace }: Deps): void {
  app.get(
    PATH,
    operatorOperation('listAllEvents', {
      tag,
      summary: 'List all events, by tracking id',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of events.', ref(OperatorEventList)) },
    }),
    async ({ query: { $skiptoken: cursor }, url }) => {
      const page = openPage<{ id: string }>({ url, cursor, scope: ['all events'] })
      const rows = await store.listEvents(db, { after: page.after?.id, limit: PAGE_SIZE + 1 })
      return page.answer(
        rows,
        (row) => toOperatorEvent(toPublished(row), vendorNamespace),
        ({ trackingId: id }) => ({ id }),
      )
    },
  )
  app.get(
    `${PATH}/:tracking_id`,
    operatorOperation('getAnyEvent', {
      tag,
      summary: 'Get an event with all its data',
      params: OfEvent,
      answers: { 200: answer('The event.', ref(OperatorEvent)) },
    }),
    async ({ params }) => {
      const event = await findPublished(db, params.tracking_id.toUpperCase())
      return toOperatorEvent(event, vendorNamespace)
    },
  )
  app.get(
    `${PATH}/:tracking_id/revisions`,
    operatorOperation('listEventRevisions', {
      tag,
      summary: 'List the revisions of an event, oldest first',
      params: OfEvent,
      answers: { 200: answer('The revisions.', ref(EventRevisionList)) },
    }),
    async ({ params }) => {
      const rows = await store.listRevisions(db, params.tracking_id.toUpperCase())
      if (rows.length === 0) throw eventNotFound(params.tracking_id)
      return {
        value: rows.map(({ number, at, made_by, change }) => ({
          number,
          at: at.toISOString(),
          madeBy: made_by,
          change: change as Record<string, unknown>,
        })),
      }
    },
  )
}

function publishingRoutes(app: Routes, { db, vendorNamespace }: Deps): void {
  app.post(
    PATH,
    operatorOperation('publishEvent', {
      tag,
      summary: 'Publish an event',
      headers: RequestKeyHeaders,
      body: ref(NewEvent),
      answers: { 201: answer('The event.', ref(OperatorEvent)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toOperatorEvent(await publishEvent(db, call, body), vendorNamespace)),
  )
}

/** Every further thing that can be said of an event is one more revision. */
function revisionRoutes(app: Routes, { db, vendorNamespace }: Deps): void {
  const one = `${PATH}/:tracking_id`
  const revise = async (
    call: Call,
    trackingId: string,
    change: Exclude<Change, Creation>,
    allowUnknownNames?: boolean,
  ) => {
    const id = trackingId.toUpperCase()
    const revised = await reviseEvent(db, call, id, change, allowUnknownNames)
    return toOperatorEvent(revised, vendorNamespace)
  }
  app.post(
    `${one}/updates`,
    revision('updateEvent', 'Post an update for some or all regions', ref(EventUpdate)),
    ({ call, params, body: { properties, impact, allowUnknownNames, ...said } }) => {
      const change = {
        ...said,
        ...(properties && { facts: toStoredProperties(properties) }),
        ...(impact && { impact: toImpact(impact) }),
      }
      return revise(call, params.tracking_id, { kind: 'update', ...change }, allowUnknownNames)
    },
  )
  app.post(
    `${one}/resolve`,
    revision('resolveEvent', 'Resolve an event in some or all regions', ref(EventResolution)),
    ({ call, params, body }) => revise(call, params.tracking_id, { kind: 'resolve', ...body }),
  )
  app.post(
    `${one}/reopen`,
    revision('reopenEvent', 'Reopen a resolved event', ref(EventReopening)),
    ({ call, params, body }) => revise(call, params.tracking_id, { kind: 'reopen', ...body }),
  )
  app.post(
    `${one}/reviews`,
    revision('reviewEvent', 'Attach a preliminary or final review', ref(EventReview)),
    ({ call, params, body }) => revise(call, params.tracking_id, { kind: 'review', ...body }),
  )
  app.post(
    `${one}/false-positive`,
    revision('markFalsePositive', 'Mark an event as a false positive', ref(FalsePositive)),
    ({ call, params, body }) =>
      revise(call, params.tracking_id, { kind: 'false-positive', ...body }),
  )
  app.put(
    `${one}/audience`,
    revision('setEventAudience', 'Change the audience of an event', ref(AudienceInput)),
    ({ call, params, body }) =>
      revise(call, params.tracking_id, { kind: 'audience', audience: toAudience(body) }),
  )
}

function resourceRoutes(app: Routes, db: Db): void {
  app.post(
    `${PATH}/:tracking_id/impactedResources`,
    operatorOperation('changeImpactedResources', {
      tag,
      summary: 'Add or remove the impacted resources of an event',
      params: OfEvent,
      body: ref(ResourceChange),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body }, reply) => {
      await changeResources(db, call, params.tracking_id.toUpperCase(), body)
      return reply.code(204).send()
    },
  )
}

const revision = <Body extends TSchema>(operationId: string, summary: string, body: Body) =>
  operatorOperation(operationId, {
    tag,
    summary,
    params: OfEvent,
    headers: RequestKeyHeaders,
    body,
    answers: { 200: answer('The current event.', ref(OperatorEvent)) },
  })

function toOperatorEvent(published: Published, vendorNamespace: string): OperatorEvent {
  const { trackingId, audience, revisions, record, registered } = published
  const isAnyNew = registered && registered.services.length + registered.regions.length > 0
  const type = `/providers/${vendorNamespace}.ResourceHealth/events`
  return {
    trackingId,
    audience,
    revisions,
    ...(isAnyNew && { registered }),
    event: { id: `${type}/${trackingId}`, name: trackingId, type, ...record },
  }
}
