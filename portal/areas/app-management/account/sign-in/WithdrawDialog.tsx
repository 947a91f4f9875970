import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
import { SIGN_IN_LISTS, type UserGrant, withdrawGrant } from './queries.ts'

type Props = Readonly<{ grant: UserGrant; onClose: () => void }>

export function WithdrawDialog({ grant: { client }, onClose }: Props) {
  const { mutate, isPending, error } = useChange(SIGN_IN_LISTS)
  const change = {
    run: () => withdrawGrant(client.id),
    done: `Access for ${client.name} was withdrawn`,
    failed: 'Access was not withdrawn.',
  }
  return (
    <ConfirmDialog
      title={`Withdraw access for ${client.name}?`}
      consequence="The application will immediately lose access to your account, on all devices. To use it again, you will have to sign in and grant it access again."
      action="Withdraw access"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
