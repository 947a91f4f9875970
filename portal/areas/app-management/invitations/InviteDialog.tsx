import { Field, Input, Select } from '@fluentui/react-components'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { settings } from '../../../settings.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { withArticle } from '../members/roles.ts'
import type { Invited } from './queries.ts'

const FAILED = 'The person was not invited.'

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
  invalidates: readonly InvalidateQueryFilters[]
  send: (email: string, role: Role) => Promise<Invited>
  onClose: () => void
}>

export function InviteDialog<Role extends string>(props: Props<Role>) {
  const { title, roles, defaultRole, roleHint, alsoSaid, invalidates, send, onClose } = props
  const { mutate, isPending, error } = useChange(invalidates)
  const [isEmailMissing, setEmailMissing] = useState(false)
  const [unmailed, setUnmailed] = useState<string>()
  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element)
    const email = String(form.get('email')).trim()
    const role = roles.find((candidate) => candidate === form.get('role')) ?? defaultRole
    setEmailMissing(email === '')
    if (email === '' || isPending) return
    const change = {
      run: () => send(email, role),
      done: (answer: unknown) =>
        `${email} was invited as ${withArticle(role)}${(answer as Invited).isMailed ? '. An e-mail with the link was sent' : ''}`,
      failed: FAILED,
    }
    const onSuccess = (answer: unknown) => {
      // Without mail, the link has been there all the time.
      if ((answer as Invited).isMailed || !settings.hasMail) return onClose()
      element.reset()
      setUnmailed(email)
    }
    mutate(change, { onSuccess })
  }
  return (
    <FormDialog
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
      <InvitationLink alsoSaid={alsoSaid} unmailed={unmailed} />
    </FormDialog>
  )
}

type LinkProps = Readonly<{
  alsoSaid: string | undefined
  /** Whom the server has invited and not mailed. */
  unmailed: string | undefined
}>

function InvitationLink({ alsoSaid, unmailed }: LinkProps) {
  return (
    <div>
      {alsoSaid && `${alsoSaid} `}
      {settings.hasMail && unmailed === undefined ? (
        'Binnacle sends them an e-mail with a link. They can accept within 30 days.'
      ) : (
        <>
          {unmailed === undefined
            ? 'Binnacle does not send e-mail. Copy this link for them. '
            : `${unmailed} was invited, but no e-mail was sent, because of the limit for today. Copy this link for them. `}
          They can accept within 30 days:{' '}
          <CopyableText value={`${settings.portalUrl}${paths.accountInvitations}`} what="link" />
        </>
      )}
    </div>
  )
}
