import { ConfirmChange } from '../../../../ui/dialog/ConfirmChange.tsx'
import { SIGN_IN_LISTS, type UserGrant, withdrawGrant } from './queries.ts'

type Props = Readonly<{ grant: UserGrant; onClose: () => void }>

export function WithdrawDialog({ grant: { client }, onClose }: Props) {
  return (
    <ConfirmChange
      title={`Withdraw access for ${client.name}?`}
      consequence="The application will immediately lose access to your account, on all devices. To use it again, you will have to sign in and grant it access again."
      action="Withdraw access"
      change={{
        run: () => withdrawGrant(client.id),
        done: `Access for ${client.name} was withdrawn`,
        failed: 'Access was not withdrawn.',
      }}
      invalidates={SIGN_IN_LISTS}
      onClose={onClose}
    />
  )
}
