import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../client/api-client.ts'
import { appManagement } from '../api.ts'
import { EmptyState } from '../ui/state/EmptyState.tsx'
import { listNames } from '../ui/text/list-names.ts'

/** For somebody without a role on any subscription: who can give one. */
export function useWhoGivesRoles(): string {
  const { data: operators = [] } = useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/operators', { signal })),
  })
  const whom = operators.length === 0 ? '' : `: ${listNames(operators)}`
  return `You do not have a role on any subscription. Operators of this installation can give you one${whom}. If a group of yours was given one just now, sign out and sign in again.`
}

export function NoSubscriptions() {
  return (
    <EmptyState
      title="No subscriptions"
      text={useWhoGivesRoles()}
      command="binnacle subscriptions list"
    />
  )
}
