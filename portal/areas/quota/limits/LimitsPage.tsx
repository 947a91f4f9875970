import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { QuotaLayout } from '../QuotaLayout.tsx'
import { keyOfLimit, type Limit } from '../quota-api.ts'
import { LocationFilters } from './LocationFilters.tsx'
import { limitColumns } from './limit-columns.tsx'
import { limitsInView } from './limits-in-view.ts'
import type { LimitsView } from './limits-view.ts'
import { limitsQuery } from './queries.ts'
import { summarize } from './usage-level.ts'

const useStyles = makeStyles({ summary: { marginBottom: tokens.spacingVerticalM } })

export function LimitsPage() {
  const subscription = useSubscriptionId()
  const query = useQuery(limitsQuery(subscription))
  return (
    <QuotaLayout section="Limits">
      <Loaded query={query} what="limits">
        {(limits) => <Limits limits={limits} subscription={subscription} />}
      </Loaded>
    </QuotaLayout>
  )
}

type Props = Readonly<{ limits: readonly Limit[]; subscription: string }>

function Limits({ limits, subscription }: Props) {
  const styles = useStyles()
  const view: LimitsView = useSearch({ strict: false })
  const { provider, location } = view
  const columns = useMemo(() => limitColumns(subscription), [subscription])
  const rows = useMemo(
    () => limitsInView(limits, { ...(provider && { provider }), ...(location && { location }) }),
    [limits, provider, location],
  )
  const summary = useMemo(() => summarize(rows), [rows])
  if (limits.length === 0) {
    return (
      <EmptyState
        title="No limits"
        text="The catalogue has no resources yet. Operators can add them."
        command="binnacle load-catalogue"
      />
    )
  }
  return (
    <>
      {summary && (
        <div className={styles.summary}>
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>{summary}</MessageBarBody>
          </MessageBar>
        </div>
      )}
      <LocationFilters limits={limits} view={view} />
      <DataTable
        caption="Limits"
        rows={rows}
        columns={columns}
        keyOf={keyOfLimit}
        defaultSort="-used"
        filterLabel="Filter limits"
      />
    </>
  )
}
