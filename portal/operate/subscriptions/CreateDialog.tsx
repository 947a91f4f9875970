import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { useRequestKey } from '../events/event/useRequestKey.ts'
import { ChoiceField, TextField } from '../events/form-fields.tsx'
import { PrincipalField } from './PrincipalField.tsx'
import { findPrincipal } from './principals.ts'
import {
  createSubscription,
  giveRole,
  operatorSubscriptions,
  type Subscription,
} from './queries.ts'
import { ROLES, readRole } from './roles.ts'

const FAILED = 'The subscription was not created, or its organization did not get the role.'

export function CreateDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { mutate, isPending, error } = useChange<Subscription>([operatorSubscriptions])
  const navigate = useNavigate()
  const keyFor = useRequestKey()
  const [organization, setOrganization] = useState('')
  const [role, setRole] = useState('reader')
  const [isTried, setTried] = useState(false)
  const [displayName, setDisplayName] = useState('')
  const [id, setId] = useState('')
  const display_name = displayName.trim()
  const isReady = display_name !== '' && organization.trim() !== ''
  const input = { kind: 'organization', text: organization } as const
  const submit = () => {
    setTried(true)
    if (!isReady || isPending) return
    const change = {
      async run() {
        const organization_id = await findPrincipal(input)
        const body = { organization_id, display_name, ...(id.trim() && { id: id.trim() }) }
        const created = await createSubscription(body, keyFor(body))
        if (role) await giveRole(created.id, organization_id, { role: readRole(role) })
        return created
      },
      done: `Subscription ${display_name} created`,
      failed: FAILED,
    }
    const open = ({ id: subscription }: Subscription) =>
      navigate({ to: paths.operateRoles, params: { subscription } })
    mutate(change, { onSuccess: open })
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
      <TextField
        label="Display name"
        isRequired
        problem={isTried && display_name === '' ? 'Enter a display name.' : undefined}
        maxLength={256}
        value={displayName}
        onType={setDisplayName}
      />
      <PrincipalField
        input={input}
        onChange={({ text }) => setOrganization(text)}
        isMissing={isTried && organization.trim() === ''}
      />
      <ChoiceField
        label="Role of its admins and members"
        value={role}
        options={[['', 'None: nobody has a role at first'], ...ROLES]}
        onType={setRole}
      />
      <TextField
        label="ID (optional)"
        hint="Letters, digits and hyphens, as in the addresses of the API. If you leave this empty, it is generated. You cannot change it later."
        maxLength={64}
        value={id}
        onType={setId}
      />
    </FormDialog>
  )
}
