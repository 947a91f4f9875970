import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { askAgain } from '../../ask-again.ts'
import { operator } from '../client.ts'

type Schemas = components['schemas']
export type OperatorEvent = Schemas['OperatorEvent']
export type NewEvent = Schemas['NewEvent']
export type EventReach = Schemas['EventReach']
export type EventRevision = Schemas['EventRevision']
export type ReviewStage = Schemas['EventReview']['stage']

const EVENTS = '/operator/v1/events'
const ONE = `${EVENTS}/{tracking_id}` as const

/** More of them nobody reads; an address with the tracking id of another one works all the same. */
export const MAX_EVENTS = 2000

/** Of everything that the cache has from this API about events. */
export const operatorEvents = { queryKey: ['operator events'] } as const

export const eventsQuery = queryOptions({
  refetchInterval: askAgain,
  queryKey: [...operatorEvents.queryKey, 'list'],
  queryFn: ({ signal }) =>
    listRows((query) => operator.GET(EVENTS, { params: { query }, signal }), MAX_EVENTS),
})

const pathOf = (trackingId: string) => ({ path: { tracking_id: trackingId } })

export const eventQuery = (trackingId: string) =>
  queryOptions({
    queryKey: [...operatorEvents.queryKey, 'one', trackingId],
    refetchInterval: askAgain,
    queryFn: ({ signal }) => dataOf(operator.GET(ONE, { params: pathOf(trackingId), signal })),
  })

export const revisionsQuery = (trackingId: string) =>
  queryOptions({
    queryKey: [...operatorEvents.queryKey, 'revisions', trackingId],
    refetchInterval: askAgain,
    queryFn: async ({ signal }) => {
      const params = pathOf(trackingId)
      return (await dataOf(operator.GET(`${ONE}/revisions`, { params, signal }))).value
    },
  })

export const measureReach = (event: NewEvent, signal: AbortSignal): Promise<EventReach> =>
  dataOf(operator.POST(`${EVENTS}/reach`, { body: event, signal }))

/** Sent again with the same key, it is published once. */
export const publishEvent = (event: NewEvent, key: string): Promise<OperatorEvent> =>
  dataOf(operator.POST(EVENTS, { body: event, params: { header: { 'idempotency-key': key } } }))

/** What can be done with an event that was published, and what is sent for it. */
type Bodies = {
  updates: Schemas['EventUpdate']
  resolve: Schemas['EventResolution']
  reopen: Schemas['EventReopening']
  reviews: Schemas['EventReview']
  'false-positive': Schemas['FalsePositive']
}
export type Revising = { [Action in keyof Bodies]: readonly [Action, Bodies[Action]] }[keyof Bodies]

/** Sent again with the same key, it takes effect once. */
export function reviseEvent(
  trackingId: string,
  [action, body]: Revising,
  key: string,
): Promise<OperatorEvent> {
  const params = { ...pathOf(trackingId), header: { 'idempotency-key': key } }
  // Each body fits its own path, which the type of the path in general does not say.
  return dataOf(
    operator.POST(`${ONE}/${action}` as `${typeof ONE}/updates`, {
      params,
      body: body as Bodies['updates'],
    }),
  )
}
