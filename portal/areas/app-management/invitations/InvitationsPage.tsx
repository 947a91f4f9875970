import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { AccountTabs } from '../account/AccountTabs.tsx'
import { appLists } from '../apps/queries.ts'
import { organizationLists } from '../organizations/queries.ts'
import { invitationColumns } from './invitation-columns.tsx'
import { JoinedNotice } from './JoinedNotice.tsx'
import { answerInvitation, invitationsQuery, type ReceivedInvitation } from './queries.ts'

const RejectDialog = lazy(async () => ({
  default: (await import('./RejectDialog.tsx')).RejectDialog,
}))

const keyOf = ({ token }: ReceivedInvitation) => token
const INVALIDATES = [{ queryKey: invitationsQuery.queryKey }, ...appLists, ...organizationLists]

export function InvitationsPage() {
  const query = useQuery(invitationsQuery)
  const [rejected, setRejected] = useState<ReceivedInvitation>()
  const [joined, setJoined] = useState<ReceivedInvitation>()
  const change = useChange(INVALIDATES)
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
    return invitationColumns({ onAccept, onReject: setRejected })
  }, [mutate])
  return (
    <>
      <PageHeader title="Account settings" section="Invitations" />
      <AccountTabs active="invitations" />
      <ChangeResult change={change} />
      {joined && <JoinedNotice invitation={joined} />}
      <Loaded query={query} what="invitations">
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState
              title="No invitations"
              text="Invitations to apps and organizations appear here until you accept or reject them, for up to 30 days. To receive an invitation, give the e-mail address on your account page to the person who invites you."
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
      {rejected && (
        <Suspense>
          <RejectDialog invitation={rejected} onClose={() => setRejected(undefined)} />
        </Suspense>
      )}
    </>
  )
}
