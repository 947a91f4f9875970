import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import {
  answerInvitation,
  invitationsQuery,
  type ReceivedInvitation,
} from './queries-invitations.ts'
import { useChange } from './useChange.ts'

type Props = Readonly<{ invitation: ReceivedInvitation; onClose: () => void }>

export function DeclineDialog({ invitation, onClose }: Props) {
  const { display_name, invited_by } = invitation
  const { mutate, isPending, error } = useChange([{ queryKey: invitationsQuery.queryKey }])
  const change = {
    run: () => answerInvitation(invitation, 'reject'),
    done: `You declined ${display_name}`,
    failed: 'The invitation was not declined.',
  }
  return (
    <ConfirmDialog
      title={`Decline the invitation to ${display_name}?`}
      consequence={`The invitation ends. To join later, ask ${invited_by} for another one.`}
      action="Decline invitation"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormProblem title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
