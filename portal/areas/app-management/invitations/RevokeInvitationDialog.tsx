import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { ConfirmChange } from '../../../ui/dialog/ConfirmChange.tsx'

type Props = Readonly<{
  email: string
  invalidates: readonly InvalidateQueryFilters[]
  revoke: () => Promise<unknown>
  onClose: () => void
}>

export function RevokeInvitationDialog({ email, invalidates, revoke, onClose }: Props) {
  return (
    <ConfirmChange
      title={`Revoke the invitation for ${email}?`}
      consequence="They will no longer be able to accept it. You can invite them again."
      action="Revoke invitation"
      cancel="Keep invitation"
      change={{
        run: revoke,
        done: `The invitation for ${email} was revoked`,
        failed: 'The invitation was not revoked.',
      }}
      invalidates={invalidates}
      onClose={onClose}
    />
  )
}
