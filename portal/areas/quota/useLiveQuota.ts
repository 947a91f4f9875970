import { useQueryClient } from '@tanstack/react-query'
import type { LiveState } from '../../management/live/follow.ts'
import { useLive } from '../../management/live/useLive.ts'

const REQUEST_KEYS = ['quota request', 'quota requests'] as const
/** A request that has ended may have changed a limit, and what would happen to the next. */
const ALL_KEYS = [...REQUEST_KEYS, 'quota limits', 'quota usage', 'quota preflight'] as const

/** Loads again what is on the page when a request of the subscription has changed. */
export function useLiveQuota(subscription: string): LiveState {
  const client = useQueryClient()
  return useLive(subscription, 'quota', (frames) => {
    const events = new Set(frames.map(({ event }) => event))
    const hasChanged = events.has('quotaRequest') || events.has('reset')
    // What was committed before the stream began may have come after the first load.
    const keys = hasChanged ? ALL_KEYS : events.has('start') ? REQUEST_KEYS : []
    for (const key of keys) void client.invalidateQueries({ queryKey: [key, subscription] })
  })
}
