import type { PastRequest } from '../queries.ts'
import { countRequests } from '../words.ts'

const plural = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}`])

/** As in "4 requests in the past year: 2 granted, 1 not granted, 1 open." */
export function summarize(requests: readonly PastRequest[]): string {
  if (requests.length === 0) return 'No requests in the past year.'
  const states = requests.map(({ provisioningState }) => provisioningState)
  const granted = states.filter((state) => state === 'Succeeded').length
  const refused = states.filter((state) => state === 'Failed' || state === 'Invalid').length
  const open = states.length - granted - refused
  const counts = [
    ...plural(granted, 'granted'),
    ...plural(refused, 'not granted'),
    ...plural(open, 'open'),
  ]
  return `${countRequests(requests.length)} in the past year: ${counts.join(', ')}.`
}
