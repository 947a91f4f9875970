import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
import { SIGN_IN_LISTS, type UserGrant, withdrawGrant } from './queries.ts'

type Props = Readonly<{ grant: UserGrant; onClose: () => void }>

export function WithdrawDialog({ grant: { client }, onClose }: Props) {
  const { mutate, isPending, error } = useChange(SIGN_IN_LISTS)
  const change = {
    run: () => withdrawGrant(client.id),
    done: `The access of ${client.name} is withdrawn`,
    failed: 'The access was not withdrawn.',
  }
  return (
    <ConfirmDialog
      title={`Withdraw the access of ${client.name}?`}
      consequence="It is signed out for your account everywhere, at once. To use it again, you have to sign in and allow it again."
      action="Withdraw access"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
