import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { listUpTo } from '../../../../client/pages.ts'
import { askAgain, askEvery } from '../../../ask-again.ts'
import { quota } from '../../../management/clients.ts'
import { OWN, type QuotaRequest, type QuotaState, VERSION_QUERY } from '../quota-api.ts'

const MAX_REQUESTS = 1000
/** Most requests end within seconds, so their page looks more often at first. */
const [FIRST_LOOKS, FIRST_MS] = [8, 2000]
const askAtFirst = askEvery(FIRST_MS)

const OPEN: ReadonlySet<QuotaState> = new Set(['Accepted', 'InProgress'])
export const isOpen = ({ provisioningState }: Pick<QuotaRequest, 'provisioningState'>) =>
  OPEN.has(provisioningState)

export const requestsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['quota requests', subscriptionId],
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listUpTo(MAX_REQUESTS, (cursor) => {
        const query = { ...VERSION_QUERY, ...(cursor && { $skiptoken: cursor }) }
        const params = { path: { subscriptionId }, query }
        return dataOf(quota.GET(`${OWN}/requests`, { params, signal }))
      }),
  })

export const requestQuery = (subscriptionId: string, id: string) =>
  queryOptions({
    queryKey: ['quota request', subscriptionId, id],
    queryFn: ({ signal }) => {
      const params = { path: { subscriptionId, id }, query: VERSION_QUERY }
      return dataOf(quota.GET(`${OWN}/requests/{id}`, { params, signal }))
    },
    refetchInterval: ({ state }) => {
      const isNew = state.data && isOpen(state.data) && state.dataUpdateCount < FIRST_LOOKS
      return isNew ? askAtFirst({ state }) : askAgain({ state })
    },
  })
