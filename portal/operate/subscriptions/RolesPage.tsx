import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { DialogButton } from '../../ui/dialog/DialogButton.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { KINDS } from './principals.ts'
import {
  type GivenRole,
  operatorSubscriptions,
  removeRole,
  rolesQuery,
  type Subscription,
} from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
}))
const GiveRoleDialog = lazy(async () => ({
  default: (await import('./GiveRoleDialog.tsx')).GiveRoleDialog,
}))

/** Who has been given a role: what Access shows follows from it. */
export function RolesPage() {
  return (
    <SubscriptionLayout section="Roles" action={giveButton}>
      {(subscription) => <Roles subscription={subscription} />}
    </SubscriptionLayout>
  )
}

const giveButton = ({ id, retired_at }: Subscription) =>
  retired_at === null && (
    <DialogButton
      appearance="primary"
      dialog={(close) => <GiveRoleDialog subscription={id} onClose={close} />}
    >
      Give a role
    </DialogButton>
  )

const columnsWith = (onRemove: (given: GivenRole) => void): readonly Column<GivenRole>[] => [
  { key: 'name', header: 'Name', share: 4, value: ({ name }) => name },
  { key: 'kind', header: 'Kind', share: 2, value: ({ kind }) => KINDS[kind].name },
  {
    key: 'role',
    header: 'Role',
    share: 3,
    value: ({ role, includes_collaborators }) =>
      includes_collaborators ? `${role}, collaborators too` : role,
  },
  { key: 'people', header: 'People', share: 1.2, value: ({ members }) => members ?? '' },
  {
    key: 'since',
    header: 'Since',
    share: 2,
    value: ({ granted_at }) => granted_at,
    render: ({ granted_at }) => <RelativeTime at={granted_at} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1.5,
    isActions: true,
    value: () => '',
    render: (given) => <RemoveButton name={given.name} onClick={() => onRemove(given)} />,
  },
]

const keyOf = ({ principal_id }: GivenRole) => principal_id

function Roles({ subscription }: Readonly<{ subscription: Subscription }>) {
  const [removed, setRemoved] = useState<GivenRole>()
  const columns = useMemo(() => columnsWith(setRemoved), [])
  return (
    <>
      <Loaded query={useQuery(rolesQuery(subscription.id))} what="roles">
        {(roles) =>
          roles.length === 0 ? (
            <EmptyState
              title="Nobody has a role"
              text="A role can be given to a person, a service account, an organization or a group of a trusted issuer. Nobody has access without one, the owning organization included."
              command={`binnacle operator access grant ${subscription.id} reader --org ${subscription.organization_name}`}
            />
          ) : (
            <DataTable
              caption="Roles"
              rows={roles}
              columns={columns}
              keyOf={keyOf}
              defaultSort="name"
              filterLabel="Filter roles"
            />
          )
        }
      </Loaded>
      {removed && (
        <Suspense>
          <ConfirmChange
            title={`Remove the role of ${removed.name} on ${subscription.display_name}?`}
            consequence={consequenceOf(removed)}
            action="Remove role"
            cancel="Keep role"
            change={{
              run: () => removeRole(subscription.id, removed.principal_id),
              done: `${removed.name} no longer has a role on ${subscription.display_name}`,
              failed: 'The role was not removed.',
            }}
            invalidates={[operatorSubscriptions]}
            onClose={() => setRemoved(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function RemoveButton({ name, onClick }: Readonly<{ name: string; onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      aria-label={`Remove the role of ${name}`}
      onClick={onClick}
    >
      Remove
    </Button>
  )
}

function consequenceOf({ kind, name, members = 0 }: GivenRole): string {
  if (kind !== 'organization' && kind !== 'group') {
    return `${name} will lose access immediately, unless an organization or a group gives it too.`
  }
  const people = members === 1 ? '1 person has' : `${members} people have`
  return `${people} access through it. They will lose it immediately, unless something else gives it to them too.`
}
