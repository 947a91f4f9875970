import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { invitationColumns } from './invitation-columns.tsx'
import { JoinedNotice } from './JoinedNotice.tsx'
import { Outcome } from './Outcome.tsx'
import { appLists } from './queries.ts'
import {
  answerInvitation,
  invitationsQuery,
  type ReceivedInvitation,
} from './queries-invitations.ts'
import { organizationLists } from './queries-organizations.ts'
import { useChange } from './useChange.ts'

const DeclineDialog = lazy(async () => ({
  default: (await import('./DeclineDialog.tsx')).DeclineDialog,
}))

const keyOf = ({ token }: ReceivedInvitation) => token
const SHOWN_BY = [{ queryKey: invitationsQuery.queryKey }, ...appLists, ...organizationLists]

export function InvitationsPage() {
  const query = useQuery(invitationsQuery)
  const [declined, setDeclined] = useState<ReceivedInvitation>()
  const [joined, setJoined] = useState<ReceivedInvitation>()
  const change = useChange(SHOWN_BY)
  const { mutate } = change
  const columns = useMemo(() => {
    const onAccept = (invitation: ReceivedInvitation) =>
      mutate({
        async run() {
          await answerInvitation(invitation, 'accept')
          setJoined(invitation)
        },
        done: `You joined ${invitation.display_name}`,
        failed: 'The invitation was not accepted.',
      })
    return invitationColumns({ onAccept, onDecline: setDeclined })
  }, [mutate])
  return (
    <>
      <PageHeader title="Account settings" section="Invitations" />
      <AccountTabs active="invitations" />
      <Outcome change={change} />
      {joined && <JoinedNotice invitation={joined} />}
      <Loaded query={query} what="invitations">
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState
              title="No invitations"
              text="Invitations to apps and organizations stand here until you answer them, for 30 days. Whoever invites you needs the e-mail of your account."
            />
          ) : (
            <DataTable
              caption="Invitations"
              rows={invitations}
              columns={columns}
              keyOf={keyOf}
              defaultSort="name"
              filterLabel="Filter invitations"
            />
          )
        }
      </Loaded>
      {declined && (
        <Suspense>
          <DeclineDialog invitation={declined} onClose={() => setDeclined(undefined)} />
        </Suspense>
      )}
    </>
  )
}
