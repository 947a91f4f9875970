import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { OperateLayout } from '../OperateLayout.tsx'
import { MoreNotice } from './MoreNotice.tsx'
import { decide, type Waiting, waitingQuery } from './queries.ts'
import { waitingColumns } from './waiting-columns.tsx'
import { countRequests, keyOf } from './words.ts'

/** `lazy` forgets that it takes rows of any kind. */
const SeveralDialog = lazy(async () => ({
  default: (await import('./several/SeveralDialog.tsx')).SeveralDialog<Waiting>,
}))

const VERBS = {
  approve: { verb: 'Approve', done: 'Approved' },
  deny: { verb: 'Deny', done: 'Denied' },
} as const

/** As they were selected: the list goes on underneath. */
type Deciding = Readonly<{ decision: keyof typeof VERBS; rows: readonly Waiting[] }>

const wordsOf = ({ decision, rows }: Deciding) =>
  `${VERBS[decision].verb} ${countRequests(rows.length)}`

export function QueuePage() {
  const [deciding, setDeciding] = useState<Deciding>()
  return (
    <OperateLayout section="Quota requests">
      <Loaded query={useQuery(waitingQuery)} what="quota requests">
        {(waiting) => <Queue waiting={waiting} onDecide={setDeciding} />}
      </Loaded>
      {deciding && (
        <Suspense>
          <SeveralDialog
            what={wordsOf(deciding)}
            done={VERBS[deciding.decision].done}
            rows={deciding.rows}
            reasonHint="Shown to each requester."
            run={(row, reason) => decide(row, { decision: deciding.decision, reason })}
            onClose={() => setDeciding(undefined)}
          />
        </Suspense>
      )}
    </OperateLayout>
  )
}

type Props = Readonly<{
  waiting: readonly Waiting[]
  onDecide: (deciding: Deciding) => void
}>

function Queue({ waiting, onDecide }: Props) {
  if (waiting.length === 0) {
    return (
      <EmptyState
        title="No requests are waiting"
        text="Requests that the rules do not decide automatically are listed here, oldest first."
        command="binnacle operator quota list"
      />
    )
  }
  return (
    <>
      <MoreNotice count={waiting.length} which="oldest" />
      <DataTable
        caption="Quota requests that are waiting for a decision"
        rows={waiting}
        columns={waitingColumns}
        keyOf={keyOf}
        defaultSort="waiting"
        filterLabel="Filter requests"
        bulkActions={(rows) => (
          <>
            <DecideButton decision="approve" rows={rows} onDecide={onDecide} />
            <DecideButton decision="deny" rows={rows} onDecide={onDecide} />
          </>
        )}
      />
    </>
  )
}

function DecideButton({ decision, rows, onDecide }: Deciding & Pick<Props, 'onDecide'>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button {...restoreFocus} size="small" onClick={() => onDecide({ decision, rows })}>
      {wordsOf({ decision, rows })}
    </Button>
  )
}
