import { useAnnounce } from '@fluentui/react-components'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { changeNotification, type Notification, saveNotification } from '../queries.ts'
import { type Filled, NO_NOTICES, readForm } from './form-input.ts'
import { AddressField, ContentFields } from './NotificationFields.tsx'
import { useSubmit } from './useSubmit.ts'

type Props = Readonly<{
  subscription: string
  notification: Notification
  onClose: () => void
}>

export function ChangeDialog({ subscription, notification, onClose }: Props) {
  const { name, kind, enabled, address } = notification
  const { announce } = useAnnounce()
  const { problems, error, isBusy, submit } = useSubmit(subscription)
  const save = ({ address: typed, ...content }: Filled) => {
    const target = { subscriptionId: subscription, name }
    return typed === ''
      ? changeNotification(target, content)
      : saveNotification(target, { ...content, kind, address: typed, enabled })
  }
  return (
    <FormDialog
      title={`Change ${name}`}
      action="Save changes"
      failed="The notification was not changed."
      error={error}
      isBusy={isBusy}
      onSubmit={(form) => {
        const filled = readForm(new FormData(form))
        const found = filled.notices.length === 0 ? { notices: NO_NOTICES } : {}
        void submit(form, found, async () => {
          await save(filled)
          announce(`Notification ${name} changed`)
          onClose()
        })
      }}
      onClose={onClose}
    >
      <AddressField kind={kind} problem={problems.address} shown={address} />
      <ContentFields subscription={subscription} problems={problems} before={notification} />
    </FormDialog>
  )
}
