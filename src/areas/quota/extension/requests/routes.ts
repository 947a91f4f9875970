import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { OfRequest, OfScope } from '../../limits/routes.ts'
import { operation } from '../../operation.ts'
import { readHistory } from '../../requests/history/reading.ts'
import { failuresOf, toStatus, withoutFraction } from '../../requests/operation-status.ts'
import { requestReader } from '../../requests/reading.ts'
import type { RequestDeps } from '../../requests/routes.ts'
import { isOpen, messageOf, requestStateOf } from '../../requests/rules.ts'
import type { RequestRow, SubRequestView } from '../../requests/store.ts'
import { OperationStatus } from '../../requests/wire.ts'
import { scopeOf } from '../../rules.ts'
import { extensionPath, linksOf, pathOf } from '../paths.ts'
import { toLimitValue } from '../reading.ts'
import { VersionQuery } from '../wire.ts'
import { QuotaRequest, QuotaRequestList, type QuotaSubRequest, RequestQuery } from './wire.ts'

export function requestRoutes(app: Routes, deps: RequestDeps): void {
  const { reads, vendorNamespace } = deps
  const path = extensionPath(vendorNamespace)
  const requireRequest = requestReader(reads)
  app.get(
    `${path}/quotaRequests`,
    operation('listQuotaRequestStatus', 'read quota', {
      summary: 'List the quota requests from the past year, latest first',
      params: OfScope,
      querystring: RequestQuery,
      answers: { 200: answer('The requests.', ref(QuotaRequestList)) },
    }),
    ({ params, subscription, query, url }) => {
      const scope = scopeOf(subscription.id, params)
      const below = pathOf(subscription.id, params, vendorNamespace)
      const asked = { list: 'quota request status', scope, params, query, url }
      return readHistory(deps, asked, (row) => toRequest(row, below, vendorNamespace))
    },
  )
  app.get(
    `${path}/quotaRequests/:id`,
    operation('getQuotaRequestStatus', 'read quota', {
      summary: 'Get a quota request and its status',
      params: OfRequest,
      querystring: VersionQuery,
      answers: { 200: answer('The request.', ref(QuotaRequest)) },
    }),
    async ({ params, subscription }) => {
      const request = await requireRequest(subscription.id, params)
      return toRequest(request, pathOf(subscription.id, params, vendorNamespace), vendorNamespace)
    },
  )
  app.get(
    `${path}/operationsStatus/:id`,
    operation('getQuotaOperationStatus', 'read quota', {
      summary: 'Get the status of a quota request, for polling',
      params: OfRequest,
      querystring: VersionQuery,
      answers: { 200: answer('The status.', ref(OperationStatus)) },
    }),
    async ({ params, subscription, query }, reply) => {
      const request = await requireRequest(subscription.id, params)
      const asked = { id: request.id, version: query['api-version'] }
      const links = linksOf(deps, subscription.id, params, asked)
      const isRunning = request.subRequests.some(({ state }) => isOpen(state))
      reply.header('location', isRunning ? links.operation : links.request)
      if (isRunning) {
        reply
          .header('azure-asyncoperation', links.operation)
          .header('operation-location', links.operation)
          .header('retry-after', deps.quotaRetryAfterSeconds)
      }
      return toStatus(request, `${links.path}/operationsStatus/${request.id}`)
    },
  )
}

function toRequest(request: RequestRow, path: string, vendorNamespace: string): QuotaRequest {
  const { id, submittedAt, subRequests } = request
  const provisioningState = requestStateOf(subRequests.map(({ state }) => state))
  const message = messageOf(subRequests)
  const [failure] = isOpen(provisioningState) ? [] : failuresOf(request)
  return {
    id: `${path}/quotaRequests/${id}`,
    name: id,
    type: `${vendorNamespace}.Quota/QuotaRequests`,
    properties: {
      message,
      provisioningState,
      requestSubmitTime: withoutFraction(submittedAt),
      ...(failure && { error: { code: failure.code, message } }),
      value: subRequests.map(toSubRequest),
    },
  }
}

const toSubRequest = (subRequest: SubRequestView): QuotaSubRequest => ({
  limit: toLimitValue(subRequest.grantedLimit ?? subRequest.requestedLimit),
  message: subRequest.message,
  name: { value: subRequest.resourceName, localizedValue: subRequest.displayName },
  provisioningState: subRequest.state,
  ...(subRequest.resourceType !== null && { resourceType: subRequest.resourceType }),
  subRequestId: subRequest.id,
  unit: subRequest.unit,
})
