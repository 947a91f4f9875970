import { ConfirmChange } from '../../../ui/dialog/ConfirmChange.tsx'
import { answerInvitation, invitationsQuery, type ReceivedInvitation } from './queries.ts'

type Props = Readonly<{ invitation: ReceivedInvitation; onClose: () => void }>

export function RejectDialog({ invitation, onClose }: Props) {
  const { display_name, invited_by } = invitation
  return (
    <ConfirmChange
      title={`Reject the invitation to ${display_name}?`}
      consequence={`To join later, ask ${invited_by} for a new invitation.`}
      action="Reject invitation"
      change={{
        run: () => answerInvitation(invitation, 'reject'),
        done: `You rejected the invitation to ${display_name}`,
        failed: 'The invitation was not rejected.',
      }}
      invalidates={[{ queryKey: invitationsQuery.queryKey }]}
      onClose={onClose}
    />
  )
}
