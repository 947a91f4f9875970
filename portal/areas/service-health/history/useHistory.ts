import { useQuery } from '@tanstack/react-query'
import { activeEventsQuery, type Event, eventsQuery } from '../events/queries.ts'
import { useAnnouncedEvents } from '../useAnnouncedEvents.ts'

/** The events of the last 90 days, and with them what goes on for longer. */
export function useHistory(subscription: string) {
  const listed = useQuery(eventsQuery(subscription))
  const { data: active = [] } = useQuery(activeEventsQuery(subscription))
  useAnnouncedEvents(subscription, listed.data)
  const unite = (events: readonly Event[]): Event[] => {
    const names = new Set(events.map(({ name }) => name))
    return [...events, ...active.filter(({ name }) => !names.has(name))]
  }
  return { listed, unite }
}
