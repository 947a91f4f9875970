import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'

type Props = Readonly<{
  email: string
  invalidates: readonly InvalidateQueryFilters[]
  cancel: () => Promise<unknown>
  onClose: () => void
}>

export function CancelInvitationDialog({ email, invalidates, cancel, onClose }: Props) {
  const { mutate, isPending, error } = useChange(invalidates)
  const change = {
    run: cancel,
    done: `The invitation for ${email} was cancelled`,
    failed: 'The invitation was not cancelled.',
  }
  return (
    <ConfirmDialog
      title={`Cancel the invitation for ${email}?`}
      consequence="They can no longer accept it. You can invite them again."
      action="Cancel invitation"
      cancel="Keep invitation"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
