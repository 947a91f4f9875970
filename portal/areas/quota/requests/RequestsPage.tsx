import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { QuotaLayout } from '../QuotaLayout.tsx'
import { requestsQuery } from './queries.ts'
import { keyOfRequest, requestColumns } from './request-columns.tsx'

export function RequestsPage() {
  const subscription = useSubscriptionId()
  const columns = useMemo(() => requestColumns(subscription), [subscription])
  return (
    <QuotaLayout section="Requests">
      <Loaded query={useQuery(requestsQuery(subscription))} what="requests">
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState
              title="No requests"
              text="No limits were requested for this subscription in the last year."
              command="binnacle quota request --help"
            />
          ) : (
            <DataTable
              caption="Quota requests from the last year"
              rows={requests}
              columns={columns}
              keyOf={keyOfRequest}
              defaultSort="-requested"
              filterLabel="Filter requests"
            />
          )
        }
      </Loaded>
    </QuotaLayout>
  )
}
