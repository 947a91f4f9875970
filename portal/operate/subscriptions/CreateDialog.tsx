import { Field, Input } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { useRequestKey } from '../events/event/useRequestKey.ts'
import { ChoiceField } from '../events/form-fields.tsx'
import { PrincipalField } from './PrincipalFields.tsx'
import { findPrincipal, type Typed } from './principals.ts'
import {
  createSubscription,
  giveRole,
  operatorSubscriptions,
  type Subscription,
} from './queries.ts'
import { ROLES, readRole } from './roles.ts'

const FAILED = 'The subscription was not created, or its organization did not get the role.'

export function CreateDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { mutate, isPending, error } = useChange([operatorSubscriptions])
  const navigate = useNavigate()
  const keyFor = useRequestKey()
  const [organization, setOrganization] = useState<Typed>({ kind: 'organization', text: '' })
  const [role, setRole] = useState('reader')
  const [isTried, setTried] = useState(false)
  const [displayName, setDisplayName] = useState('')
  const isReady = displayName.trim() !== '' && organization.text.trim() !== ''
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (!isReady || isPending) return
    const id = String(new FormData(form).get('id')).trim()
    const change = {
      async run() {
        const organization_id = await findPrincipal(organization)
        const body = { organization_id, display_name: displayName.trim(), ...(id && { id }) }
        const created = await createSubscription(body, keyFor(body))
        if (role) await giveRole(created.id, organization_id, { role: readRole(role) })
        return created
      },
      done: `Subscription ${displayName.trim()} created`,
      failed: FAILED,
    }
    const onSuccess = (created: unknown) => {
      const { id: subscription } = created as Subscription
      return navigate({ to: paths.operateRoles, params: { subscription } })
    }
    mutate(change, { onSuccess })
  }
  return (
    <FormDialog
      title="Create subscription"
      action="Create subscription"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Display name"
        required
        {...(isTried &&
          displayName.trim() === '' && { validationMessage: 'Enter a display name.' })}
      >
        <Input
          value={displayName}
          maxLength={256}
          onChange={(_event, { value }) => setDisplayName(value)}
        />
      </Field>
      <PrincipalField
        typed={organization}
        onChange={setOrganization}
        isMissing={isTried && organization.text.trim() === ''}
      />
      <ChoiceField
        label="Role of its admins and members"
        value={role}
        options={[['', 'None: nobody has a role at first'], ...ROLES]}
        onType={setRole}
      />
      <Field
        label="ID (optional)"
        hint="Letters, digits and hyphens, as in the addresses of the API. If you leave this empty, it is generated. You cannot change it later."
      >
        <Input name="id" maxLength={64} />
      </Field>
    </FormDialog>
  )
}
