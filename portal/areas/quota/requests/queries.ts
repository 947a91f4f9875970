import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { listUpTo } from '../../../../client/pages.ts'
import { quota } from '../../../management/clients.ts'
import { OWN, type QuotaRequest, type QuotaState, VERSION_QUERY } from '../quota-api.ts'

const MAX_REQUESTS = 1000
/** Without a stream, the page of an open request looks again this often. */
const POLL_MS = 2000

const OPEN: ReadonlySet<QuotaState> = new Set(['Accepted', 'InProgress'])
export const isOpen = ({ provisioningState }: Pick<QuotaRequest, 'provisioningState'>) =>
  OPEN.has(provisioningState)

export const requestsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['quota requests', subscriptionId],
    queryFn: ({ signal }) =>
      listUpTo(MAX_REQUESTS, (cursor) => {
        const query = { ...VERSION_QUERY, ...(cursor && { $skiptoken: cursor }) }
        const params = { path: { subscriptionId }, query }
        return dataOf(quota.GET(`${OWN}/requests`, { params, signal }))
      }),
  })

export const requestQuery = (subscriptionId: string, id: string, isLive = false) =>
  queryOptions({
    queryKey: ['quota request', subscriptionId, id],
    queryFn: ({ signal }) => {
      const params = { path: { subscriptionId, id }, query: VERSION_QUERY }
      return dataOf(quota.GET(`${OWN}/requests/{id}`, { params, signal }))
    },
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) && !isLive ? POLL_MS : false),
  })
