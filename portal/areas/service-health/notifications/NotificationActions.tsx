import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { PERMISSION_NOTICE_ID } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import {
  askReceiver,
  changeNotification,
  deleteNotification,
  type Notification,
  notificationKeys,
  notificationsQuery,
} from './queries.ts'

const ChangeDialog = lazy(async () => ({
  default: (await import('./form/ChangeDialog.tsx')).ChangeDialog,
}))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
})

type Props = Readonly<{ notification: Notification; subscription: string; mayChange: boolean }>

type Open = 'change' | 'off' | 'delete' | undefined

export function NotificationActions({ notification, subscription, mayChange }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const change = useChange([{ queryKey: notificationKeys.all(subscription) }])
  const removal = useChange([notificationsQuery(subscription)])
  const navigate = useNavigate()
  const { name, enabled, address, receiver } = notification
  const target = { subscriptionId: subscription, name }
  const turn = (isOn: boolean) =>
    change.mutate(
      {
        run: () => changeNotification(target, { enabled: isOn }),
        done: `Notification ${name} is ${isOn ? 'on' : 'off'}`,
        failed: `The notification was not turned ${isOn ? 'on' : 'off'}.`,
      },
      { onSettled: close },
    )
  const remove = () =>
    removal.mutate(
      {
        run: () => deleteNotification(target),
        done: `Notification ${name} deleted`,
        failed: 'The notification was not deleted.',
      },
      {
        onSuccess: () => navigate({ to: paths.healthNotifications, params: { subscription } }),
        onError: close,
      },
    )
  const ask = () =>
    change.mutate({
      run: () => askReceiver(target),
      done: 'Confirmation e-mail sent',
      failed: 'No confirmation e-mail was sent.',
      needsMessage: true,
    })
  const isUnconfirmed = receiver === 'waiting' || receiver === 'stopped'
  const common = { mayChange, isBusy: change.isPending || removal.isPending }
  return (
    <>
      <ChangeResult change={removal.error ? removal : change} />
      <div className={styles.actions}>
        <ActionButton {...common} action="Change" onClick={() => setOpen('change')} />
        {enabled ? (
          <ActionButton {...common} action="Turn off" onClick={() => setOpen('off')} />
        ) : (
          <ActionButton {...common} action="Turn on" onClick={() => turn(true)} />
        )}
        {isUnconfirmed && (
          <ActionButton {...common} action="Ask the receiver again" onClick={ask} />
        )}
        <ActionButton {...common} action="Delete" onClick={() => setOpen('delete')} />
      </div>
      <Suspense>
        {open === 'change' && (
          <ChangeDialog subscription={subscription} notification={notification} onClose={close} />
        )}
        {open === 'off' && (
          <ConfirmDialog
            title={`Turn ${name} off?`}
            consequence="While it is off, new messages are not recorded and are not sent later. Pending deliveries are held until you send them again."
            action="Turn off"
            isBusy={change.isPending}
            onConfirm={() => turn(false)}
            onCancel={close}
          />
        )}
        {open === 'delete' && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            consequence={`Binnacle will stop sending to ${address} and will delete the list of deliveries. You cannot undo this.`}
            action="Delete notification"
            isBusy={removal.isPending}
            onConfirm={remove}
            onCancel={close}
          />
        )}
      </Suspense>
    </>
  )
}

type ButtonProps = Readonly<{
  action: string
  mayChange: boolean
  isBusy: boolean
  onClick: () => void
}>

function ActionButton({ action, mayChange, isBusy, onClick }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      disabledFocusable={!mayChange || isBusy}
      {...(!mayChange && { 'aria-describedby': PERMISSION_NOTICE_ID })}
      onClick={onClick}
    >
      {action}
    </Button>
  )
}
