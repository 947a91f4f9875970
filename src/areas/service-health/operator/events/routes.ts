import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, readIdCursor, toPage } from '../../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
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
import { type Change, type Creation, toFacts } from './rules.ts'
import * as store from './store.ts'
import {
  EventReopening,
  EventResolution,
  EventReview,
  EventRevisionList,
  EventUpdate,
  FalsePositive,
  isTrackingId,
  NewEvent,
  OperatorEvent,
  OperatorEventList,
  WhomItReaches,
} from './wire.ts'

const PATH = '/operator/v1/events'
const tag = 'events'

type Deps = Readonly<{ db: Db; publicUrl: string; vendorNamespace: string }>
type Id = { Params: { tracking_id: string } }

export function operatorEventRoutes(app: FastifyInstance, deps: Deps): void {
  readingRoutes(app, deps)
  publishingRoutes(app, deps)
}

function readingRoutes(app: FastifyInstance, { db, publicUrl, vendorNamespace }: Deps): void {
  app.get<{ Querystring: { $skiptoken?: string } }>(
    PATH,
    operatorOperation('listAllEvents', {
      tag,
      summary: 'All events, by tracking id',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of events.', ref(OperatorEventList)) },
    }),
    async ({ query: { $skiptoken } }) => {
      const after = readIdCursor($skiptoken, isTrackingId)
      const rows = await store.listEvents(db, { after, limit: PAGE_SIZE + 1 })
      return toPage(
        rows,
        (row) => toOperatorEvent(toPublished(row), vendorNamespace),
        (last) => `${publicUrl}${PATH}?$skiptoken=${last.trackingId}`,
      )
    },
  )
  app.get<Id>(
    `${PATH}/:tracking_id`,
    operatorOperation('getAnyEvent', {
      tag,
      summary: 'An event, with everything about it',
      answers: { 200: answer('The event.', ref(OperatorEvent)) },
    }),
    async ({ params }) =>
      toOperatorEvent(await findPublished(db, params.tracking_id.toUpperCase()), vendorNamespace),
  )
  app.get<Id>(
    `${PATH}/:tracking_id/revisions`,
    operatorOperation('listEventRevisions', {
      tag,
      summary: 'What was said about an event, in the order it was said',
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

function publishingRoutes(app: FastifyInstance, { db, vendorNamespace }: Deps): void {
  app.post<{ Body: NewEvent }>(
    PATH,
    operatorOperation('publishEvent', {
      tag,
      summary: 'Publish an event',
      body: ref(NewEvent),
      answers: { 201: answer('The event.', ref(OperatorEvent)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toOperatorEvent(await publishEvent(db, call, body), vendorNamespace)),
  )
  for (const [operationId, { method = 'POST', way, summary, body, toChange }] of Object.entries(
    REVISIONS,
  )) {
    app.route<Id>({
      method,
      url: `${PATH}/:tracking_id/${way}`,
      ...operatorOperation(operationId, {
        tag,
        summary,
        body,
        answers: { 200: answer('The event as it is now.', ref(OperatorEvent)) },
      }),
      handler: async ({ call, params: { tracking_id }, body }) => {
        const change = toChange(body as never)
        const { allowUnknownNames } = body as EventUpdate
        const id = tracking_id.toUpperCase()
        const revised = await reviseEvent(db, call, id, change, allowUnknownNames)
        return toOperatorEvent(revised, vendorNamespace)
      },
    })
  }
  app.post<Id & { Body: ResourceChange }>(
    `${PATH}/:tracking_id/impactedResources`,
    operatorOperation('changeImpactedResources', {
      tag,
      summary: 'Say which resources of which subscriptions an event hits',
      body: ref(ResourceChange),
      answers: DONE,
    }),
    async ({ call, params, body }, reply) => {
      await changeResources(db, call, params.tracking_id.toUpperCase(), body)
      return reply.code(204).send()
    },
  )
}

type RevisionOperation<Body> = Readonly<{
  method?: 'PUT'
  way: string
  summary: string
  body: TSchema
  toChange: (body: Body) => Exclude<Change, Creation>
}>
const revision = <Body>(operation: RevisionOperation<Body>) => operation

/** Every further thing that can be said of an event is one more revision. */
const REVISIONS: Readonly<Record<string, RevisionOperation<never>>> = {
  updateEvent: revision<EventUpdate>({
    way: 'updates',
    summary: 'Post an update, for some regions or for all',
    body: ref(EventUpdate),
    toChange: ({ properties, impact, allowUnknownNames: _, ...said }) => ({
      kind: 'update',
      ...said,
      ...(properties && { facts: toFacts(properties) }),
      ...(impact && { impact: toImpact(impact) }),
    }),
  }),
  resolveEvent: revision<EventResolution>({
    way: 'resolve',
    summary: 'Resolve an event, in some regions or in all',
    body: ref(EventResolution),
    toChange: (body) => ({ kind: 'resolve', ...body }),
  }),
  reopenEvent: revision<EventReopening>({
    way: 'reopen',
    summary: 'Reopen what was resolved',
    body: ref(EventReopening),
    toChange: (body) => ({ kind: 'reopen', ...body }),
  }),
  reviewEvent: revision<EventReview>({
    way: 'reviews',
    summary: 'Attach a preliminary or final review',
    body: ref(EventReview),
    toChange: (body) => ({ kind: 'review', ...body }),
  }),
  markFalsePositive: revision<FalsePositive>({
    way: 'false-positive',
    summary: 'Say that there was nothing',
    body: ref(FalsePositive),
    toChange: (body) => ({ kind: 'false-positive', ...body }),
  }),
  setEventAudience: revision<WhomItReaches>({
    method: 'PUT',
    way: 'audience',
    summary: 'Change whom an event reaches',
    body: ref(WhomItReaches),
    toChange: (body) => ({ kind: 'audience', audience: toAudience(body) }),
  }),
}

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
