import { Checkbox } from '@fluentui/react-components'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { ChoiceField } from '../events/form-fields.tsx'
import { PrincipalFields } from './PrincipalFields.tsx'
import { findPrincipal, type Typed } from './principals.ts'
import { type GivenRole, giveRole, operatorSubscriptions } from './queries.ts'
import { ROLES, readRole } from './roles.ts'

type Props = Readonly<{
  subscription: string
  /** Whose role is to be changed; otherwise somebody is named. */
  given?: GivenRole | undefined
  onClose: () => void
}>

export function GiveRoleDialog({ subscription, given, onClose }: Props) {
  const { mutate, reset, isPending, error } = useChange([operatorSubscriptions])
  const [typed, setTyped] = useState<Typed>({ kind: given?.kind ?? 'account', text: '' })
  const [role, setRole] = useState(given?.role ?? 'reader')
  const [forCollaborators, setForCollaborators] = useState(given?.includes_collaborators ?? false)
  const [isMissing, setMissing] = useState(false)
  const name = given?.name ?? typed.text.trim()
  const isOrganization = typed.kind === 'organization'
  const change = {
    async run() {
      const id = given?.principal_id ?? (await findPrincipal(typed))
      const collaborators = isOrganization && { includes_collaborators: forCollaborators }
      await giveRole(subscription, id, { role, ...collaborators })
    },
    done: `${name} now has the role ${role}`,
    failed: given ? 'The role was not changed.' : 'The role was not given.',
  }
  const onChange = (changed: Typed) => {
    // What was not found is no longer what is asked for.
    if (error) reset()
    setTyped(changed)
  }
  const submit = () => {
    setMissing(name === '')
    if (name !== '' && !isPending) mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={given ? `Change the role of ${name}` : 'Give a role'}
      action={given ? 'Change role' : 'Give role'}
      failed={change.failed}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!given && <PrincipalFields typed={typed} onChange={onChange} isMissing={isMissing} />}
      <ChoiceField
        label="Role"
        value={role}
        options={ROLES}
        onType={(value) => setRole(readRole(value))}
      />
      {isOrganization && (
        <Checkbox
          label="Collaborators too, not only admins and members"
          checked={forCollaborators}
          onChange={(_event, { checked }) => setForCollaborators(checked === true)}
        />
      )}
    </FormDialog>
  )
}
