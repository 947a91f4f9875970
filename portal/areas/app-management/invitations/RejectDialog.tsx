import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { answerInvitation, invitationsQuery, type ReceivedInvitation } from './queries.ts'

type Props = Readonly<{ invitation: ReceivedInvitation; onClose: () => void }>

export function RejectDialog({ invitation, onClose }: Props) {
  const { display_name, invited_by } = invitation
  const { mutate, isPending, error } = useChange([{ queryKey: invitationsQuery.queryKey }])
  const change = {
    run: () => answerInvitation(invitation, 'reject'),
    done: `You rejected the invitation to ${display_name}`,
    failed: 'The invitation was not rejected.',
  }
  return (
    <ConfirmDialog
      title={`Reject the invitation to ${display_name}?`}
      consequence={`To join later, ask ${invited_by} for a new invitation.`}
      action="Reject invitation"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
