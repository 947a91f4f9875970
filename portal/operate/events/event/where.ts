import {
  type ServiceRegion,
  serviceRegionsOf,
} from '../../../areas/service-health/events/event-summary.ts'
import type { OperatorEvent, Revising } from '../queries.ts'

export type WhereAction = Extract<Revising[0], 'updates' | 'resolve' | 'reopen'>

export const nameOf = ({ service, region }: ServiceRegion): string =>
  region === undefined ? `${service} in all regions` : `${service} in ${region}`

/** Nothing to resolve where it is resolved. A service in all its regions has no status of its own to go by. */
const FITS: Readonly<Record<WhereAction, (status: ServiceRegion['status']) => boolean>> = {
  updates: () => true,
  resolve: (status) => status !== 'Resolved',
  reopen: (status) => status !== 'Active',
}

/** Where an action can be taken. */
export const listWhere = (action: WhereAction, { event }: OperatorEvent): ServiceRegion[] =>
  serviceRegionsOf(event).filter(({ status }) => FITS[action](status))

/** An event that names no service is resolved and reopened as a whole. */
export const canTake = (action: WhereAction, published: OperatorEvent): boolean =>
  serviceRegionsOf(published.event).length === 0
    ? FITS[action](published.event.properties.status)
    : listWhere(action, published).length > 0

/** What an action for all of them is called, in the list and on the button. */
export const ALL_WORDS: Readonly<Record<WhereAction, readonly [label: string, words: string]>> = {
  updates: ['All services and regions', 'all services and regions'],
  resolve: ['All regions where the event is active', 'everywhere'],
  reopen: ['All regions where the event is resolved', 'everywhere'],
}

/** The API takes no more by name. */
const MAX_NAMED = 1000

/**
 * As it is sent. Nothing means everywhere: also where the event is resolved already, which would get the text
 * of another region.
 */
export function toWhere(
  published: OperatorEvent,
  all: readonly ServiceRegion[],
  chosen: readonly ServiceRegion[] | undefined,
) {
  const isEverywhere = all.length === serviceRegionsOf(published.event).length
  const named = chosen ?? (isEverywhere || all.length > MAX_NAMED ? undefined : all)
  return named?.map(({ service, region }) => ({
    impactedService: service,
    ...(region !== undefined && { impactedRegion: region }),
  }))
}

/** As in "Resolve Storage in West US". `chosen`: nothing for all. */
export function describeWhere(
  action: WhereAction,
  all: readonly ServiceRegion[],
  chosen: readonly ServiceRegion[] | undefined,
): string {
  const [first, ...others] = chosen ?? all
  if (first === undefined) return 'the event'
  if (others.length === 0) return nameOf(first)
  return chosen === undefined ? ALL_WORDS[action][1] : `${chosen.length} of ${all.length} regions`
}
