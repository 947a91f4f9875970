import { useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { LiveState } from '../../management/live/follow.ts'
import { useLive } from '../../management/live/useLive.ts'
import { applyFrames, type Changes } from './events/apply-frames.ts'
import { titleOf } from './events/event-summary.ts'

/** Keeps the pages of a subscription as its events are, and says aloud what has changed. */
export function useLiveEvents(subscription: string, onChange?: () => void): LiveState {
  const client = useQueryClient()
  const { announce } = useAnnounce()
  return useLive(subscription, 'events', (frames) => {
    const sentence = describe(applyFrames(client, subscription, frames))
    if (sentence !== undefined) announce(sentence)
    onChange?.()
  })
}

function describe(changes: Changes): string | undefined {
  const [event, ...more] = [...changes.values()].filter((changed) => changed !== undefined)
  if (!event) return undefined
  if (more.length > 0) return `${more.length + 1} events have changed`
  return `${titleOf(event)}: ${event.properties.status}`
}
