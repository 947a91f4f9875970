import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { SharedReads } from '../../../platform/db/shared-read.ts'
import { isForAny, type Precondition } from '../../../platform/etag.ts'
import { once, readFilter, readMarker, toNextLink } from '../../../platform/http/listing.ts'
import { PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { nameDiffers, preconditionForOne, requestNotFound, topInvalid } from '../errors.ts'
import { requireOffer } from '../limits/actions.ts'
import { type LimitDeps, placePath } from '../limits/routes.ts'
import { findLimits } from '../limits/store.ts'
import { operation } from '../operation.ts'
import { keyOfName, placeOf } from '../rules.ts'
import { type AskDeps, askForQuota, type Wished } from './actions.ts'
import { HISTORY_MS, isOpen, messageOf, REQUEST_FIELDS, wholeOf } from './rules.ts'
import { findRequests, listRequests, type RequestRow, type SeenPart } from './store.ts'
import {
  AcceptedRequest,
  LimitWish,
  LimitWishes,
  OperationStatus,
  QuotaRequestDetails,
  QuotaRequestDetailsList,
  type QuotaState,
  RequestQuery,
  type SubRequest,
  VersionQuery,
} from './wire.ts'

export type RequestDeps = LimitDeps &
  AskDeps &
  Readonly<{ clock: Clock; reads: SharedReads; quotaRetryAfterSeconds: number }>

type Params = { providerId: string; location: string }
type OfPlace = { Params: Params; Querystring: RequestQuery }
type OfRequest = { Params: Params & { id: string } }
type OfResource = { Params: Params & { resourceName: string }; Body: LimitWish }

const ACCEPTED = { 201: answer('The request, which is under way.', ref(AcceptedRequest)) }

export function requestRoutes(app: FastifyInstance, deps: RequestDeps): void {
  askingRoutes(app, deps)
  statusRoutes(app, deps)
}

function askingRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const path = `${placePath(deps.vendorNamespace)}/serviceLimits`
  for (const [method, operationId] of [
    ['PUT', 'setLimit'],
    ['PATCH', 'updateLimit'],
  ] as const) {
    app.route<OfResource>({
      method,
      url: `${path}/:resourceName`,
      ...operation(operationId, 'ask for quota', {
        summary: 'Ask for another limit of a resource',
        querystring: VersionQuery,
        body: ref(LimitWish),
        answers: ACCEPTED,
      }),
      handler: (request, reply) => {
        const { resourceName } = request.params
        const { name, ...wish } = request.body.properties
        if (name?.value !== undefined && keyOfName(name.value) !== keyOfName(resourceName)) {
          throw nameDiffers(resourceName, name.value)
        }
        return ask(deps, request, reply, [{ ...wish, name: resourceName }])
      },
    })
  }
  app.put<{ Params: Params; Body: LimitWishes }>(
    path,
    operation('setLimits', 'ask for quota', {
      summary: 'Ask for other limits of several resources at once (an extension of Binnacle)',
      querystring: VersionQuery,
      body: ref(LimitWishes),
      answers: ACCEPTED,
    }),
    (request, reply) => {
      if (!isForAny(preconditionOf(request.headers))) throw preconditionForOne()
      const wishes = request.body.value.map(({ properties: { name, ...wish } }) => ({
        ...wish,
        name: name.value,
      }))
      return ask(deps, request, reply, wishes)
    },
  )
}

async function ask(
  deps: RequestDeps,
  { call, params, subscriptionId, headers }: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  wishes: readonly Wished[],
) {
  const asking = { ...params, subscriptionId, wishes, precondition: preconditionOf(headers) }
  const request = await askForQuota(deps, call, asking)
  const links = linksOf(deps, subscriptionId, params, request.id)
  reply
    .code(201)
    .header('location', links.request)
    .header('azure-asyncoperation', links.operation)
    .header('operation-location', links.operation)
    .header('retry-after', deps.quotaRetryAfterSeconds)
  return toAccepted(request, links.path, deps.vendorNamespace)
}

const preconditionOf = (headers: FastifyRequest['headers']): Precondition => ({
  ...(headers['if-match'] !== undefined && { ifMatch: headers['if-match'] }),
  ...(headers['if-none-match'] !== undefined && { ifNoneMatch: headers['if-none-match'] }),
})

function statusRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const { reads, vendorNamespace } = deps
  const path = placePath(vendorNamespace)
  const findRequest = reads.define(findRequests)
  const requireRequest = async (subscriptionId: string, params: OfRequest['Params']) => {
    const id = params.id.toLowerCase()
    const place = placeOf(subscriptionId, params)
    const found = isUuid(id) ? await findRequest({ place, id }) : undefined
    if (!found) throw requestNotFound(params.id)
    return found
  }
  app.get<OfPlace>(
    `${path}/serviceLimitsRequests`,
    operation('listQuotaRequests', 'read quota', {
      summary: 'The quota requests of the past year, the latest first',
      querystring: RequestQuery,
      answers: { 200: answer('The requests.', ref(QuotaRequestDetailsList)) },
    }),
    (request) => answerList(deps, request),
  )
  app.get<OfRequest>(
    `${path}/serviceLimitsRequests/:id`,
    operation('getQuotaRequest', 'read quota', {
      summary: 'A quota request, and what has become of it',
      querystring: VersionQuery,
      answers: { 200: answer('The request.', ref(QuotaRequestDetails)) },
    }),
    async ({ params, subscriptionId }) => {
      const request = await requireRequest(subscriptionId, params)
      return toDetails(request, subscriptionId, vendorNamespace)
    },
  )
  app.get<OfRequest>(
    `${path}/operationsStatus/:id`,
    operation('getOperationStatus', 'read quota', {
      summary: 'Whether a quota request has ended, as pollers ask',
      querystring: VersionQuery,
      answers: { 200: answer('The status.', ref(OperationStatus)) },
    }),
    async ({ params, subscriptionId }, reply) => {
      const request = await requireRequest(subscriptionId, params)
      const links = linksOf(deps, subscriptionId, params, request.id)
      reply.header('location', links.request)
      if (request.parts.some(({ state }) => isOpen(state))) {
        reply
          .header('azure-asyncoperation', links.operation)
          .header('retry-after', deps.quotaRetryAfterSeconds)
      }
      return toStatus(request, links.path)
    },
  )
}

async function answerList(deps: RequestDeps, request: FastifyRequest<OfPlace>) {
  const { db, clock, markers, managementUrl, vendorNamespace } = deps
  const { params, subscriptionId, query, raw } = request
  const { $filter, $top, $skiptoken } = once(query)
  const place = placeOf(subscriptionId, params)
  const size = readTop($top)
  const listing = ['quota requests', ...Object.values(place), $filter ?? '']
  const marker = readMarker<{ time: number; id: string }>(markers, $skiptoken, listing)
  const rows = await listRequests(db, place, {
    since: new Date(clock().getTime() - HISTORY_MS),
    filter: readFilter($filter, REQUEST_FIELDS),
    after: marker && { time: new Date(marker.time), id: marker.id },
    limit: size + 1,
  })
  // What was asked of a provider that has gone since is still told.
  if (rows.length === 0) await requireOffer(db, params, await findLimits(db, place, { limit: 1 }))
  return toPage(
    rows,
    (row) => toDetails(row, subscriptionId, vendorNamespace),
    ({ submittedAt, id }) => {
      const next = markers.write({ time: submittedAt.getTime(), id }, listing)
      return toNextLink(raw.url ?? '', managementUrl, next)
    },
    size,
  )
}

/** More than a page holds is taken as a full page: `nextLink` leads on. */
function readTop(text: string | undefined): number {
  if (text === undefined) return PAGE_SIZE
  if (!/^[1-9]\d{0,9}$/.test(text)) throw topInvalid()
  return Math.min(Number(text), PAGE_SIZE)
}

function linksOf(deps: RequestDeps, subscriptionId: string, params: Params, id: string) {
  const segments = [params.providerId, params.location].map(encodeURIComponent)
  const below = `/subscriptions/${subscriptionId}/providers/${deps.vendorNamespace}.Capacity/resourceProviders/${segments[0]}/locations/${segments[1]}`
  const at = `${deps.managementUrl}${below}`
  return {
    path: below,
    request: `${at}/serviceLimitsRequests/${id}?api-version=2020-10-25`,
    operation: `${at}/operationsStatus/${id}?api-version=2020-10-25`,
  }
}

function toAccepted(request: RequestRow, path: string, vendorNamespace: string): AcceptedRequest {
  const { id, parts } = request
  const [only] = parts
  const value = parts.map(toSubRequest)
  const single = parts.length === 1 && only ? toSubRequest(only) : undefined
  return {
    id: `${path}/serviceLimitsRequests/${id}`,
    name: id,
    type: `${vendorNamespace}.Capacity/ServiceLimits`,
    requestId: id,
    properties: {
      requestId: id,
      provisioningState: wholeOf(parts.map(({ state }) => state)),
      message: messageOf(parts),
      ...(single && {
        limit: single.limit,
        unit: single.unit,
        name: single.name,
        ...(single.resourceType !== undefined && { resourceType: single.resourceType }),
      }),
      value,
    },
  }
}

function toDetails(
  { id, submittedAt, parts }: RequestRow,
  subscriptionId: string,
  vendorNamespace: string,
): QuotaRequestDetails {
  return {
    id,
    name: `${subscriptionId}/${id}`,
    type: `${vendorNamespace}.Capacity/serviceLimitsRequests`,
    properties: {
      message: messageOf(parts),
      provisioningState: wholeOf(parts.map(({ state }) => state)),
      requestSubmitTime: withoutFraction(submittedAt),
      value: parts.map(toSubRequest),
    },
  }
}

const withoutFraction = (time: Date) => `${time.toISOString().slice(0, 19)}Z`

const toSubRequest = (part: SeenPart): SubRequest => ({
  limit: part.granted_limit ?? part.asked_limit,
  message: part.message,
  name: { value: part.name, localizedValue: part.display_name },
  provisioningState: part.state,
  ...(part.resource_type !== null && { resourceType: part.resource_type }),
  subRequestId: part.id,
  unit: part.unit,
})

/** Pollers know no Invalid and would ask for ever. */
const forPollers = (state: QuotaState) => (state === 'Invalid' ? 'Failed' : state)

function toStatus({ id, submittedAt, parts }: RequestRow, path: string): OperationStatus {
  const whole = wholeOf(parts.map(({ state }) => state))
  const failed = parts.filter(({ code }) => code !== null)
  const ends = parts.flatMap(({ ended_at }) => (ended_at ? [ended_at.getTime()] : []))
  return {
    id: `${path}/operationsStatus/${id}`,
    name: id,
    status: forPollers(whole),
    startTime: withoutFraction(submittedAt),
    ...(!isOpen(whole) && { endTime: withoutFraction(new Date(Math.max(...ends))) }),
    ...(forPollers(whole) === 'Failed' && {
      error: {
        code: failed[0]?.code ?? 'Failed',
        message: messageOf(parts),
        details: failed.map(({ code, name, message }) => ({
          code: code ?? '',
          message: `${name}: ${message}`,
        })),
      },
    }),
  }
}
