import type { RequestRow } from '../requests/store.ts'
import type { QuotaState } from '../requests/wire.ts'

/** What a report of usage says when it reaches 80 % or 95 % of the limit. */
export type Crossing = Readonly<{
  provider: string
  location: string
  resource: string
  displayName: string
  unit: string
  currentValue: number
  limit: number
  /** Which of the two. */
  percent: number
  reportedAt: string
}>

const MOST_NAMED = 3

/** As in "Quota granted: cores 30". */
export function titleOfRequest(state: QuotaState, { subRequests }: RequestRow): string {
  const verdict = state === 'Succeeded' ? 'Quota granted' : 'Quota not granted'
  const named = subRequests
    .slice(0, MOST_NAMED)
    .map(
      ({ resourceName, grantedLimit, requestedLimit }) =>
        `${resourceName} ${grantedLimit ?? requestedLimit}`,
    )
  const more = subRequests.length > MOST_NAMED ? ['…'] : []
  return `${verdict}: ${[...named, ...more].join(', ')}`
}

export const titleOfUsage = ({ displayName, location, percent, currentValue, limit }: Crossing) =>
  `${displayName} in ${location} uses ${percent} % of its limit or more: ${currentValue} of ${limit}`

type Details = readonly (readonly [name: string, value: string | undefined])[]

export const detailsOfRequest = (state: QuotaState, { id, subRequests }: RequestRow): Details => [
  ['Request', id],
  ['State', state],
  ...subRequests
    .slice(0, MOST_NAMED)
    .flatMap(({ resourceName, message }) => (message ? [[resourceName, message] as const] : [])),
]

export const detailsOfUsage = ({
  provider,
  location,
  displayName,
  unit,
  currentValue,
  limit,
}: Crossing): Details => [
  ['Resource', displayName],
  ['Location', location],
  ['Provider', provider],
  ['Usage', `${currentValue} of ${limit} (${unit})`],
]
