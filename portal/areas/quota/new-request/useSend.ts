import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dataOf } from '../../../../client/api-client.ts'
import { quota } from '../../../management/clients.ts'
import { paths } from '../../../paths.ts'
import { type PreflightInput, PUBLISHED, VERSION_QUERY } from '../quota-api.ts'
import { toPuts } from './request-rows.ts'

async function put(
  subscriptionId: string,
  first: PreflightInput,
  limits: readonly PreflightInput[],
): Promise<string> {
  const path = { subscriptionId, providerId: first.provider, location: first.location }
  const value = limits.map(({ resource, limit }) => ({
    properties: { limit, name: { value: resource } },
  }))
  const params = { path, query: VERSION_QUERY }
  const { requestId } = await dataOf(
    quota.PUT(`${PUBLISHED}/serviceLimits`, { params, body: { value } }),
  )
  return requestId
}

/** Sends a request for each place. Sent again, what was sent already is the same request. */
export function useSend(subscription: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn(inputs: readonly PreflightInput[]) {
      const ids: string[] = []
      for (const limits of toPuts(inputs)) {
        const [first] = limits
        if (first) ids.push(await put(subscription, first, limits))
      }
      return ids
    },
    async onSettled() {
      const stale = ['quota limits', 'quota requests', 'quota usage']
      await Promise.all(
        stale.map((key) => queryClient.invalidateQueries({ queryKey: [key, subscription] })),
      )
    },
    onSuccess([request, ...others]) {
      if (request !== undefined && others.length === 0) {
        return navigate({ to: paths.quotaRequest, params: { subscription, request } })
      }
      return navigate({ to: paths.quotaRequests, params: { subscription } })
    },
  })
}
