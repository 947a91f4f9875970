import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { askAgain } from '../../../ask-again.ts'
import { quota } from '../../../management/clients.ts'
import { OWN, VERSION_QUERY } from '../quota-api.ts'

export type LimitAddress = Readonly<{
  subscription: string
  provider: string
  location: string
  resource: string
}>

export const usageQuery = ({ subscription, provider, location, resource }: LimitAddress) =>
  queryOptions({
    queryKey: ['quota usage', subscription, provider, location, resource],
    refetchInterval: askAgain,
    queryFn: ({ signal }) => {
      const path = {
        subscriptionId: subscription,
        providerId: provider,
        location,
        resourceName: resource,
      }
      const address =
        `${OWN}/resourceProviders/{providerId}/locations/{location}/usageHistory/{resourceName}` as const
      return dataOf(quota.GET(address, { params: { path, query: VERSION_QUERY }, signal }))
    },
  })
