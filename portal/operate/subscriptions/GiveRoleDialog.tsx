import { Checkbox } from '@fluentui/react-components'
import { useState } from 'react'
import type { PrincipalKind } from '../../../client/principals.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { ChoiceField } from '../events/form-fields.tsx'
import { PrincipalField } from './PrincipalField.tsx'
import { findPrincipal, KINDS, type PrincipalInput } from './principals.ts'
import { giveRole, operatorSubscriptions } from './queries.ts'
import { ROLES, readRole } from './roles.ts'

const FAILED = 'The role was not given.'
const KIND_NAMES = Object.keys(KINDS) as PrincipalKind[]

type Props = Readonly<{ subscription: string; onClose: () => void }>

export function GiveRoleDialog({ subscription, onClose }: Props) {
  const { mutate, reset, isPending, error } = useChange([operatorSubscriptions])
  const [input, setInput] = useState<PrincipalInput>({ kind: 'account', text: '' })
  const [role, setRole] = useState(readRole('reader'))
  const [forCollaborators, setForCollaborators] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const name = input.text.trim()
  const isOrganization = input.kind === 'organization'
  const onChange = (changed: PrincipalInput) => {
    // What was not found is no longer what is asked for.
    if (error) reset()
    setInput(changed)
  }
  const submit = () => {
    setMissing(name === '')
    if (name === '' || isPending) return
    const change = {
      async run() {
        const collaborators = isOrganization && { includes_collaborators: forCollaborators }
        await giveRole(subscription, await findPrincipal(input), { role, ...collaborators })
      },
      done: `${name} now has the role ${role}`,
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Give a role"
      action="Give role"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label="Give it to"
        value={input.kind}
        options={KIND_NAMES.map((kind) => [kind, KINDS[kind].name] as const)}
        onType={(value) =>
          onChange({ kind: KIND_NAMES.find((kind) => kind === value) ?? 'account', text: '' })
        }
      />
      <PrincipalField input={input} onChange={onChange} isMissing={isMissing} />
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
      <div>
        This replaces a role that was given to the same {KINDS[input.kind].name.toLowerCase()}.
      </div>
    </FormDialog>
  )
}
