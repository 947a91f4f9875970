import type { EventReach } from './wire.ts'

export const MOST_COUNTED = 10_000
const EXAMPLES = 10

/** How many were found, in numbers and as a sentence. `isWhole`: counting was not stopped. */
export function toReach(ids: readonly string[], isWhole: boolean): EventReach {
  const subscriptions = Math.min(ids.length, MOST_COUNTED)
  const orMore = !isWhole || ids.length > MOST_COUNTED
  const count = subscriptions.toLocaleString('en-US')
  const noun = subscriptions === 1 && !orMore ? 'subscription' : 'subscriptions'
  const examples = ids.toSorted().slice(0, EXAMPLES)
  return { subscriptions, orMore, summary: `${count}${orMore ? ' or more' : ''} ${noun}`, examples }
}
