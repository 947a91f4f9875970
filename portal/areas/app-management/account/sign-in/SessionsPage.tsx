import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Loaded } from '../../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import { AccountTabs } from '../AccountTabs.tsx'
import type { Chosen } from './EndSessionsDialog.tsx'
import { sessionsQuery, type UserSession, type WhichSessions } from './queries.ts'
import { sessionColumns } from './session-columns.tsx'

const EndSessionsDialog = lazy(async () => ({
  default: (await import('./EndSessionsDialog.tsx')).EndSessionsDialog,
}))

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const keyOf = ({ id }: UserSession) => id

export function SessionsPage() {
  const query = useQuery(sessionsQuery)
  const [chosen, setChosen] = useState<Chosen>()
  const columns = useMemo(() => sessionColumns(setChosen), [])
  return (
    <>
      <PageHeader
        title="Account settings"
        section="Sessions and devices"
        sentence="Browsers and applications that are signed in to your account. If you do not recognize a session, end it and change your password."
        action={<EndButtons onEnd={setChosen} />}
      />
      <AccountTabs active="sessions" />
      <Loaded query={query} what="sessions">
        {(sessions) => (
          <DataTable
            caption="Sessions and devices"
            rows={sessions}
            columns={columns}
            keyOf={keyOf}
            defaultSort="-used"
            filterLabel="Filter sessions"
          />
        )}
      </Loaded>
      {chosen && (
        <Suspense>
          <EndSessionsDialog chosen={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function EndButtons({ onEnd }: Readonly<{ onEnd: (which: WhichSessions) => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <div className={useStyles().actions}>
      <Button {...restoreFocus} onClick={() => onEnd('others')}>
        End all others
      </Button>
      <Button {...restoreFocus} onClick={() => onEnd('all')}>
        End all
      </Button>
    </div>
  )
}
