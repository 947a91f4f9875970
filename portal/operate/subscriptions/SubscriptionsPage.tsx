import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { paths } from '../../paths.ts'
import { DialogButton } from '../../ui/dialog/DialogButton.tsx'
import { PageLink } from '../../ui/page/PageLink.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { useTableView } from '../../ui/table/useTableView.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { OperateLayout } from '../OperateLayout.tsx'
import { MAX_LISTED, type Subscription, subscriptionsQuery } from './queries.ts'

const CreateDialog = lazy(async () => ({
  default: (await import('./CreateDialog.tsx')).CreateDialog,
}))

const COLUMNS: readonly Column<Subscription>[] = [
  {
    key: 'name',
    header: 'Name',
    share: 4,
    value: ({ display_name }) => display_name,
    render: ({ id, display_name }) => (
      <PageLink to={paths.operateRoles} params={{ subscription: id }} title={display_name}>
        {display_name}
      </PageLink>
    ),
  },
  {
    key: 'id',
    header: 'ID',
    share: 4,
    value: ({ id }) => id,
    render: ({ id }) => <span title={id}>{id}</span>,
  },
  {
    key: 'organization',
    header: 'Organization',
    share: 3,
    value: ({ organization_name }) => organization_name,
  },
  {
    key: 'state',
    header: 'State',
    share: 1.5,
    value: ({ retired_at }) => (retired_at === null ? 'Active' : 'Retired'),
  },
  {
    key: 'created',
    header: 'Created',
    share: 2,
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const keyOf = ({ id }: Subscription) => id

/** Every subscription there is; the filter finds those by name or id that are not listed at first. */
export function SubscriptionsPage() {
  const [{ filter = '' }] = useTableView()
  const query = useQuery(subscriptionsQuery(filter))
  return (
    <OperateLayout
      section="Subscriptions"
      action={
        <DialogButton
          appearance="primary"
          icon={<AddRegular />}
          dialog={(close) => <CreateDialog onClose={close} />}
        >
          Create subscription
        </DialogButton>
      }
    >
      <Loaded query={query} what="subscriptions">
        {(found) =>
          found.length === 0 && filter === '' ? (
            <EmptyState
              title="No subscriptions yet"
              text="Events and limits concern subscriptions. Each belongs to an organization, and whoever has a role on it can read it."
              command='binnacle operator subscriptions create "Tide tables" --org harbour --id tides'
            />
          ) : (
            <>
              {found.length >= MAX_LISTED && (
                <p>{`Only the first ${MAX_LISTED} are listed. The filter finds others.`}</p>
              )}
              <DataTable
                caption="Subscriptions"
                rows={found}
                columns={COLUMNS}
                keyOf={keyOf}
                defaultSort="name"
                filterLabel="Filter by name or ID"
              />
            </>
          )
        }
      </Loaded>
    </OperateLayout>
  )
}
