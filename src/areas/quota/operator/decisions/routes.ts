import { Type } from 'typebox'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import { toSubscriptionId } from '../../../../directory/subscriptions/rules.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../../platform/paging/page.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import type { DecidingDeps } from '../../deciding/actions.ts'
import { subRequestNotFound } from '../../errors.ts'
import { decideByHand } from './actions.ts'
import {
  type GivenUpSubRequest,
  listGivenUp,
  listWaiting,
  type OperatorSubRequest,
  type Page,
  type WaitingSubRequest,
} from './store.ts'
import { Decision, GivenUpSubRequestList, WaitingSubRequestList } from './wire.ts'

export type DecisionDeps = DecidingDeps & Readonly<{ openPage: OpenPage }>

const tag = 'quota'
const OfSubRequest = pathParams('subscription_id', 'request_id', 'sub_request_id')

export function decisionRoutes(app: Routes, deps: DecisionDeps): void {
  const list = listBy(deps)
  app.get(
    '/operator/v1/quota/waiting',
    operatorOperation('listWaitingQuota', {
      tag,
      summary: 'List the sub-requests that are waiting for a decision, oldest first',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of sub-requests.', ref(WaitingSubRequestList)) },
    }),
    (request) => list(request, listWaiting, toWaiting, ({ created_at }) => created_at),
  )
  app.get(
    '/operator/v1/quota/given-up',
    operatorOperation('listGivenUpQuota', {
      tag,
      summary: 'List the sub-requests that failed after their last attempt, latest first',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of sub-requests.', ref(GivenUpSubRequestList)) },
    }),
    (request) => list(request, listGivenUp, toGivenUp, ({ gave_up_at }) => gave_up_at),
  )
  app.post(
    '/operator/v1/subscriptions/:subscription_id/quota/requests/:request_id/:sub_request_id/decision',
    operatorOperation('decideQuota', {
      tag,
      summary: 'Approve, partly approve or deny a sub-request, with a reason for the requester',
      params: OfSubRequest,
      body: ref(Decision),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body }, reply) => {
      const { subscription_id, request_id: requestId, sub_request_id: subRequestId } = params
      const subscriptionId = toSubscriptionId(subscription_id)
      if (!subscriptionId || !isUuid(requestId) || !isUuid(subRequestId)) throw subRequestNotFound()
      await decideByHand(deps, call, { subscriptionId, requestId, subRequestId }, body)
      return reply.code(204).send()
    },
  )
}

/** Both lists are walked alike: by a time and an id. */
function listBy({ db, openPage }: DecisionDeps) {
  return async <Row extends OperatorSubRequest, Wire>(
    { url, query: { $skiptoken: cursor } }: { url: string; query: { $skiptoken?: string } },
    read: (db: Db, page: Page) => Promise<Row[]>,
    toWire: (subRequest: Row) => Wire,
    timeOf: (subRequest: Row) => Date,
  ) => {
    const page = openPage<{ time: number; id: string }>({ url, cursor, scope: [read.name] })
    const after = page.after && { time: new Date(page.after.time), id: page.after.id }
    const rows = await read(db, { after, limit: PAGE_SIZE + 1 })
    return page.answer(rows, toWire, (row) => ({ time: timeOf(row).getTime(), id: row.id }))
  }
}

const toShared = (subRequest: OperatorSubRequest) => ({
  subscriptionId: subRequest.subscription_id,
  requestId: subRequest.request_id,
  subRequestId: subRequest.id,
  provider: subRequest.provider_key,
  location: subRequest.location_key,
  resource: subRequest.name,
  displayName: subRequest.display_name,
  unit: subRequest.unit,
  requestedLimit: subRequest.asked_limit,
  requestedBy: subRequest.requestedBy,
})

const toWaiting = (subRequest: WaitingSubRequest) => ({
  ...toShared(subRequest),
  ...(subRequest.currentLimit !== null && { currentLimit: subRequest.currentLimit }),
  currentValue: subRequest.currentValue,
  ...(subRequest.defaultLimit !== null && {
    headroomLimit: subRequest.defaultLimit + (subRequest.headroom ?? 0),
  }),
  ...(subRequest.maximum !== null && { maximum: subRequest.maximum }),
  waitingSince: subRequest.created_at.toISOString(),
})

const toGivenUp = (subRequest: GivenUpSubRequest) => ({
  ...toShared(subRequest),
  tries: subRequest.tries,
  ...(subRequest.last_error !== null && { lastError: subRequest.last_error }),
  code: subRequest.code,
  gaveUpAt: subRequest.gave_up_at.toISOString(),
  ...(subRequest.granted_limit !== null && { grantedLimit: subRequest.granted_limit }),
  ...(subRequest.retried_as !== null && { retriedAs: subRequest.retried_as }),
})
