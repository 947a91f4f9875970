import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { KINDS } from './principals.ts'
import { type GivenRole, rolesQuery, type Subscription } from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

const GiveRoleDialog = lazy(async () => ({
  default: (await import('./GiveRoleDialog.tsx')).GiveRoleDialog,
}))
const RemoveRoleDialog = lazy(async () => ({
  default: (await import('./RemoveRoleDialog.tsx')).RemoveRoleDialog,
}))

/** A dialog that is open; nobody is given where a role is new. */
type Opened = Readonly<{ what: 'give' | 'remove'; given?: GivenRole }>

const useStyles = makeStyles({
  actions: { display: 'flex', gap: tokens.spacingHorizontalXS },
  action: { minWidth: 0 },
})

/** Who has been given a role: what Access shows follows from it. */
export function RolesPage() {
  const restoreFocus = useRestoreFocusTarget()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const give = ({ retired_at }: Subscription) =>
    retired_at === null && (
      <Button {...restoreFocus} appearance="primary" onClick={() => setOpened({ what: 'give' })}>
        Give a role
      </Button>
    )
  return (
    <SubscriptionLayout section="Roles" action={give}>
      {(subscription) => (
        <>
          <Roles subscription={subscription} onOpen={setOpened} />
          <Suspense>
            {opened?.what === 'give' && (
              <GiveRoleDialog subscription={subscription.id} given={opened.given} onClose={close} />
            )}
            {opened?.what === 'remove' && opened.given && (
              <RemoveRoleDialog subscription={subscription} given={opened.given} onClose={close} />
            )}
          </Suspense>
        </>
      )}
    </SubscriptionLayout>
  )
}

type Props = Readonly<{ subscription: Subscription; onOpen: (opened: Opened) => void }>

function Roles({ subscription, onOpen }: Props) {
  const columns = useMemo(() => columnsWith(onOpen), [onOpen])
  return (
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
  )
}

const keyOf = ({ principal_id }: GivenRole) => principal_id

const columnsWith = (onOpen: Props['onOpen']): readonly Column<GivenRole>[] => [
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
    share: 2.5,
    isActions: true,
    value: () => '',
    render: (given) => <Actions given={given} onOpen={onOpen} />,
  },
]

function Actions({ given, onOpen }: Pick<Props, 'onOpen'> & Readonly<{ given: GivenRole }>) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const buttons = [
    ['give', 'Change'],
    ['remove', 'Remove'],
  ] as const
  return (
    <div className={styles.actions}>
      {buttons.map(([what, label]) => (
        <Button
          key={what}
          {...restoreFocus}
          size="small"
          className={styles.action}
          aria-label={`${label} the role of ${given.name}`}
          onClick={() => onOpen({ what, given })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
