import { Button, Field, Input, Select } from '@fluentui/react-components'
import { useState } from 'react'
import { settings } from '../../../../settings.ts'
import { DialogForm } from '../../../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
import { withArticle } from '../../members/roles.ts'
import type { Invited } from '../queries.ts'
import type { InviteProps } from './invite-props.ts'

const FAILED = 'The person was not invited.'

type Props<Role extends string> = Omit<InviteProps<Role>, 'copy'> &
  Readonly<{
    onInvited: (invited: Readonly<{ email: string; isMailed: boolean }>) => void
    /** Several people are to be invited. */
    onList: () => void
  }>

export function InviteStep<Role extends string>(props: Props<Role>) {
  const { title, roles, defaultRole, roleHint, alsoSaid, invalidates, send, onClose } = props
  const { mutate, isPending, error } = useChange(invalidates)
  const [isEmailMissing, setEmailMissing] = useState(false)
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element)
    const email = String(form.get('email')).trim()
    const role = roles.find((candidate) => candidate === form.get('role')) ?? defaultRole
    setEmailMissing(email === '')
    if (email === '' || isPending) return
    const change = {
      run: () => send(email, role),
      done: `${email} was invited as ${withArticle(role)}`,
      failed: FAILED,
    }
    const onSuccess = (answer: unknown) =>
      props.onInvited({ email, isMailed: (answer as Invited).isMailed })
    mutate(change, { onSuccess })
  }
  return (
    <DialogForm
      title={title}
      action="Create invitation"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="E-mail"
        required
        {...(isEmailMissing && { validationMessage: 'Enter an e-mail address.' })}
      >
        <Input name="email" type="email" maxLength={254} />
      </Field>
      <Field label="Role" hint={roleHint}>
        <Select name="role" defaultValue={defaultRole}>
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </Select>
      </Field>
      {alsoSaid && <div>{alsoSaid}</div>}
      <div>
        {settings.hasMail
          ? 'Binnacle sends them an e-mail with a link. They can accept within 30 days.'
          : 'Binnacle does not send e-mail. In the next step, you can copy a link for them. They can accept within 30 days.'}
      </div>
      <div>
        <Button size="small" onClick={props.onList}>
          Invite several people
        </Button>
      </div>
    </DialogForm>
  )
}
