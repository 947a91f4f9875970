import type { EventReach } from '../queries.ts'

/** As in "sub-a, sub-b and 12 more": the server names up to ten. */
export function listReached({ examples, subscriptions, orMore }: EventReach): string {
  const rest = subscriptions - examples.length
  const more = rest > 0 ? ` and ${rest.toLocaleString('en')}${orMore ? ' or' : ''} more` : ''
  return `${examples.join(', ')}${more}`
}
