import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { SharedReads } from '../../../platform/db/shared-read.ts'
import { isForAny, type Precondition } from '../../../platform/etag.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { nameDiffers, preconditionForOne } from '../errors.ts'
import { type LimitDeps, OfRequest, OfResource, OfScope, scopePath } from '../limits/routes.ts'
import { operation } from '../operation.ts'
import { keyOfName, type Location, scopeOf } from '../rules.ts'
import { type SubmitDeps, submitQuotaRequest } from './actions.ts'
import { readHistory } from './history/reading.ts'
import { toStatus, withoutFraction } from './operation-status.ts'
import { requestReader } from './reading.ts'
import { isOpen, messageOf, requestStateOf } from './rules.ts'
import type { RequestRow, SubRequestView } from './store.ts'
import type { LimitInput } from './submission/actions.ts'
import {
  AcceptedRequest,
  OperationStatus,
  QuotaLimitInput,
  QuotaLimitInputs,
  QuotaRequestDetails,
  QuotaRequestDetailsList,
  RequestQuery,
  type SubRequest,
  VersionQuery,
} from './wire.ts'

export type RequestDeps = LimitDeps &
  SubmitDeps &
  Readonly<{ productTime: ProductClock; reads: SharedReads; quotaRetryAfterSeconds: number }>

const ACCEPTED = { 201: answer('The request, which is in progress.', ref(AcceptedRequest)) }

export function requestRoutes(app: Routes, deps: RequestDeps): void {
  submitRoutes(app, deps)
  statusRoutes(app, deps)
}

function submitRoutes(app: Routes, deps: RequestDeps): void {
  const path = `${scopePath(deps.vendorNamespace)}/serviceLimits`
  for (const [method, operationId] of [
    ['PUT', 'setLimit'],
    ['PATCH', 'updateLimit'],
  ] as const) {
    app.route({
      method,
      url: `${path}/:resourceName`,
      ...operation(operationId, 'request quota', {
        summary: 'Request a new limit for a resource',
        params: OfResource,
        querystring: VersionQuery,
        body: ref(QuotaLimitInput),
        answers: ACCEPTED,
      }),
      handler: (request, reply) => {
        const { resourceName } = request.params
        const { name, limit: requestedLimit, ...input } = request.body.properties
        if (name?.value !== undefined && keyOfName(name.value) !== keyOfName(resourceName)) {
          throw nameDiffers(resourceName, name.value)
        }
        return answerSubmit(deps, request, reply, [{ ...input, resourceName, requestedLimit }])
      },
    })
  }
  app.put(
    path,
    operation('setLimits', 'request quota', {
      summary:
        'Request new limits for several resources (specific to Binnacle, not in the published API)',
      params: OfScope,
      querystring: VersionQuery,
      body: ref(QuotaLimitInputs),
      answers: ACCEPTED,
    }),
    (request, reply) => {
      if (!isForAny(preconditionOf(request.headers))) throw preconditionForOne()
      const limits = request.body.value.map(({ properties: { name, limit, ...input } }) => ({
        ...input,
        resourceName: name.value,
        requestedLimit: limit,
      }))
      return answerSubmit(deps, request, reply, limits)
    },
  )
}

type SubmitRequest = Pick<FastifyRequest, 'call' | 'headers'> &
  Readonly<{ params: Location; subscription: Subscription }>

async function answerSubmit(
  deps: RequestDeps,
  { call, params, subscription, headers }: SubmitRequest,
  reply: Pick<FastifyReply, 'code'>,
  limits: readonly LimitInput[],
) {
  const { id: subscriptionId } = subscription
  const input = { ...params, subscriptionId, limits, precondition: preconditionOf(headers) }
  const request = await submitQuotaRequest(deps, call, input)
  const links = linksOf(deps, subscriptionId, params, request.id)
  reply
    .code(201)
    .header('location', links.request)
    .header('azure-asyncoperation', links.operation)
    .header('operation-location', links.operation)
    .header('retry-after', deps.quotaRetryAfterSeconds)
  return toAccepted(request, links.path, deps.vendorNamespace)
}

export const preconditionOf = (headers: FastifyRequest['headers']): Precondition => ({
  ...(headers['if-match'] !== undefined && { ifMatch: headers['if-match'] }),
  ...(headers['if-none-match'] !== undefined && { ifNoneMatch: headers['if-none-match'] }),
})

function statusRoutes(app: Routes, deps: RequestDeps): void {
  const { reads, vendorNamespace } = deps
  const path = scopePath(vendorNamespace)
  const requireRequest = requestReader(reads)
  app.get(
    `${path}/serviceLimitsRequests`,
    operation('listQuotaRequests', 'read quota', {
      summary: 'List the quota requests from the past year, latest first',
      params: OfScope,
      querystring: RequestQuery,
      answers: { 200: answer('The requests.', ref(QuotaRequestDetailsList)) },
    }),
    ({ params, subscription, query, url }) => {
      const scope = scopeOf(subscription.id, params)
      const asked = { list: 'quota requests', scope, params, query, url }
      return readHistory(deps, asked, (row) => toDetails(row, subscription.id, vendorNamespace))
    },
  )
  app.get(
    `${path}/serviceLimitsRequests/:id`,
    operation('getQuotaRequest', 'read quota', {
      summary: 'Get a quota request and its status',
      params: OfRequest,
      querystring: VersionQuery,
      answers: { 200: answer('The request.', ref(QuotaRequestDetails)) },
    }),
    async ({ params, subscription }) => {
      const request = await requireRequest(subscription.id, params)
      return toDetails(request, subscription.id, vendorNamespace)
    },
  )
  app.get(
    `${path}/operationsStatus/:id`,
    operation('getOperationStatus', 'read quota', {
      summary: 'Get the status of a quota request, for polling',
      params: OfRequest,
      querystring: VersionQuery,
      answers: { 200: answer('The status.', ref(OperationStatus)) },
    }),
    async ({ params, subscription }, reply) => {
      const request = await requireRequest(subscription.id, params)
      const links = linksOf(deps, subscription.id, params, request.id)
      reply.header('location', links.request)
      if (request.subRequests.some(({ state }) => isOpen(state))) {
        reply
          .header('azure-asyncoperation', links.operation)
          .header('retry-after', deps.quotaRetryAfterSeconds)
      }
      return toStatus(request, `${links.path}/operationsStatus/${request.id}`)
    },
  )
}

function linksOf(deps: RequestDeps, subscriptionId: string, params: Location, id: string) {
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
  const { id, subRequests } = request
  const [only] = subRequests
  const value = subRequests.map(toSubRequest)
  const single = subRequests.length === 1 && only ? toSubRequest(only) : undefined
  return {
    id: `${path}/serviceLimitsRequests/${id}`,
    name: id,
    type: `${vendorNamespace}.Capacity/ServiceLimits`,
    requestId: id,
    properties: {
      requestId: id,
      provisioningState: requestStateOf(subRequests.map(({ state }) => state)),
      message: messageOf(subRequests),
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

export function toDetails(
  { id, submittedAt, subRequests }: RequestRow,
  subscriptionId: string,
  vendorNamespace: string,
): QuotaRequestDetails {
  return {
    id,
    name: `${subscriptionId}/${id}`,
    type: `${vendorNamespace}.Capacity/serviceLimitsRequests`,
    properties: {
      message: messageOf(subRequests),
      provisioningState: requestStateOf(subRequests.map(({ state }) => state)),
      requestSubmitTime: withoutFraction(submittedAt),
      value: subRequests.map(toSubRequest),
    },
  }
}

const toSubRequest = (subRequest: SubRequestView): SubRequest => ({
  limit: subRequest.grantedLimit ?? subRequest.requestedLimit,
  message: subRequest.message,
  name: { value: subRequest.resourceName, localizedValue: subRequest.displayName },
  provisioningState: subRequest.state,
  ...(subRequest.resourceType !== null && { resourceType: subRequest.resourceType }),
  subRequestId: subRequest.id,
  unit: subRequest.unit,
})
