import type { Fields, Filter } from '../../../platform/filter/filter.ts'
import { AVAILABILITY_STATES, type AvailabilityState, type AvailabilityStatus } from './wire.ts'

export const STATUS_FIELDS = {
  availabilityState: { type: 'text', known: AVAILABILITY_STATES, knownValuesOnly: true },
  reasonType: { type: 'text' },
  location: { type: 'text' },
} as const satisfies Fields
export type StatusField = keyof typeof STATUS_FIELDS
/** How many states of a resource are kept, and how many states and events its history goes back. */
export const MOST_STATES = 100
export type StatusFilter = Filter<StatusField>

/** One state of a resource: an operator set it, or an event that names the resource implies it. */
export type State = Readonly<{
  resourceId: string
  state: AvailabilityState
  title: string | null
  summary: string | null
  reasonType: string | null
  location: string | null
  /** Since when. */
  at: Date
  reportedAt: Date
  event: Readonly<{ trackingId: string; type: string; status: string }> | null
}>

const SUMMARIES: Readonly<Record<AvailabilityState, string>> = {
  Available: 'There are no known problems with this resource.',
  Unavailable: 'This resource is unavailable.',
  Degraded: 'This resource is degraded.',
  Unknown: 'The state of this resource is not known.',
}

/** What is said of a state that an operator has set without texts. */
export const textsOf = ({ state, title, summary }: Pick<State, 'state' | 'title' | 'summary'>) => ({
  title: title ?? state,
  summary: summary ?? SUMMARIES[state],
})

/** `availabilityStatuses`, or `childAvailabilityStatuses` for a child resource. */
export type StatusKind = Readonly<{ provider: string; noun: string }>

const identify = (resourceId: string, { provider, noun }: StatusKind, name: string) => ({
  id: `${resourceId}/providers/${provider}/${noun}/${name}`,
  name,
  type: `${provider}/${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
})

export function toStatus(
  { resourceId, state, title, location, ...rest }: State,
  kind: StatusKind,
  isCurrent: boolean,
): AvailabilityStatus {
  return {
    ...identify(resourceId, kind, isCurrent ? 'current' : rest.at.toISOString()),
    ...(location !== null && { location }),
    properties: {
      availabilityState: state,
      title: title ?? state,
      summary: rest.summary ?? toSummary(rest.event, state),
      ...(rest.reasonType !== null && { reasonType: rest.reasonType }),
      reasonChronicity: 'Persistent',
      occuredTime: rest.at.toISOString(),
      reportedTime: rest.reportedAt.toISOString(),
      ...(rest.event && { serviceImpactingEvents: [toImpactingEvent(rest.event, title, rest)] }),
    },
  }
}

const toSummary = (event: State['event'], state: AvailabilityState) =>
  event && state !== 'Available'
    ? `The event ${event.trackingId} affects this resource.`
    : SUMMARIES[state]

const toImpactingEvent = (
  event: NonNullable<State['event']>,
  title: string | null,
  { at, reportedAt }: Pick<State, 'at' | 'reportedAt'>,
) => ({
  correlationId: event.trackingId,
  eventStartTime: at.toISOString(),
  eventStatusLastModifiedTime: reportedAt.toISOString(),
  status: { value: event.status },
  incidentProperties: { ...(title !== null && { title }), incidentType: event.type },
})

/** A resource for which no state is recorded. */
export function toUnknown(resourceId: string, kind: StatusKind): AvailabilityStatus {
  return {
    ...identify(resourceId, kind, 'current'),
    properties: {
      availabilityState: 'Unknown',
      title: 'Unknown',
      summary: SUMMARIES.Unknown,
      reasonChronicity: 'Persistent',
    },
  }
}

/** An event that named the resource. */
export type PastEvent = Readonly<{
  state: State
  /** When it was resolved; undefined while it is active. */
  resolvedAt: Date | undefined
}>

/** Newest first. An event that was resolved left the resource available. */
export function mergeHistory(set: readonly State[], events: readonly PastEvent[]): State[] {
  const ofEvents = events.flatMap(({ state, resolvedAt }): State[] =>
    resolvedAt === undefined
      ? [state]
      : [state, { ...state, state: 'Available', reasonType: null, title: null, at: resolvedAt }],
  )
  return [...set, ...ofEvents].sort((a, b) => b.at.getTime() - a.at.getTime())
}

/** Whether they are one state, read twice. */
export const isSame = (a: State, b: State): boolean =>
  a.at.getTime() === b.at.getTime() &&
  a.state === b.state &&
  a.event?.trackingId === b.event?.trackingId
