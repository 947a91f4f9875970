import { queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/subscriptions.ts'
import { listUpTo } from '../../client/pages.ts'
import { subscriptions } from './clients.ts'

export type Subscription = components['schemas']['OwnSubscription']

const VERSION = '2022-12-01'
const CHOSEN = 'binnacle.subscription'

/** Nobody finds one of more in a list; an address with the id of another one works all the same. */
const MAX_LISTED = 1000

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  staleTime: 60_000,
  queryFn: ({ signal }) =>
    listUpTo(MAX_LISTED, (cursor) => {
      const query = { 'api-version': VERSION, ...(cursor && { $skipToken: cursor }) }
      return dataOf(subscriptions.GET('/subscriptions', { params: { query }, signal }))
    }),
})

/** Of the page that is open: addresses of areas B and C name their subscription. */
export function useSubscriptionId(): string {
  const { subscription }: { subscription?: string } = useParams({ strict: false })
  if (subscription === undefined) throw new Error('this page has no subscription in its address')
  return subscription
}

/** For the next time somebody opens an area without saying of which subscription. */
export function rememberSubscription(id: string): void {
  localStorage.setItem(CHOSEN, id)
}

export const findRememberedSubscription = (): string | undefined =>
  localStorage.getItem(CHOSEN) ?? undefined

export function chooseSubscription(listed: readonly Subscription[]): Subscription | undefined {
  const chosen = findRememberedSubscription()
  return listed.find(({ subscriptionId }) => subscriptionId === chosen) ?? listed[0]
}
