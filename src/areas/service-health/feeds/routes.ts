import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SubscriptionGuard } from '../../../directory/subscriptions/guard.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import { sendDocument } from '../../../platform/http/documents.ts'
import { ExceptionResponse } from '../../../platform/http/errors/exception-response.ts'
import { makeAnonymousLimit } from '../../../platform/http/limits/anonymous-limit.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import {
  NOT_MODIFIED,
  pathParams,
  ref,
  toTextAnswer,
  withErrors,
} from '../../../platform/http/schema.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import type { Bucket } from '../../../platform/settings/server.ts'
import type { ProductClock, RealClock } from '../../../platform/time.ts'
import { findReader } from '../events/actions.ts'
import { EVENT_FIELDS, type EventFilter, type Reader, seenBy } from '../events/rules.ts'
import { toAtom } from './atom/rules.ts'
import { toCalendar } from './calendar/rules.ts'
import { feedAddressUnknown, tooManyFeedRequests } from './errors.ts'
import { isSecret, MOST_ENTRIES, toHostName, toMaintenanceFilter, toTag } from './rules.ts'
import * as store from './store.ts'
import type { FeedEvent } from './text/rules.ts'
import { FeedQuery } from './wire.ts'

export type FeedDeps = Readonly<{
  db: Db
  limit: SubscriptionGuard['limit']
  productTime: ProductClock
  realTime: RealClock
  anonymousLimit: Bucket
  managementUrl: string
  portalUrl: string
}>

const EPOCH = new Date(0)
/** Asked again each time: the address may have ended. */
const HEADERS = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

type Asked = FastifyRequest<{ Params: { secret: string }; Querystring: { $filter?: string } }>

/** What programs read with a feed address, which is all that they need. */
export function feedRoutes(app: Routes, deps: FeedDeps): void {
  const open = openFeeds(deps)
  const { managementUrl, portalUrl, productTime } = deps
  const host = toHostName(managementUrl)
  const linkIn = (subscriptionId: string) => (trackingId: string) =>
    `${portalUrl}/health/${subscriptionId}/events/${trackingId}`

  app.get(
    '/feeds/v1/:secret/events.atom',
    describe('readEventFeed', 'Read the events of a subscription as an Atom feed', ATOM),
    async (request, reply) => {
      const { feed, filter } = await open(request, reply)
      const text = toAtom({
        id: toTag(host, `feeds/${feed.id}`),
        title: `Events: ${feed.subscriptionName}`,
        createdAt: feed.createdAt,
        events: await listEvents(deps.db, feed.subscriptionId, filter),
        idOf: (trackingId) => toTag(host, `events/${trackingId}`),
        linkTo: linkIn(feed.subscriptionId),
      })
      return sendDocument(request, reply, { text, type: ATOM, etag: etagOf(text) }, HEADERS)
    },
  )
  app.get(
    '/feeds/v1/:secret/maintenance.ics',
    describe('readMaintenanceFeed', 'Read planned maintenance as an iCalendar', CALENDAR),
    async (request, reply) => {
      const { feed, filter } = await open(request, reply)
      const planned = toMaintenanceFilter(filter, productTime())
      const text = toCalendar({
        title: `Maintenance: ${feed.subscriptionName}`,
        events: await listEvents(deps.db, feed.subscriptionId, planned),
        uidOf: (trackingId) => `${trackingId}@${host}`,
        linkTo: linkIn(feed.subscriptionId),
      })
      return sendDocument(request, reply, { text, type: CALENDAR, etag: etagOf(text) }, HEADERS)
    },
  )
}

const ATOM = 'application/atom+xml; charset=utf-8'
const CALENDAR = 'text/calendar; charset=utf-8'

const describe = (operationId: string, summary: string, type: string) => ({
  config: { access: { public: true } } as const,
  schema: {
    operationId,
    tags: ['feeds'],
    summary,
    security: [],
    params: pathParams('secret'),
    querystring: FeedQuery,
    response: withErrors(
      {
        200: toTextAnswer(`The latest ${MOST_ENTRIES}.`, type.replace(/;.*/, '')),
        ...NOT_MODIFIED,
      },
      { default: { description: 'Any error.', ...ref(ExceptionResponse) } },
    ),
  },
})

/** Finds the feed of an address. A request is charged to its sender first, and to the feed once there is one. */
function openFeeds({ db, limit, anonymousLimit, realTime }: FeedDeps) {
  const strangers = makeAnonymousLimit(anonymousLimit, realTime)
  return async (request: Asked, reply: FastifyReply) => {
    const { ip, params, query } = request
    const { secret } = params
    const mayBeKnown = isSecret(secret)
    const waitSeconds = strangers.charge(ip, mayBeKnown)
    if (waitSeconds > 0) throw tooManyFeedRequests(waitSeconds)
    const feed = mayBeKnown ? await store.findFeed(db, digestOf(secret)) : undefined
    if (!feed) throw feedAddressUnknown()
    strangers.giveBack(ip)
    request.principal = `feed ${feed.id}`
    limit(request, reply)
    return { feed, filter: readFilter(once(query).$filter, EVENT_FIELDS) }
  }
}

async function listEvents(
  db: Db,
  subscriptionId: string,
  filter: EventFilter | undefined,
): Promise<FeedEvent[]> {
  const reader = await findReader(db, subscriptionId)
  const window = { keys: [...reader.keys], start: EPOCH, filter }
  const rows = await store.listFeedEvents(db, { ...window, after: undefined, limit: MOST_ENTRIES })
  return rows.map((row) => toFeedEvent(row, reader))
}

const toFeedEvent = (row: store.FeedEventRow, reader: Reader): FeedEvent => ({
  trackingId: row.tracking_id,
  properties: seenBy(row, reader),
  updatedAt: row.last_update_time,
  revisions: row.revisions,
})
