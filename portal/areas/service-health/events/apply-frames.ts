import type { QueryClient } from '@tanstack/react-query'
import type { Frame } from '../../../../client/event-stream.ts'
import { eventKeys } from './event-keys.ts'
import { isActive } from './event-summary.ts'
import type { Event } from './queries.ts'

/** What frames say about events: the newest of each that changed, and nothing for one that has left. */
export type Changes = ReadonlyMap<string, Event | undefined>

export function readChanges(frames: readonly Frame[]): Changes {
  const changes = new Map<string, Event | undefined>()
  for (const { event, data } of frames) {
    if (event === 'event') {
      const changed = JSON.parse(data) as Event
      changes.set(changed.name, changed)
    }
    if (event === 'removed') {
      const { trackingId } = JSON.parse(data) as { trackingId: string }
      changes.set(trackingId, undefined)
    }
  }
  return changes
}

/** A list with the changes in it; those that are `wanted` and new come first. */
export function patchList(
  events: readonly Event[],
  changes: Changes,
  wanted: (event: Event) => boolean = () => true,
): Event[] {
  const kept = events.filter(({ name }) => !changes.has(name))
  const added = [...changes.values()].filter((event) => event !== undefined).filter(wanted)
  return [...added.toReversed(), ...kept]
}

/** Brings frames of the stream to the lists and pages that are open. */
export function applyFrames(
  client: QueryClient,
  subscription: string,
  frames: readonly Frame[],
): Changes {
  const changes = readChanges(frames)
  if (frames.some(({ event }) => event === 'start' || event === 'reset')) {
    void client.invalidateQueries({ queryKey: eventKeys.ofSubscription(subscription) })
    return changes
  }
  if (changes.size === 0) return changes
  patch(client, eventKeys.active(subscription), changes, isActive)
  for (const [key] of client.getQueriesData({ queryKey: eventKeys.lists(subscription) })) {
    // Whether a filter takes an event, only the server knows.
    if (key.at(-1) === undefined) patch(client, key, changes)
    else void client.invalidateQueries({ queryKey: key, exact: true })
  }
  for (const [trackingId, event] of changes) {
    const key = eventKeys.one(subscription, trackingId)
    if (event && client.getQueryData(key)) client.setQueryData(key, event)
    void client.invalidateQueries({ queryKey: key, ...(event && { predicate: isBeside }) })
  }
  return changes
}

/** What was asked for beside the event: frames do not contain it. */
const isBeside = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey.at(-1) === 'resources' || queryKey.at(-1) === 'reason'

function patch(
  client: QueryClient,
  key: readonly unknown[],
  changes: Changes,
  wanted?: (event: Event) => boolean,
): void {
  const { data, fetchStatus } = client.getQueryState<Event[]>(key) ?? {}
  // An answer that is on its way may be older than the change.
  if (data === undefined || fetchStatus === 'fetching') {
    void client.invalidateQueries({ queryKey: key, exact: true })
  } else client.setQueryData(key, patchList(data, changes, wanted))
}
