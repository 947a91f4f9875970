import { useAnnounce } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { titleOf } from './events/event-summary.ts'
import type { Event } from './events/queries.ts'

/** Says aloud which events of an open page have changed since it was last loaded. */
export function useAnnouncedEvents(
  subscription: string,
  events: readonly Event[] | undefined,
): void {
  const { announce } = useAnnounce()
  const before = useRef<{ subscription: string; events: readonly Event[] }>(undefined)
  useEffect(() => {
    if (!events) return
    const earlier = before.current
    before.current = { subscription, events }
    if (earlier?.subscription !== subscription) return
    const sentence = describe(earlier.events, events)
    if (sentence !== undefined) announce(sentence)
  }, [subscription, events, announce])
}

function describe(before: readonly Event[], now: readonly Event[]): string | undefined {
  const known = new Map(before.map((event) => [event.name, event.properties.lastUpdateTime]))
  const names = new Set(now.map(({ name }) => name))
  const sentences = [
    ...now
      .filter(({ name, properties }) => known.get(name) !== properties.lastUpdateTime)
      .map((event) => `${titleOf(event)}: ${event.properties.status}`),
    ...before
      .filter(({ name }) => !names.has(name))
      .map((event) => `${titleOf(event)}: not listed any more`),
  ]
  return sentences.length > 1 ? `${sentences.length} events have changed` : sentences[0]
}
