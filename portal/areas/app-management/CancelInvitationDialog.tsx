import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useChange } from './useChange.ts'

type Props = Readonly<{
  email: string
  shownBy: readonly InvalidateQueryFilters[]
  cancel: () => Promise<unknown>
  onClose: () => void
}>

export function CancelInvitationDialog({ email, shownBy, cancel, onClose }: Props) {
  const { mutate, isPending, error } = useChange(shownBy)
  const change = {
    run: cancel,
    done: `The invitation of ${email} was cancelled`,
    failed: 'The invitation was not cancelled.',
  }
  return (
    <ConfirmDialog
      title={`Cancel the invitation of ${email}?`}
      consequence="They can no longer accept it. You can invite them again."
      action="Cancel invitation"
      cancel="Keep invitation"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormProblem title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
