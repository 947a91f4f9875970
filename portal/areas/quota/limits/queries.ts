import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { listUpTo } from '../../../../client/pages.ts'
import { askAgain } from '../../../ask-again.ts'
import { quota } from '../../../management/clients.ts'
import { OWN, VERSION_QUERY } from '../quota-api.ts'

/** Ten pages. Beyond that a list is no longer the way to find a limit. */
export const MAX_LIMITS = 5000

export const limitsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['quota limits', subscriptionId],
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listUpTo(MAX_LIMITS, (cursor) => {
        const query = { ...VERSION_QUERY, ...(cursor && { $skiptoken: cursor }) }
        const params = { path: { subscriptionId }, query }
        return dataOf(quota.GET(`${OWN}/limits`, { params, signal }))
      }),
  })
