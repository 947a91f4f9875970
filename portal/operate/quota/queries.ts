import { queryOptions } from '@tanstack/react-query'
import { EMPTY_BODY } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { askAgain } from '../../ask-again.ts'
import { operator } from '../client.ts'

type Schemas = components['schemas']
export type Waiting = Schemas['WaitingSubRequest']
export type GivenUp = Schemas['GivenUpSubRequest']
export type Decision = Schemas['QuotaDecision']
export type PastRequest = Schemas['QuotaRequestRecord']

/** As many as a person can look through; the rest comes up as these are decided. */
export const MAX_LISTED = 500

const WAITING_KEY = ['operate quota', 'waiting']
const GIVEN_UP_KEY = ['operate quota', 'given up']
const HISTORY_KEY = ['operate quota', 'history']
/** Whatever was decided or tried again may be in each of the lists. */
export const CHANGED = [{ queryKey: ['operate quota'] }] as const

const listWaiting = (signal: AbortSignal) =>
  listRows(
    (query) => operator.GET('/operator/v1/quota/waiting', { params: { query }, signal }),
    MAX_LISTED,
  )

/** The oldest first. */
export const waitingQuery = queryOptions({
  queryKey: [...WAITING_KEY, 'all'],
  queryFn: ({ signal }) => listWaiting(signal),
  refetchInterval: askAgain,
})

/** Null: it does not wait, or no longer. */
export const waitingOneQuery = (subRequestId: string) =>
  queryOptions({
    queryKey: [...WAITING_KEY, subRequestId],
    queryFn: async ({ signal }) => {
      const all = await listWaiting(signal)
      return all.find((one) => one.subRequestId === subRequestId) ?? null
    },
    refetchInterval: askAgain,
  })

/** The latest first. */
export const givenUpQuery = queryOptions({
  queryKey: GIVEN_UP_KEY,
  queryFn: ({ signal }) =>
    listRows(
      (query) => operator.GET('/operator/v1/quota/given-up', { params: { query }, signal }),
      MAX_LISTED,
    ),
  refetchInterval: askAgain,
})

/** The latest first, of the past year. */
export const historyQuery = (subscription: string) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, subscription],
    queryFn: ({ signal }) =>
      listRows(
        (query) =>
          operator.GET('/operator/v1/subscriptions/{subscription_id}/quota/requests', {
            params: { path: { subscription_id: subscription }, query },
            signal,
          }),
        MAX_LISTED,
      ),
    refetchInterval: askAgain,
  })

const SUB_REQUEST =
  '/operator/v1/subscriptions/{subscription_id}/quota/requests/{request_id}/{sub_request_id}'

const pathOf = ({ subscriptionId, requestId, subRequestId }: Waiting | GivenUp) => ({
  subscription_id: subscriptionId,
  request_id: requestId,
  sub_request_id: subRequestId,
})

export const decide = (subRequest: Waiting, decision: Decision) =>
  operator.POST(`${SUB_REQUEST}/decision`, { params: { path: pathOf(subRequest) }, body: decision })

export const retry = (subRequest: GivenUp) =>
  operator.POST(`${SUB_REQUEST}/retry`, {
    params: { path: pathOf(subRequest) },
    body: EMPTY_BODY,
  })
