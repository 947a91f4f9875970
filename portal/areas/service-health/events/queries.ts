import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/service-health.ts'
import { listUpTo } from '../../../../client/pages.ts'
import { askAgain } from '../../../ask-again.ts'
import { serviceHealth } from '../../../management/clients.ts'
import { eventKeys } from './event-keys.ts'

export type Event = components['schemas']['Event']
export type ImpactedResource = components['schemas']['ImpactedResource']

export const API_VERSION = '2025-05-01'
const EVENTS = '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events'
const DAY_MS = 86_400_000

/** What the pages look back on at most. */
export const WINDOW_DAYS = 90
/** More of them nobody reads; filters are for those who look for one of many. */
export const MAX_EVENTS = 2000
export const MAX_RESOURCES = 5000

export type EventSelection = Readonly<{ days: number; filter?: string | undefined }>

export const startOf = (days: number, nowMs = Date.now()): string =>
  new Date(nowMs - days * DAY_MS).toISOString().replace(/:\d\d\.\d+Z$/, ':00Z')

type Query = Readonly<{ queryStartTime: string; $filter?: string }>

const listEvents = (subscriptionId: string, query: Query, signal: AbortSignal) =>
  listUpTo(MAX_EVENTS, (cursor) => {
    const asked = { 'api-version': API_VERSION, ...query, ...(cursor && { $skipToken: cursor }) }
    const params = { path: { subscriptionId }, query: asked }
    return dataOf(serviceHealth.GET(EVENTS, { params, signal }))
  })

export const eventsQuery = (
  subscriptionId: string,
  { days, filter }: EventSelection = { days: WINDOW_DAYS },
) =>
  queryOptions({
    queryKey: [...eventKeys.lists(subscriptionId), days, filter],
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listEvents(
        subscriptionId,
        { queryStartTime: startOf(days), ...(filter && { $filter: filter }) },
        signal,
      ),
  })

/** However long ago they changed: what is not over still counts. */
const EVER = '2000-01-01'

export const activeEventsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: eventKeys.active(subscriptionId),
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listEvents(subscriptionId, { queryStartTime: EVER, $filter: `status eq 'Active'` }, signal),
  })

export const eventQuery = (subscriptionId: string, trackingId: string) =>
  queryOptions({
    queryKey: eventKeys.one(subscriptionId, trackingId),
    refetchInterval: askAgain,
    queryFn: ({ signal }) => {
      const path = { subscriptionId, trackingId }
      const params = { path, query: { 'api-version': API_VERSION } }
      return dataOf(serviceHealth.GET(`${EVENTS}/{trackingId}`, { params, signal }))
    },
  })

export type Reason = components['schemas']['Reason']

const REASON =
  '/subscriptions/{subscriptionId}/providers/Binnacle.ResourceHealth/events/{trackingId}/reason'

/** Why the event is among those of the subscription. */
export const reasonQuery = (subscriptionId: string, trackingId: string) =>
  queryOptions({
    queryKey: eventKeys.reason(subscriptionId, trackingId),
    refetchInterval: askAgain,
    queryFn: ({ signal }) => {
      const path = { subscriptionId, trackingId }
      const params = { path, query: { 'api-version': API_VERSION } }
      return dataOf(serviceHealth.GET(REASON, { params, signal }))
    },
  })

/** Answered to owners and contributors, and recorded each time: asked for by a person, never by a page. */
export function fetchEventDetails(subscriptionId: string, trackingId: string): Promise<Event> {
  const path = { subscriptionId, trackingId }
  const params = { path, query: { 'api-version': API_VERSION } }
  return dataOf(serviceHealth.POST(`${EVENTS}/{trackingId}/fetchEventDetails`, { params }))
}

export const resourcesQuery = (subscriptionId: string, trackingId: string) =>
  queryOptions({
    queryKey: eventKeys.resources(subscriptionId, trackingId),
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listUpTo<ImpactedResource>(MAX_RESOURCES, (cursor) => {
        const query = { 'api-version': API_VERSION, ...(cursor && { $skipToken: cursor }) }
        const params = { path: { subscriptionId, trackingId }, query }
        return dataOf(
          serviceHealth.GET(`${EVENTS}/{trackingId}/impactedResources`, { params, signal }),
        )
      }),
  })
