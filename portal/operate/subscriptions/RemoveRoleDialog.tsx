import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { type GivenRole, operatorSubscriptions, removeRole, type Subscription } from './queries.ts'

type Props = Readonly<{ subscription: Subscription; given: GivenRole; onClose: () => void }>

export function RemoveRoleDialog({ subscription, given, onClose }: Props) {
  const { id, display_name } = subscription
  const { mutate, isPending, error } = useChange([operatorSubscriptions])
  const change = {
    run: () => removeRole(id, given.principal_id),
    done: `${given.name} no longer has a role on ${display_name}`,
    failed: 'The role was not removed.',
  }
  return (
    <ConfirmDialog
      title={`Remove the role of ${given.name} on ${display_name}?`}
      consequence={consequenceOf(given)}
      action="Remove role"
      cancel="Keep role"
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}

function consequenceOf({ kind, name, members = 0 }: GivenRole): string {
  if (kind !== 'organization' && kind !== 'group') {
    return `${name} will lose access immediately, unless an organization or a group gives it too.`
  }
  const people = members === 1 ? '1 person has' : `${members} people have`
  return `${people} access through it. They will lose it immediately, unless something else gives it to them too.`
}
