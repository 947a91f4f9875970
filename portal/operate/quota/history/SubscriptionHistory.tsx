import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { MoreNotice } from '../MoreNotice.tsx'
import { historyQuery, type PastRequest } from '../queries.ts'
import { summarize } from './count-requests.ts'
import { historyColumns, keyOfPast } from './history-columns.tsx'

const useStyles = makeStyles({
  history: { width: '100%' },
  summary: { ...typographyStyles.body1, margin: 0, marginBottom: tokens.spacingVerticalM },
})

type Props = Readonly<{
  subscription: string
  /** The request that the page is about: it is no history yet. */
  without?: string
}>

/** What was asked for in a subscription in the past year, and what became of it. */
export function SubscriptionHistory({ subscription, without }: Props) {
  return (
    <Loaded query={useQuery(historyQuery(subscription))} what="earlier requests">
      {(all) => <History requests={all.filter(({ id }) => id !== without)} />}
    </Loaded>
  )
}

function History({ requests }: Readonly<{ requests: readonly PastRequest[] }>) {
  const styles = useStyles()
  return (
    <div className={styles.history}>
      <MoreNotice count={requests.length} which="latest" />
      <p className={styles.summary}>{summarize(requests)}</p>
      {requests.length > 0 && (
        <DataTable
          caption="Requests for the subscription"
          rows={requests}
          columns={historyColumns}
          keyOf={keyOfPast}
          defaultSort="-requested"
          filterLabel="Filter requests"
        />
      )}
    </div>
  )
}
