import { Field, Input, Select } from '@fluentui/react-components'
import { useState } from 'react'
import { notificationKindValues } from '../../../../../client/generated/notifications.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { type Kind, saveNotification } from '../queries.ts'
import { KIND_WORDS } from '../words.ts'
import { NO_NOTICES, readForm } from './form-input.ts'
import { AddressField, ContentFields } from './NotificationFields.tsx'
import { useSubmit } from './useSubmit.ts'

type Props = Readonly<{
  subscription: string
  /** Names of others: the API would replace them. */
  taken: readonly string[]
  onCreated: (name: string, secret: string | undefined) => void
  onClose: () => void
}>

export function CreateDialog({ subscription, taken, onCreated, onClose }: Props) {
  const [kind, setKind] = useState<Kind>('webhook')
  const { problems, error, isBusy, submit } = useSubmit(subscription)
  const create = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const name = String(data.get('name')).trim()
    const filled = readForm(data)
    const found = {
      ...findNameProblem(name, taken),
      ...(filled.address === '' && { address: 'Enter the address.' }),
      ...(filled.notices.length === 0 && { notices: NO_NOTICES }),
    }
    void submit(form, found, async () => {
      const saved = await saveNotification({ subscriptionId: subscription, name }, filled)
      onCreated(saved.name, saved.secret)
    })
  }
  return (
    <FormDialog
      title="Create notification"
      action="Create notification"
      failed="The notification was not created."
      error={error}
      isBusy={isBusy}
      // Its secret is on the way then: nobody leaves without having seen it.
      staysWhileBusy
      onSubmit={create}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        hint="Use 1 to 63 letters, digits, hyphens, dots or underscores, for example on-call."
        {...(problems.name !== undefined && { validationMessage: problems.name })}
      >
        <Input name="name" maxLength={63} />
      </Field>
      <Field label="Kind">
        <Select
          name="kind"
          value={kind}
          onChange={(_event, { value }) =>
            setKind(notificationKindValues.find((known) => known === value) ?? kind)
          }
        >
          {notificationKindValues.map((each) => (
            <option key={each} value={each}>
              {KIND_WORDS[each].name}
            </option>
          ))}
        </Select>
      </Field>
      <AddressField kind={kind} problem={problems.address} />
      <ContentFields subscription={subscription} problems={problems} />
    </FormDialog>
  )
}

function findNameProblem(name: string, taken: readonly string[]): Readonly<{ name?: string }> {
  if (name === '') return { name: 'Enter a name.' }
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase())
  return isTaken ? { name: `This subscription already has a notification named ${name}.` } : {}
}
