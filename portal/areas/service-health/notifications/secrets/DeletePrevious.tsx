import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useState } from 'react'
import { ChangeResult } from '../../../../ui/form/ChangeResult.tsx'
import { PERMISSION_NOTICE_ID } from '../../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
import { deletePreviousSecret, notificationKeys } from '../queries.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

type Props = Readonly<{ name: string; subscription: string; mayChange: boolean }>

export function DeletePrevious({ name, subscription, mayChange }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  const change = useChange([{ queryKey: notificationKeys.all(subscription) }])
  const remove = () =>
    change.mutate(
      {
        run: () => deletePreviousSecret({ subscriptionId: subscription, name }),
        done: `Previous secret of ${name} deleted`,
        failed: 'The previous secret was not deleted.',
      },
      { onSettled: () => setOpen(false) },
    )
  return (
    <>
      <ChangeResult change={change} />
      <Button
        {...restoreFocus}
        disabledFocusable={!mayChange || change.isPending}
        {...(!mayChange && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        onClick={() => setOpen(true)}
      >
        Delete the previous secret
      </Button>
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            title={`Delete the previous secret of ${name}?`}
            consequence="Receivers that verify with the previous secret will start rejecting messages. You cannot undo this."
            action="Delete previous secret"
            isBusy={change.isPending}
            onConfirm={remove}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
