import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { readMarker, toNextLink } from '../../../../platform/http/listing.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import type { PageMarkers } from '../../../../platform/http/page-marker.ts'
import { PAGE_SIZE, PageQuery, toPage } from '../../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { toSubscriptionId } from '../../../../platform/subscription.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import type { EngineDeps } from '../../deciding/actions.ts'
import { partNotFound } from '../../errors.ts'
import { decideByHand } from './actions.ts'
import { type After, listGivenUp, listWaiting, type OperatorPart } from './store.ts'
import { Decision, GivenUpPartList, WaitingPartList } from './wire.ts'

export type DecisionDeps = EngineDeps & Readonly<{ markers: PageMarkers; publicUrl: string }>

const tag = 'quota'
type Page = { Querystring: { $skiptoken?: string } }
type Part = { Params: { subscription_id: string; request_id: string; sub_request_id: string } }

export function decisionRoutes(app: FastifyInstance, deps: DecisionDeps): void {
  const list = listing(deps)
  app.get<Page>(
    '/operator/v1/quota/waiting',
    operatorOperation('listWaitingQuota', {
      tag,
      summary: 'What waits for somebody to decide, the oldest first',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of sub-requests.', ref(WaitingPartList)) },
    }),
    ({ query, raw }) =>
      list(query.$skiptoken, raw.url, listWaiting, toWaiting, ({ created_at }) => created_at),
  )
  app.get<Page>(
    '/operator/v1/quota/given-up',
    operatorOperation('listGivenUpQuota', {
      tag,
      summary: 'What the engine stopped trying, the latest first, and why',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of sub-requests.', ref(GivenUpPartList)) },
    }),
    ({ query, raw }) =>
      list(query.$skiptoken, raw.url, listGivenUp, toGivenUp, ({ gave_up_at }) => gave_up_at),
  )
  app.post<Part & { Body: Decision }>(
    '/operator/v1/subscriptions/:subscription_id/quota/requests/:request_id/:sub_request_id/decision',
    operatorOperation('decideQuota', {
      tag,
      summary: 'Approve, approve less, or deny, with a reason the requester reads',
      body: ref(Decision),
      answers: DONE,
    }),
    async ({ call, params, body }, reply) => {
      const { subscription_id, request_id: requestId, sub_request_id: subRequestId } = params
      const subscriptionId = toSubscriptionId(subscription_id)
      if (!subscriptionId || !isUuid(requestId) || !isUuid(subRequestId)) throw partNotFound()
      await decideByHand(deps, call, { subscriptionId, requestId, subRequestId }, body)
      return reply.code(204).send()
    },
  )
}

/** Both lists are walked alike: by a time and an id. */
function listing({ db, markers, publicUrl }: DecisionDeps) {
  return async <Wire>(
    $skiptoken: string | undefined,
    url: string | undefined,
    read: typeof listWaiting,
    toWire: (part: OperatorPart) => Wire,
    timeOf: (part: OperatorPart) => Date | null,
  ) => {
    const marker = readMarker<{ time: number; id: string }>(markers, $skiptoken, [read.name])
    const after: After | undefined = marker && { time: new Date(marker.time), id: marker.id }
    const rows = await read(db, { after, limit: PAGE_SIZE + 1 })
    return toPage(rows, toWire, (part) => {
      const next = markers.write({ time: timeOf(part)?.getTime(), id: part.id }, [read.name])
      return toNextLink(url ?? '', publicUrl, next)
    })
  }
}

const toShared = (part: OperatorPart) => ({
  subscriptionId: part.subscription_id,
  requestId: part.request_id,
  subRequestId: part.id,
  provider: part.provider_key,
  location: part.location_key,
  resource: part.name,
  unit: part.unit,
  askedLimit: part.asked_limit,
  requestedBy: part.requestedBy,
})

const toWaiting = (part: OperatorPart) => ({
  ...toShared(part),
  ...(part.currentLimit !== null && { currentLimit: part.currentLimit }),
  currentValue: part.currentValue,
  waitingSince: part.created_at.toISOString(),
})

const toGivenUp = (part: OperatorPart) => ({
  ...toShared(part),
  tries: part.tries,
  ...(part.last_error !== null && { lastError: part.last_error }),
  code: part.code ?? '',
  gaveUpAt: part.gave_up_at?.toISOString() ?? '',
})
