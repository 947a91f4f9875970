import { queryOptions } from '@tanstack/react-query'
import { dataOf, feedClient } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/feeds.ts'
import { managementBearer } from '../../../session.ts'
import { settings } from '../../../settings.ts'

export type Feed = components['schemas']['Feed']
export type CreatedFeed = components['schemas']['CreatedFeed']

const client = feedClient(settings.managementUrl, managementBearer)

const LIST = '/feeds/v1/subscriptions/{subscriptionId}/feeds'

export const feedsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['feeds', subscriptionId],
    queryFn: async ({ signal }) =>
      (await dataOf(client.GET(LIST, { params: { path: { subscriptionId } }, signal }))).value,
  })

/** Asked again under the same key, the server revokes what the first try may have made. */
export const createFeed = (
  subscriptionId: string,
  description: string,
  key: string,
): Promise<CreatedFeed> =>
  dataOf(
    client.POST(LIST, {
      params: { path: { subscriptionId }, header: { 'idempotency-key': key } },
      body: { description },
    }),
  )

export const revokeFeed = (subscriptionId: string, feedId: string) =>
  client.DELETE(`${LIST}/{feedId}`, { params: { path: { subscriptionId, feedId } } })
