import { lazy } from 'react'
import { DialogButton } from '../../../../ui/dialog/DialogButton.tsx'
import { deletePreviousSecret, notificationKeys } from '../queries.ts'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
}))

type Props = Readonly<{ name: string; subscription: string; mayChange: boolean }>

export function DeletePrevious({ name, subscription, mayChange }: Props) {
  return (
    <DialogButton
      isAllowed={mayChange}
      dialog={(close) => (
        <ConfirmChange
          title={`Delete the previous secret of ${name}?`}
          consequence="Receivers that verify with the previous secret will start rejecting messages. You cannot undo this."
          action="Delete previous secret"
          change={{
            run: () => deletePreviousSecret({ subscriptionId: subscription, name }),
            done: `Previous secret of ${name} deleted`,
            failed: 'The previous secret was not deleted.',
          }}
          invalidates={[{ queryKey: notificationKeys.all(subscription) }]}
          onClose={close}
        />
      )}
    >
      Delete the previous secret
    </DialogButton>
  )
}
