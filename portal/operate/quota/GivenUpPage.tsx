import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { OperateLayout } from '../OperateLayout.tsx'
import { givenUpColumns } from './given-up-columns.tsx'
import { MoreNotice } from './MoreNotice.tsx'
import { type GivenUp, givenUpQuery, retry } from './queries.ts'
import { keyOf, retryWords } from './words.ts'

const SeveralDialog = lazy(async () => ({
  default: (await import('./several/SeveralDialog.tsx')).SeveralDialog<GivenUp>,
}))

/** As they were selected: the list goes on underneath, and selects nothing once they were tried. */
type Retrying = Readonly<{ rows: readonly GivenUp[]; clear?: () => void }>

export function GivenUpPage() {
  const [retrying, setRetrying] = useState<Retrying>()
  return (
    <OperateLayout section="Given up">
      <Loaded query={useQuery(givenUpQuery)} what="quota requests">
        {(rows) => <List rows={rows} onRetry={setRetrying} />}
      </Loaded>
      {retrying && (
        <Suspense>
          <SeveralDialog
            what={retryWords(retrying.rows.length)}
            done="Tried again as a new request"
            rows={retrying.rows}
            run={retry}
            onClose={() => {
              retrying.clear?.()
              setRetrying(undefined)
            }}
          />
        </Suspense>
      )}
    </OperateLayout>
  )
}

type Props = Readonly<{
  rows: readonly GivenUp[]
  onRetry: (retrying: Retrying) => void
}>

function List({ rows, onRetry }: Props) {
  const columns = useMemo(() => givenUpColumns((row) => onRetry({ rows: [row] })), [onRetry])
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No failed requests"
        text="Requests that failed after the last attempt to notify the provider are listed here, latest first."
        command="binnacle operator quota given-up"
      />
    )
  }
  return (
    <>
      <MoreNotice count={rows.length} which="latest" />
      <DataTable
        caption="Quota requests that failed after the last attempt"
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        defaultSort="-since"
        filterLabel="Filter requests"
        bulkActions={(selected, clear) => (
          <RetrySelected
            rows={selected}
            onRetry={({ rows: chosen }) => onRetry({ rows: chosen, clear })}
          />
        )}
      />
    </>
  )
}

/** What was tried again already is left out. */
function RetrySelected({ rows, onRetry }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const open = rows.filter(({ retriedAs }) => retriedAs === undefined)
  return (
    <Button
      {...restoreFocus}
      size="small"
      disabledFocusable={open.length === 0}
      onClick={() => open.length > 0 && onRetry({ rows: open })}
    >
      {retryWords(open.length)}
    </Button>
  )
}
