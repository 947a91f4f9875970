import { Field, Input } from '@fluentui/react-components'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { createOrganization, organizationLists } from './queries.ts'

const FAILED = 'The organization was not created.'

export function CreateOrganizationDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { mutate, isPending, error } = useChange(organizationLists)
  const [isNameMissing, setNameMissing] = useState(false)
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element)
    const display_name = String(form.get('display_name')).trim()
    const name = String(form.get('name')).trim()
    setNameMissing(display_name === '')
    if (display_name === '' || isPending) return
    const change = {
      run: () => createOrganization({ display_name, ...(name && { name }) }),
      done: `Organization ${display_name} created`,
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Create organization"
      action="Create organization"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Display name"
        required
        {...(isNameMissing && { validationMessage: 'Enter a display name.' })}
      >
        <Input name="display_name" maxLength={256} />
      </Field>
      <Field
        label="Name in URLs"
        hint="Use letters, digits, hyphens, underscores or dots. If you leave this empty, the name is generated from the display name."
      >
        <Input name="name" maxLength={100} />
      </Field>
      <div>You will be the first admin of the organization.</div>
    </FormDialog>
  )
}
