import { Field, Input, Select } from '@fluentui/react-components'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { settings } from '../../settings.ts'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { withArticle } from './people.ts'
import { useChange } from './useChange.ts'

const FAILED = 'The invitation is not as you asked.'

type Props<Role extends string> = Readonly<{
  /** "Invite to Tide Tables". */
  title: string
  roles: readonly Role[]
  defaultRole: Role
  /** What each role may do. */
  roleHint: string
  /** What else follows from joining. */
  alsoSaid?: string | undefined
  /** What shows the invitations, and is asked again. */
  shownBy: readonly InvalidateQueryFilters[]
  send: (email: string, role: Role) => Promise<unknown>
  onClose: () => void
}>

export function InviteDialog<Role extends string>(props: Props<Role>) {
  const { title, roles, defaultRole, roleHint, alsoSaid, shownBy, send, onClose } = props
  const { mutate, isPending, error } = useChange(shownBy)
  const [isEmailMissing, setEmailMissing] = useState(false)
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element)
    const email = String(form.get('email')).trim()
    const role = roles.find((candidate) => candidate === form.get('role')) ?? defaultRole
    setEmailMissing(email === '')
    if (email === '' || isPending) return
    const change = {
      run: () => send(email, role),
      done: `${email} is invited as ${withArticle(role)}`,
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={title}
      action="Send invitation"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="E-mail"
        required
        {...(isEmailMissing && { validationMessage: 'Say whom to invite.' })}
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
      <HowTheyFindIt alsoSaid={alsoSaid} />
    </FormDialog>
  )
}

function HowTheyFindIt({ alsoSaid }: Readonly<{ alsoSaid: string | undefined }>) {
  return (
    <div>
      {alsoSaid && `${alsoSaid} `}
      No e-mail is sent. They have 30 days to accept, at this address:{' '}
      <CopyableText value={`${settings.portalUrl}${paths.accountInvitations}`} what="address" />
    </div>
  )
}
