import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'

type Props = Readonly<{
  email: string
  invalidates: readonly InvalidateQueryFilters[]
  revoke: () => Promise<unknown>
  onClose: () => void
}>

export function RevokeInvitationDialog({ email, invalidates, revoke, onClose }: Props) {
  const { mutate, isPending, error } = useChange(invalidates)
  const change = {
    run: revoke,
    done: `The invitation for ${email} was revoked`,
    failed: 'The invitation was not revoked.',
  }
  return (
    <ConfirmDialog
      title={`Revoke the invitation for ${email}?`}
      consequence="They will no longer be able to accept it. You can invite them again."
      action="Revoke invitation"
      cancel="Keep invitation"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
